/** The number of bytes of a text in UTF-8, and their CRC-32. */
export type Digest = readonly [number, number];

/** The polynomial of CRC-32 (IEEE 802.3), reversed as in Python's zlib. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  }
  return value;
});

/**
 * What stands for a text where the text itself may be too long to be sent, as
 * `digest` in history.py: it tells the cells of one notebook apart, and protects
 * from nothing. (The browser's own hashes exist on secure pages only.)
 */
export function digestOf(text: string): Digest {
  const bytes = new TextEncoder().encode(text.trim());
  let value = 0xffffffff;
  for (const byte of bytes) {
    value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  }
  return [bytes.length, (value ^ 0xffffffff) >>> 0];
}
