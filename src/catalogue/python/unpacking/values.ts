/** The values that the entry reads and its words use. */
export const VALUES = [
  'expected',
  'got',
  'source',
  'type',
  'shape',
  'names'
] as const;

export type Value = (typeof VALUES)[number];

/** What a line tells without its values. */
export type LineKind =
  | 'enumerate'
  | 'zip'
  | 'keys'
  | 'parameters'
  | 'loader'
  | 'dimensions'
  | 'tuple'
  | 'divided'
  | 'sets'
  | 'contours'
  | 'split'
  | 'lstm'
  | 'gru'
  | 'sample'
  | 'one'
  | 'release';
