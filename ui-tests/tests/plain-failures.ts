/** Cells of plain Python that fail, each in its own way: none has torch in it. */

/** A generator of numbers below 1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = ['total', 'rows', 'price', 'model', 'batch', 'label', 'weights'];

/** How a cell fails, with a name and a number of its own. */
const WAYS: readonly ((name: string, n: number) => string)[] = [
  (name, n) => `${name}_of = ${name}_${n} * 2`,
  (name, n) => `${name} = {"${name}": ${n}}\n${name}["${name}s"]`,
  (name, n) => `${name} = list(range(${n}))\n${name}[${n}]`,
  (name, n) => `${name}, other = range(${n + 3})`,
  (name, n) => `int("${name} ${n}")`,
  (name, n) => `"${name}" + ${n}`,
  (name, n) => `def ${name}(a, b): return a\n${name}(${n})`,
  (name, n) => `def ${name}(a): return a\n${name}(b=${n})`,
  (name, n) => `import ${name}_${n}`,
  name => `from collections import ${name}`,
  (name, n) => `${name} = None\n${name}.size_${n}`,
  (name, n) => `open("/nowhere/${name}-${n}.csv")`,
  (name, n) => `${name} = ${n}\nassert ${name} == ${n + 1}`,
  (name, n) => `${name} = ${n}\nassert ${name} > ${n + 1}, "too few"`,
  (name, n) => `raise RuntimeError("${name} gave up after ${n} steps")`,
  (name, n) => `class ${name}Error(Exception): pass\nraise ${name}Error(${n})`,
  (name, n) => `${name} = ${n}\n${name} / 0`,
  (name, n) => `${name} = [${n}, None]\nsum(${name})`,
  (name, n) => `import json\njson.loads("{${name}: ${n}}")`,
  (name, n) => `next(each for each in [${n}] if each == "${name}")`,
  (name, n) => `"${name}".encode("ascii").decode("utf-${n}-${name}")`,
  (name, n) => `${name} = = ${n}`,
  name => `import queue\nqueue.Queue().get_nowait().${name}`,
  (name, n) =>
    `try:\n    {}["${name}"]\nexcept KeyError as error:\n    raise ValueError(${n}) from error`
];

/** So many failing cells, each way in turn with names and numbers by the seed. */
export function plainFailures(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, at) => {
    const name = NAMES[Math.floor(random() * NAMES.length)];
    return WAYS[at % WAYS.length](name, 1 + Math.floor(random() * 90));
  });
}
