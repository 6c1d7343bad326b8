import type { IReading } from '../../../incident/types';
import { foldedMessage } from '../../../diagnosis/folded-message';
import { cudaErrorPattern, type ICudaError } from './cuda-error';

/** The error that every failed device-side assertion ends in. */
export const DEVICE_ASSERT: ICudaError = {
  text: 'device(?:-| (?=side assert triggered))side assert(?!ion)',
  unmistakable: true,
  name: '(?:cuda|hip)ErrorAssert',
  numbers: [59, 710]
};

const ASSERTED = cudaErrorPattern(DEVICE_ASSERT);

/** Whether the failure speaks of a device-side assertion at all. */
export function asserted(reading: IReading): boolean {
  return (
    reading.exceptions.some(raised => ASSERTED.test(foldedMessage(raised))) ||
    ASSERTED.test(reading.log)
  );
}

/**
 * Whether the error was noticed inside torch's own function for `call`. With
 * blocking launches that is the operation that failed; without, a neighbour
 * may be to blame: good for a `likely` sign only.
 */
export function noticedIn(call: RegExp): (reading: IReading) => boolean {
  return ({ exceptions }) => {
    const raised = exceptions.find(one => ASSERTED.test(foldedMessage(one)));
    const innermost = raised?.frames[raised.frames.length - 1];
    return (
      innermost?.place === 'library' &&
      (call.test(innermost.func) || call.test(innermost.code))
    );
  };
}

/**
 * The one number that `pattern` (with a group `n`) finds in the code at hand;
 * nothing when there are several, since then the text does not tell which.
 */
export function onlyNumber(code: string, pattern: RegExp): string | undefined {
  const found = new Set(
    Array.from(code.matchAll(pattern), match => match.groups?.n)
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** Where code says how many classes a model tells apart. */
const CLASSES =
  /\b(?:num_classes|n_classes|num_labels|nb_classes|n_class|num_class) ?= ?(?<n>\d{1,6})\b/g;

/** The width of a last layer, as written: `nn.Linear(512, 10)`. */
const LINEAR =
  /\bLinear\([^,()]{1,80}, ?(?:out_features ?= ?)?(?<n>\d{1,6})\b/g;

/** How many classes the code at hand gives the model, if it tells. */
export function classesIn(code: string): string | undefined {
  const widths = Array.from(code.matchAll(LINEAR), match => match.groups?.n);
  return onlyNumber(code, CLASSES) ?? widths[widths.length - 1];
}
