/** Names that every cell has: Python's built-ins, and IPython's own. */
const NAMES = new Set(
  (
    'Ellipsis NotImplemented GeneratorExit KeyboardInterrupt StopAsyncIteration ' +
    'StopIteration SystemExit BaseExceptionGroup ExceptionGroup ' +
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable ' +
    'chr classmethod compile complex copyright credits delattr dict dir divmod ' +
    'enumerate eval exec exit filter float format frozenset getattr globals ' +
    'hasattr hash help hex id input int isinstance issubclass iter len license ' +
    'list locals map max memoryview min next object oct open ord pow print ' +
    'property quit range repr reversed round set setattr slice sorted ' +
    'staticmethod str sum super tuple type vars zip ' +
    'display get_ipython In Out'
  ).split(' ')
);

/** Whether a name needs nobody to give it a value. */
export function isBuiltIn(name: string): boolean {
  return NAMES.has(name) || /^_|(?:Error|Exception|Warning)$/.test(name);
}
