/** The values that the entry reads and its words use. */
export const VALUES = [
  'condition',
  'name',
  'value',
  'all',
  'near',
  'wanted',
  'code',
  'by',
  'said',
  'path',
  'cell',
  'state'
] as const;

export type Value = (typeof VALUES)[number];

/** What a line asks for. */
export type LineKind =
  | 'multiple'
  | 'gpu'
  | 'gpus'
  | 'path'
  | 'sizes'
  | 'type'
  | 'missing'
  | 'filled'
  | 'allowed'
  | 'close'
  | 'unreachable';
