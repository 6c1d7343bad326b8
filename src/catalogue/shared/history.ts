import { ownValue } from '../../shared/own-value';
import table from './history.json';

/**
 * Between which releases names came and went, by library; read from the wheels
 * by scripts/library_history.py. A key is two releases next to each other,
 * `0.8.6 0.9.6`, a value the names of the library and its modules, in full.
 */
const HISTORY: Readonly<Record<string, Record<Change, Changes>>> = table;

type Change = 'since' | 'gone';
type Changes = Readonly<Record<string, string>>;

/** The libraries whose history is known, as they are imported. */
export const KNOWN_LIBRARIES: readonly string[] = Object.keys(HISTORY);

/** Two releases next to each other, of which one has a name. */
export interface IStep {
  readonly before: string;
  readonly after: string;
}

function stepOf(
  change: Change,
  library: string,
  name: string
): IStep | undefined {
  const changes = ownValue(HISTORY, library)?.[change] ?? {};
  const found = Object.entries(changes).find(([, names]) =>
    ` ${names} `.includes(` ${name} `)
  );
  const [before, after] = found?.[0].split(' ') ?? [];
  return before && after ? { before, after } : undefined;
}

/** A module's name, or the first of those it stands in, with a known step. */
function ofModule(change: Change, module: string): IStep | undefined {
  const parts = module.split('.');
  return [2, 3]
    .filter(length => length <= parts.length)
    .map(length => stepOf(change, parts[0], parts.slice(0, length).join('.')))
    .find(step => step !== undefined);
}

/**
 * Between which releases a name of a library, or a module of it, came.
 *
 * @param module - in full; of a name, where the code looks for it: then the
 * module is there, and when it came tells nothing of the name
 */
export function cameWith(module: string, name?: string): IStep | undefined {
  const [library] = module.split('.');
  return name === undefined
    ? ofModule('since', module)
    : (stepOf('since', library, name) ??
        stepOf('since', library, `${module}.${name}`));
}

/**
 * Between which releases a library lost a name that it offered, or a module. A
 * module's name that the library itself no longer offers went with it.
 */
export function wentWith(module: string, name?: string): IStep | undefined {
  const [library] = module.split('.');
  return name === undefined
    ? ofModule('gone', module)
    : module === library
      ? (stepOf('gone', library, name) ??
        stepOf('gone', library, `${module}.${name}`))
      : (stepOf('gone', library, `${module}.${name}`) ??
        stepOf('gone', library, name));
}
