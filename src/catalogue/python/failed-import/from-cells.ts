/** The cell of the notebook that would have brought a module. */
import type { ISavedCell } from '../../../incident/saved';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { stateOf, type Making } from '../shared/made-by';
import { isKnownPackage, topOf } from '../shared/modules';

export interface IBringer {
  readonly kind: 'installed' | 'cloned' | 'written';
  readonly cell: string;
  readonly state: Making;
  /** Its line, as it stands there. */
  readonly code: string;
  /** The folder of the clone. */
  readonly place?: string;
}

const INSTALLS =
  /^\s*[!%] ?(?:python3? -m |uv )?pip3? install (?<given>[^\n]{1,300})/;
const CLONES =
  /^\s*[!%] ?git clone\b[^\n]{0,200}?\/(?<folder>[\w.-]{1,80}?)(?:\.git)?(?: (?<into>[\w./-]{1,80}))?\s*$/;
const WRITES =
  /^\s*%%(?:writefile|file) (?:-a )?(?<file>[\w./-]{1,120}\.py)\s*$/;

/** What pip says where it fails. */
const NOT_INSTALLED =
  /^ERROR: |No matching distribution found|Failed building wheel|error: subprocess-exited/m;

/** As PyPI compares names. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Whether a line of pip installs the package of a module. */
function installs(given: string, module: string): boolean {
  const wanted = [topOf(module), packageOf(topOf(module))].map(plain);
  return given
    .split(/\s+/)
    .some(word =>
      wanted.includes(
        plain(word.replace(/^["']|["']$/g, '').split(/[[=<>~!]/)[0])
      )
    );
}

function bringerIn(
  module: string,
  cell: ISavedCell
): Pick<IBringer, 'kind' | 'code' | 'place'> | undefined {
  const top = topOf(module);
  for (const line of cell.source.split('\n')) {
    const code = line.trim();
    const file = WRITES.exec(line)?.groups?.file ?? '';
    if (new RegExp(String.raw`(?:^|/)${top}(?:\.py$|/)`).test(file)) {
      return {
        kind: 'written',
        code,
        place: file.split('/').slice(0, -1).join('/') || undefined
      };
    }
    const given = INSTALLS.exec(line)?.groups?.given;
    if (given !== undefined && installs(given, module)) {
      return { kind: 'installed', code };
    }
    const { folder, into } = CLONES.exec(line)?.groups ?? {};
    if (folder !== undefined && !isKnownPackage(module)) {
      return { kind: 'cloned', code, place: into ?? folder };
    }
  }
  return undefined;
}

/** Whether a line at hand has Python search the folder, or goes there. */
function isEntered(place: string, { incident }: IReading): boolean {
  const { cells = [], at = 0 } = incident.around ?? {};
  const base = place.split('/').pop() ?? place;
  return cells
    .slice(0, at + 1)
    .some(({ source, executionCount }, index) =>
      source
        .split('\n')
        .some(
          line =>
            (index === at || executionCount !== null) &&
            /%cd |os\.chdir|sys\.path/.test(line) &&
            line.includes(base)
        )
    );
}

/**
 * The cell that installs, clones or writes what an import of the notebook does not
 * find, the nearest above, else below; null where none does.
 */
export function bringerOf(module: string, reading: IReading): IBringer | null {
  const { cells = [], at = 0 } = reading.incident.around ?? {};
  if (module === '' || isRaisedInLibrary(reading)) {
    return null;
  }
  const found = cells.flatMap((cell, index) => {
    const one = index === at ? undefined : bringerIn(module, cell);
    return one === undefined ? [] : { ...one, cell, isAbove: index < at };
  });
  const one =
    found.filter(({ isAbove }) => isAbove).pop() ??
    found.find(({ isAbove }) => !isAbove);
  if (one === undefined) {
    return null;
  }
  const { kind, code, place, cell, isAbove } = one;
  const state =
    kind === 'installed' && NOT_INSTALLED.test(cell.printed ?? '')
      ? 'failed'
      : stateOf(cell, cells[at], isAbove);
  // What was entered and is not there lies in another place: no cell tells it.
  return kind === 'cloned' && state === 'ran' && isEntered(place ?? '', reading)
    ? null
    : {
        kind,
        cell: String(cell.position),
        state,
        code: code.slice(0, 160),
        ...(place === undefined ? {} : { place })
      };
}
