/** The values that the entry reads and its words use. */
export const VALUES = ['name', 'func', 'block'] as const;

export type Value = (typeof VALUES)[number];

/** Why the variable has no value. */
export type Kind =
  'branch' | 'loop' | 'handled' | 'global' | 'later' | 'gpu' | 'returned';
