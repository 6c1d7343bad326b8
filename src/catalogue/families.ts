import type { IEntry } from '../diagnosis/types';

/**
 * The families, each fetched when it is first needed: a page shows the words of
 * few, and none of them may hold it for long.
 */
const FAMILIES: ReadonlyMap<string, () => Promise<readonly IEntry[]>> = new Map(
  [
    ['cuda', async () => (await import('./cuda')).cuda],
    ['dataloader', async () => (await import('./dataloader')).dataloader],
    ['kernel', async () => (await import('./kernel')).kernel],
    ['tensor', async () => (await import('./tensor')).tensor],
    ['model', async () => (await import('./model')).model],
    ['parallel', async () => (await import('./parallel')).parallel],
    ['compile', async () => (await import('./compile')).compile],
    ['export', async () => (await import('./export')).exporting],
    ['version', async () => (await import('./version')).version],
    ['python', async () => (await import('./python')).python],
    ['topic', async () => (await import('./topic')).topic]
  ]
);

/** Their names, in the order of the catalogue. */
export const FAMILY_NAMES: readonly string[] = [...FAMILIES.keys()];

/**
 * The entries of one family.
 *
 * @param name - what stands before the slash of an id
 * @throws when there is no such family, or its file cannot be fetched
 */
export function loadFamily(name: string): Promise<readonly IEntry[]> {
  const load = FAMILIES.get(name);
  return load ? load() : Promise.reject(new Error(`No family ${name}.`));
}

/** All entries, a family after the other. */
export async function loadCatalogue(): Promise<readonly IEntry[]> {
  return (await Promise.all(FAMILY_NAMES.map(loadFamily))).flat();
}
