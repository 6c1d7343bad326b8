import type { IEntry, ISign } from '../types';

/** An entry that has nothing but signs. */
export function entry(
  id: string,
  signs: readonly ISign[],
  more: Partial<IEntry> = {}
): IEntry {
  return {
    id,
    answers: [id],
    kinds: [],
    values: [],
    signs,
    page: () => ({ title: id, cause: '', fixes: [], notThis: [], links: [] }),
    ...more
  };
}
