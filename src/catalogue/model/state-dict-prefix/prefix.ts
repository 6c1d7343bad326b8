import type { IStateDict } from '../shared/state-dict';

/** Keys that differ by what stands before them. */
export interface IPrefix {
  /** On which side it stands, or `both`: two different ones. */
  readonly side: 'checkpoint' | 'model' | 'both';
  /** With its dot: `module.`; the checkpoint's when both have one. */
  readonly prefix: string;
  /** The model's, when both have one. */
  readonly other?: string;
  /** Keys of both lists were seen to agree but for it. */
  readonly sure: boolean;
}

/** Put before all keys by DataParallel and DDP, and by torch.compile. */
const WRAPPER = /^(?:module\.|_orig_mod\.){1,4}/;

/** Lists of thousands of keys are compared by their heads. */
const MAX_KEYS = 200;

/** The prefix that turns most of `short` into keys of `long`, if it is half. */
function added(
  short: readonly string[],
  long: readonly string[]
): string | undefined {
  const plain = new Set(short);
  const counts = new Map<string, number>();
  for (const key of long) {
    for (let at = key.indexOf('.'); at >= 0; at = key.indexOf('.', at + 1)) {
      if (plain.has(key.slice(at + 1))) {
        const prefix = key.slice(0, at + 1);
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
      }
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  // A part of the model is no wrapper of it: other parts lack the prefix.
  const isOfAll = ([prefix]: readonly [string, number]) =>
    long.filter(key => key.startsWith(prefix)).length >= 0.8 * long.length;
  return best &&
    best[1] >= Math.min(short.length, long.length) / 2 &&
    isOfAll(best)
    ? best[0]
    : undefined;
}

function wrapperOf(keys: readonly string[]): string | undefined {
  const prefix = keys.length > 0 ? WRAPPER.exec(keys[0])?.[0] : undefined;
  return prefix !== undefined && keys.every(key => key.startsWith(prefix))
    ? prefix
    : undefined;
}

/** The first component that all keys share. */
function shared(keys: readonly string[]): string | undefined {
  const prefix = /^[^.]{1,200}\./.exec(keys[0] ?? '')?.[0];
  return prefix !== undefined && keys.every(key => key.startsWith(prefix))
    ? prefix
    : undefined;
}

/** Two different prefixes before names of at least two parts. */
function exchanged(
  missing: readonly string[],
  unexpected: readonly string[]
): IPrefix | null {
  const other = shared(missing);
  const prefix = shared(unexpected);
  if (other === undefined || prefix === undefined || other === prefix) {
    return null;
  }
  const rest = new Set(missing.map(key => key.slice(other.length)));
  const equal = unexpected.filter(key => {
    const name = key.slice(prefix.length);
    return name.includes('.') && rest.has(name);
  });
  return equal.length >= Math.min(missing.length, unexpected.length) / 2
    ? { side: 'both', prefix, other, sure: true }
    : null;
}

/**
 * How many characters the program has cut off the keys of the file, which had
 * no prefix: `k[7:]`, written for “module.”, turns `layer1.weight` into
 * `weight` and shorter names into nothing.
 */
export function cutOff({ missing, unexpected }: IStateDict): number | null {
  const rest = new Set(unexpected.slice(0, MAX_KEYS));
  const keys = missing.slice(0, MAX_KEYS);
  return (
    [7, 6, 8, 9, 10].find(length => {
      const cut = keys.filter(key => key.length > length);
      return (
        cut.filter(key => rest.has(key.slice(length))).length >=
          Math.max(2, 0.8 * cut.length) &&
        cut.some(key => key[length - 1] !== '.')
      );
    }) ?? null
  );
}

/** How the keys of checkpoint and model differ by a prefix; null if they do not. */
export function prefixOf(parsed: IStateDict): IPrefix | null {
  const missing = parsed.missing.slice(0, MAX_KEYS);
  const unexpected = parsed.unexpected.slice(0, MAX_KEYS);
  const inFile = added(missing, unexpected);
  if (inFile !== undefined) {
    return { side: 'checkpoint', prefix: inFile, sure: true };
  }
  const inModel = added(unexpected, missing);
  if (inModel !== undefined) {
    return { side: 'model', prefix: inModel, sure: true };
  }
  // The lists were cut, and their heads do not meet.
  const fileWrapper = wrapperOf(unexpected);
  const modelWrapper = wrapperOf(missing);
  const both = missing.length > 0 && unexpected.length > 0;
  if (fileWrapper && !modelWrapper) {
    return { side: 'checkpoint', prefix: fileWrapper, sure: both };
  }
  if (modelWrapper && !fileWrapper && both) {
    return { side: 'model', prefix: modelWrapper, sure: true };
  }
  return exchanged(missing, unexpected);
}
