/** The values that the entry reads and its words use. */
export const VALUES = [
  'name',
  'cell',
  'line',
  'count',
  'own',
  'near',
  'file',
  'local',
  'module',
  'code',
  'func',
  'version',
  'installed',
  'torch',
  'failure',
  'branch'
] as const;

export type Value = (typeof VALUES)[number];
