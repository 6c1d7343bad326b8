/** The seed and the factor of the hash in the file names of a kernel's cells. */
const SEED = 0xc70f6907;
const FACTOR = 0x5bd1e995;

/** A cell's file, as ipykernel and xeus-python name it. */
const CELL_FILE = /[\\/](?:ipykernel|xpython)_\d+[\\/](\d{1,10})\.py$/;

/** The hash in the name of a cell's file; null of any other file. */
export function hashIn(file: string): number | null {
  const hash = CELL_FILE.exec(file)?.[1];
  return hash === undefined ? null : Number(hash);
}

/**
 * The hash of a cell's source that its kernel names the file of the cell by
 * (MurmurHash2, 32 bits, of the UTF-8 bytes).
 */
export function cellHash(source: string): number {
  const bytes = new TextEncoder().encode(source);
  const words = new DataView(bytes.buffer);
  const whole = bytes.length - (bytes.length % 4);
  let hash = SEED ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(words.getUint32(at, true), FACTOR);
    word = Math.imul(word ^ (word >>> 24), FACTOR);
    hash = Math.imul(hash, FACTOR) ^ word;
  }
  if (whole < bytes.length) {
    let rest = 0;
    for (let at = bytes.length - 1; at >= whole; at--) {
      rest = (rest << 8) | bytes[at];
    }
    hash = Math.imul(hash ^ rest, FACTOR);
  }
  hash = Math.imul(hash ^ (hash >>> 13), FACTOR);
  return (hash ^ (hash >>> 15)) >>> 0;
}
