/** The values that the entry reads and its words use. */
export const VALUES = ['held', 'made', 'code', 'line', 'cell'] as const;

export type Value = (typeof VALUES)[number];

/** The ways in which None comes to hand. */
export type Kind =
  | 'returns'
  | 'sometimes'
  | 'inplace'
  | 'image'
  | 'match'
  | 'lookup'
  | 'environment'
  | 'search'
  | 'file'
  | 'given'
  | 'call';
