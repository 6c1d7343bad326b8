/** What the cells of a notebook show of a path that is not there. */
import type { ISavedCell } from '../../../incident/saved';
import type { IReading } from '../../../incident/types';
import { failedLine } from '../../predicates';
import { isNear } from '../../shared/near';
import { enclosing, sourcesAbove } from '../../shared/visible-code';
import { baseOf } from '../shared/base-of';

/** What is known of the path from other lines and outputs. */
export type CellKind =
  | 'called'
  | 'ending'
  | 'series'
  | 'inside'
  | 'listed'
  | 'paired'
  | 'unended'
  | 'branch'
  | 'moved'
  | 'foreign';

export interface IShown {
  readonly kind: CellKind;
  readonly path?: string;
  /** The path that the cells show. */
  readonly better?: string;
  readonly cell?: string;
  /** A line of that cell. */
  readonly code?: string;
  readonly names?: string;
  readonly folder?: string;
}

/** A line that writes a file. */
const SAVES =
  /\b(?:save\w{0,20}|dump|to_(?:csv|json|pickle|parquet)|imwrite|urlretrieve|download\w{0,30}|wget|gdown|curl)\b|open\([^)\n]{1,120}["'][wax]b?["']/;

/** Paths that programs print as they unpack, download or list. */
const PRINTED = [
  /(?:creating|inflating|extracting): +(?<path>[\w.][\w./ -]{0,200}?) *$/gm,
  /^x (?<path>[\w.][\w./-]{1,200})$/gm,
  /^To: (?<path>\/\S{1,200})$/gm,
  /[‘'](?<path>[\w./-]{3,200})[’'] saved\b/g
];

/** The texts of a list as Python prints it. */
const LIST = /\[(?<names>'[^'\n]{1,120}'(?:, ?'[^'\n]{1,120}'){0,200})/g;

const LITERAL = /(?<form>f?)(?<quote>["'])(?<text>[^"'\n]{2,200})\k<quote>/g;

/** Pieces of a path that are all written out: `os.path.join("a", "b.pt")`. */
const JOINED = /path\.join\((?<parts>(?: ?["'][^"'\n]{1,80}["'],?){2,6})\)/g;

/** As paths are compared: with slashes, and without a `./` in front. */
function plain(path: string): string {
  return path.replace(/\\{1,2}/g, '/').replace(/^\.\//, '');
}

interface IPlace {
  readonly path: string;
  readonly cell: ISavedCell;
  readonly code: string;
  /** It has a variable in it. */
  readonly isForm: boolean;
}

/** The cells above the failed one, in their order. */
function earlier({ incident }: IReading): readonly ISavedCell[] {
  const { cells = [], at = 0 } = incident.around ?? {};
  return cells.slice(0, at);
}

/** The paths that lines of the cells above write out, where these ran. */
function written(reading: IReading): IPlace[] {
  return earlier(reading)
    .filter(cell => !cell.hasFailed)
    .flatMap(cell =>
      cell.source.split('\n').flatMap(line => {
        if (/^\s*#/.test(line)) {
          return [];
        }
        const texts = [...line.matchAll(LITERAL)].map(({ groups }) => ({
          path: plain(groups?.text ?? ''),
          isForm:
            (/\{/.test(groups?.text ?? '') &&
              (groups?.form === 'f' || line.includes('.format('))) ||
            /%\d{0,2}[ds]/.test(groups?.text ?? '')
        }));
        const joined = [...line.matchAll(JOINED)].map(({ groups }) => ({
          path: [...(groups?.parts ?? '').matchAll(/["']([^"'\n]{1,80})["']/g)]
            .map(([, part]) => part.replace(/\/$/, ''))
            .join('/'),
          isForm: false
        }));
        return [...joined, ...texts]
          .filter(({ path }) => /^[\w.~/:-][^?*<>|]*$/.test(path))
          .map(one => ({ ...one, cell, code: line.trim() }));
      })
    );
}

/** The paths and names that outputs show. */
function printed(reading: IReading): { path: string; cell: ISavedCell }[] {
  return earlier(reading).flatMap(cell =>
    [...PRINTED, LIST].flatMap(pattern =>
      [...(cell.printed ?? '').matchAll(pattern)].flatMap(({ groups }) =>
        groups?.names === undefined
          ? [{ path: plain(groups?.path ?? ''), cell }]
          : [...groups.names.matchAll(/'([^'\n]{1,120})'/g)].map(
              ([, path]) => ({ path: plain(path), cell })
            )
      )
    )
  );
}

function position(cell: ISavedCell): string {
  return String(cell.position);
}

/** The words of a name in one order: `best_model.pth` has those of `model_best.pth`. */
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[\W_]+/)
    .sort()
    .join(' ');
}

/** A path of a saving line that differs by its folder, its ending or a slip. */
function calledOtherwise(path: string, reading: IReading): IShown | undefined {
  const base = baseOf(path);
  for (const one of written(reading)) {
    if (
      one.isForm ||
      one.path === path ||
      !SAVES.test(one.code) ||
      !/\.\w{1,12}$/.test(one.path)
    ) {
      continue;
    }
    const other = baseOf(one.path);
    const isEnded = one.path.startsWith(`${path}.`);
    if (
      isEnded ||
      other === base ||
      wordsOf(other) === wordsOf(base) ||
      (base.length > 4 && other !== base && isNear(base, other))
    ) {
      return {
        kind: isEnded ? 'ending' : 'called',
        better: one.path,
        cell: position(one.cell),
        code: one.code
      };
    }
  }
  const shown = printed(reading).find(one =>
    baseOf(one.path).startsWith(`${base}.`)
  );
  return shown
    ? {
        kind: 'ending',
        better: `${path}${baseOf(shown.path).slice(base.length)}`,
        cell: position(shown.cell)
      }
    : undefined;
}

/** A saving line whose name has a number or name in it that may be this one. */
function ofSeries(path: string, reading: IReading): IShown | undefined {
  const base = baseOf(path);
  const found = written(reading).find(one => {
    const form = baseOf(one.path);
    const parts = form.split(/\{[^}]{0,80}\}|%\d{0,2}[ds]/);
    return (
      one.isForm &&
      SAVES.test(one.code) &&
      parts.join('').length > 3 &&
      parts.length === 2 &&
      base.startsWith(parts[0]) &&
      base.endsWith(parts[1]) &&
      base.length > parts.join('').length
    );
  });
  return found
    ? {
        kind: 'series',
        cell: position(found.cell),
        code: found.code,
        better: found.path
      }
    : undefined;
}

/** Whether `parts` come in this order in `others`, with or without more between. */
function areInOrder(
  parts: readonly string[],
  others: readonly string[]
): boolean {
  let at = -1;
  return parts.every(part => {
    at = others.indexOf(part, at + 1);
    return at >= 0;
  });
}

/** A path that an archive unpacked one folder deeper. */
function insideOf(path: string, reading: IReading): IShown | undefined {
  const base = baseOf(path);
  for (const { path: shown, cell } of printed(reading)) {
    const parts = shown.replace(/\/$/, '').split('/');
    const at = parts.indexOf(base);
    const better = parts.slice(0, at + 1).join('/');
    const asked = plain(path)
      .replace(/^\/(?:content|kaggle\/working)?\/?/, '')
      .split('/');
    if (
      at > 0 &&
      (areInOrder(asked, parts) || areInOrder(parts.slice(0, at + 1), asked)) &&
      plain(path) !== better &&
      !plain(path).endsWith(`/${better}`)
    ) {
      return { kind: 'inside', better, cell: position(cell) };
    }
  }
  return undefined;
}

/** `os.listdir(folder)`, whose names are without the folder. */
const LISTS =
  /(?<![\w.])(?:os\.)?listdir\( ?(?<folder>(?:[^()\n]|\([^()\n]{0,80}\)){1,100})\)/;

function sameFolder(a: string, b: string): boolean {
  const bare = (text: string) => text.replace(/\bself\.|[\s"']/g, '');
  return bare(a) === bare(b);
}

/** The last folder that a text writes out: `images` of `join(root, "images", d)`. */
function lastWritten(text: string): string | undefined {
  return [...text.matchAll(/["'](?<part>[^"'\n]{1,80})["']/g)]
    .map(([, part]) => baseOf(part))
    .pop();
}

/** Whether a folder is one of its own, and not the one above that was listed. */
function isOtherFolder(head: string, folder: string): boolean {
  return (
    /^[a-z_][\w.]{1,40}$/i.test(head.trim()) && !folder.includes(head.trim())
  );
}

/** The names of a listing, which are opened without the folder that was listed. */
function ofListing(path: string, reading: IReading): IShown | undefined {
  const base = baseOf(path);
  const texts = sourcesAbove(reading);
  if (texts.some(text => text.includes(base))) {
    return undefined;
  }
  const failed = failedLine(reading);
  // The nearest above the failed line, in its cell or the cells before.
  const line = texts
    .map(text =>
      (text.includes(failed.trim())
        ? text.slice(0, text.indexOf(failed.trim()))
        : text
      )
        .split('\n')
        .filter(one => LISTS.test(one) && !/^\s*(?:#|print\()/.test(one))
        .pop()
    )
    .find(one => one !== undefined);
  const folder = LISTS.exec(line ?? '')?.groups?.folder;
  const joined = /\.join\( ?(?<parts>[^\n]{1,120})\)/.exec(failed)?.groups
    ?.parts;
  const head = joined?.split(',').slice(0, -1).join(',');
  const listed = lastWritten(folder ?? '');
  // A listing of the same folder gives names that are there.
  if (
    line === undefined ||
    folder === undefined ||
    (head !== undefined && sameFolder(head, folder)) ||
    (listed !== undefined && plain(path).split('/').includes(listed)) ||
    (head === undefined && plain(path).includes('/'))
  ) {
    return undefined;
  }
  return head !== undefined && isOtherFolder(head, folder)
    ? { kind: 'paired', folder: head.trim(), code: line.trim() }
    : { kind: 'listed', folder, code: line.trim() };
}

/** A name without an ending that comes from a table or list. */
function withoutEnding(path: string, reading: IReading): IShown | undefined {
  const base = baseOf(path);
  const { incident, code } = reading;
  const { cells = [] } = incident.around ?? {};
  const isWritten = [incident.source, ...cells.map(one => one.source)].some(
    text => text.includes(base)
  );
  return !base.includes('.') &&
    !isWritten &&
    /\bImage\.open\(|\bimread\(|\bread_image\(|\btorchaudio\.load\(|\bPIL[\\/]/.test(
      `${code}\n${failedLine(reading)}`
    )
    ? { kind: 'unended', names: base }
    : undefined;
}

/** A line above that saves it, in a branch or function that may not have run. */
function inBranch(path: string, reading: IReading): IShown | undefined {
  const found = written(reading).find(
    one => one.path === plain(path) && SAVES.test(one.code)
  );
  if (!found) {
    return undefined;
  }
  const lines = found.cell.source.split('\n');
  const at = lines.findIndex(line => line.trim() === found.code);
  const above = enclosing(
    lines,
    at,
    /^\s*(?:if|elif|else|for|while|def|except)\b/
  );
  return above < 0
    ? undefined
    : {
        kind: 'branch',
        cell: position(found.cell),
        code: found.code,
        names: lines[above].trim().slice(0, 100)
      };
}

/**
 * A cell above that went to another folder, and not into a clone: what can be told
 * where nothing else is known of the path.
 */
export function movedFrom(path: string, reading: IReading): IShown | undefined {
  const { cells = [] } = reading.incident.around ?? {};
  const moves = earlier(reading).flatMap(cell => {
    const move =
      /^[ \t]*(?:%cd +|cd +|os\.chdir\( ?["'])(?<folder>[\w.~/-]{1,120})/m.exec(
        cell.source
      );
    return move?.groups && cell.executionCount !== null && !cell.hasFailed
      ? { cell, code: move[0].trim(), folder: move.groups.folder }
      : [];
  });
  const last = moves.at(-1);
  const isClone =
    last !== undefined &&
    cells.some(
      cell =>
        /\bgit clone\b/.test(cell.source) &&
        cell.source.includes(baseOf(last.folder))
    );
  return last === undefined || isClone || /^(?:[\\/~]|[A-Z]:)/i.test(path)
    ? undefined
    : {
        kind: 'moved',
        cell: position(last.cell),
        code: last.code,
        folder: last.folder
      };
}

/** The home folder that a path lies in, and whose it is. */
const HOME =
  /(?:^|[\s"'(=])(?:\/(?:home|Users)\/|[A-Z]:[\\/]{1,4}Users[\\/]{1,4})(?<user>[\w.-]{1,40})[\\/]/gi;

function usersIn(text: string): string[] {
  return [...text.matchAll(HOME)].map(({ groups }) => groups?.user ?? '');
}

/** A path in the home folder of somebody who does not run this, by what else is shown. */
function ofOther(
  path: string,
  { exceptions, incident }: IReading
): IShown | undefined {
  const [user] = usersIn(` ${path}`);
  const files = exceptions.flatMap(({ frames }) =>
    frames.map(({ file }) => file)
  );
  const shown = [
    ...files,
    ...(incident.around?.cells.map(one => one.printed ?? '') ?? [])
  ].join('\n ');
  const others = usersIn(` ${shown}`);
  const isHosted =
    /\/usr\/local\/lib\/python3[.\d]{1,4}\/dist-packages\/|\/content\/|\/opt\/conda\/lib|\/kaggle\//.test(
      shown
    );
  const isForeign =
    user === undefined
      ? /^\/content\//.test(path) && others.length > 0
      : !others.includes(user) && (others.length > 0 || isHosted);
  return isForeign
    ? { kind: 'foreign', folder: user === undefined ? '/content' : user }
    : undefined;
}

/** What cells and outputs tell of a path; undefined where they tell nothing of it. */
export function shownOf(path: string, reading: IReading): IShown | undefined {
  const foreign = ofOther(path, reading);
  if (foreign || !reading.incident.around) {
    return foreign;
  }
  const own = plain(path);
  return (
    calledOtherwise(own, reading) ??
    ofSeries(own, reading) ??
    insideOf(own, reading) ??
    ofListing(own, reading) ??
    withoutEnding(own, reading) ??
    inBranch(own, reading)
  );
}

/** The cell that has mounted Google Drive in this session, by the prompt numbers. */
export function mountedIn({ incident }: IReading): string | undefined {
  const { cells = [], at = 0 } = incident.around ?? {};
  const now = cells.at(at)?.executionCount ?? Infinity;
  const found = cells.find(
    ({ source, executionCount, hasFailed }) =>
      (executionCount ?? Infinity) < now &&
      !hasFailed &&
      /^[ \t]*drive\.mount\(/m.test(source)
  );
  return found && position(found);
}

/** Whether a notebook of Colab has mounted its Drive, or runs there without it. */
export function hostedAt(reading: IReading): string | undefined {
  const { incident, exceptions } = reading;
  const { cells = [] } = incident.around ?? {};
  const isColab =
    cells.some(({ source }) => /\bgoogle\.colab\b/.test(source)) ||
    exceptions.some(({ frames }) =>
      frames.some(({ file }) =>
        /\/usr\/local\/lib\/python3[.\d]{1,4}\/dist-packages\//.test(file)
      )
    );
  return mountedIn(reading) ? 'drive' : isColab ? 'colab' : undefined;
}
