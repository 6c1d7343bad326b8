/** The values that the entry reads and its words use. */
export const VALUES = [
  'call',
  'keyword',
  'parameters',
  'near',
  'held',
  'package',
  'version',
  'passer',
  'places',
  'given',
  'code',
  'cell'
] as const;

export type Value = (typeof VALUES)[number];
