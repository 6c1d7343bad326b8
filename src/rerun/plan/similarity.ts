/** Long texts are compared by their beginning. */
const MAX_LENGTH = 20_000;

function pairsOf(text: string): Map<string, number> {
  const squeezed = text.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < squeezed.length; at++) {
    const pair = squeezed.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function sizeOf(pairs: ReadonlyMap<string, number>): number {
  return [...pairs.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * How alike two texts are, from 0 to 1: the Sørensen–Dice coefficient of their
 * pairs of neighbouring characters. White space counts little.
 */
export function similarity(one: string, other: string): number {
  const [ones, others] = [pairsOf(one), pairsOf(other)];
  const size = sizeOf(ones) + sizeOf(others);
  let common = 0;
  for (const [pair, count] of ones) {
    common += Math.min(count, others.get(pair) ?? 0);
  }
  return size === 0 ? 1 : (2 * common) / size;
}
