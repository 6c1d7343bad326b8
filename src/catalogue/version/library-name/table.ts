import { KNOWN_LIBRARIES, wentWith } from '../../shared/history';
import rows from './names.json';

/** A name, or a module, that the releases of a library no longer have. */
export interface IGone {
  readonly module: string;
  /** Empty for the module itself. */
  readonly name: string;
  /** The last release that has it, and the first that has not. */
  readonly last: string;
  readonly gone: string;
  /** What one writes today, empty where nothing took its place. */
  readonly instead: string;
}

/** Read from the wheels by scripts/library_names.py, but for `instead`. */
const ROWS: readonly IGone[] = rows;

/** For a page that speaks of no failure. */
export const BEST_KNOWN: IGone =
  ROWS.find(({ name }) => name === 'load_metric') ?? ROWS[0];

const BY_NAME = new Map(ROWS.map(row => [key(row.module, row.name), row]));

/** The libraries that the table knows. */
export const LIBRARIES: readonly string[] = [
  ...new Set([
    ...ROWS.map(({ module }) => libraryOf(module)),
    ...KNOWN_LIBRARIES
  ])
];

function key(module: string, name: string): string {
  return name === '' ? module : `${module}:${name}`;
}

/** The package that a module stands in, as it is imported. */
export function libraryOf(module: string): string {
  return module.split('.')[0];
}

/**
 * What became of a name of a module, or of a module or one that it stands in.
 *
 * @param name - none where the module itself is not there
 */
export function goneFrom(
  module: string | undefined,
  name?: string
): IGone | undefined {
  if (module === undefined) {
    return undefined;
  }
  if (name !== undefined) {
    return (
      BY_NAME.get(key(module, name)) ??
      BY_NAME.get(`${module}.${name}`) ??
      fromHistory(module, name)
    );
  }
  const parts = module.split('.');
  return (
    parts
      .map((_, at) => BY_NAME.get(parts.slice(0, parts.length - at).join('.')))
      .find(row => row !== undefined) ?? fromHistory(module, '')
  );
}

/** What the history of releases says, which knows nothing of what came instead. */
function fromHistory(module: string, name: string): IGone | undefined {
  const step = wentWith(module, name === '' ? undefined : name);
  // Releases are read one for each minor version: it went with the first of it.
  return step === undefined
    ? undefined
    : {
        module,
        name,
        last: step.before,
        gone: step.after.split('.').slice(0, 2).join('.'),
        instead: ''
      };
}
