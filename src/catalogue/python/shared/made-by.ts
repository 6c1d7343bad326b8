/** The cell that makes a file which is missing, as a saved notebook shows. */
import type { ISavedCell } from '../../../incident/saved';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords } from '../../define';
import { fitting } from '../../shared/fitting';
import { baseOf } from './base-of';

/** What downloads, unpacks or saves a file. */
const MAKES =
  /\b(?:wget|curl|gdown|aria2c|unzip|tar|git clone|kaggle|kagglehub|hf_hub_download|snapshot_download|urlretrieve|download\w{0,30}|extractall|torch\.save|save\w{0,20}|dump|to_(?:csv|json|pickle|parquet)|imwrite|makedirs|mkdir)\b/;

/** Programs that never run without a line of output. */
const TELLS = /^[ \t]{0,20}! ?(?:wget|curl|gdown|aria2c|unzip|git clone)\b/m;

/** What they print where they fail. */
const FAILED =
  /\bERROR \d{3}\b|\b(?:403 Forbidden|404 Not Found)\b|\bunable to resolve host\b|\bcannot find or open\b|Cannot retrieve the public link|\bPermission denied\b|\bNo such file or directory\b|fatal: (?!destination path)|Traceback \(most recent call last\)|\bfailed: |\bUnauthorized\b|\bEnd-of-central-directory signature not found/;

/** A line that moves into a folder, from which paths count then. */
const MOVES = /^[ \t]{0,20}(?:%cd|os\.chdir\() ?\S/;

/** A line that fetches a project, and the folder that it makes. */
const CLONES =
  /^[ \t]{0,20}[!%] ?git clone\b[^\n]{0,200}?\/(?<folder>[\w.-]{1,80}?)(?:\.git)?[ \t]{0,20}$/;

/** How the cell that makes it, or moves to it, stands to the one that misses it. */
export type Making =
  'failed' | 'unrun' | 'below' | 'ran' | 'elsewhere' | 'unmoved';

export interface IMaker {
  readonly position: number;
  readonly state: Making;
  /** Its line, as it stands there. */
  readonly code: string;
}

/** Whether a line names a file, and not one that is called longer. */
function isNamedIn(line: string, base: string): boolean {
  const at = line.indexOf(base);
  return (
    at >= 0 &&
    !/[\w.-]$/.test(line.slice(0, at)) &&
    !/^[\w-]|^\.\w/.test(line.slice(at + base.length))
  );
}

/** Whether a line runs a program that is told to write into a folder. */
function isWrittenBy(line: string, folder: string): boolean {
  return (
    folder.length > 2 &&
    /^[ \t]{0,20}[!%] ?(?:\w{1,20}=\S{1,20} )?(?:python|run|torchrun|accelerate)\b/.test(
      line
    ) &&
    [
      ...line.matchAll(
        /--?(?:o|out|outputs?|output[-_]\w{1,12}|out[-_]\w{1,12}|save[-_]\w{1,12}|results?(?:[-_]\w{1,12})?|project|name|dest\w{0,8})[ =](?<into>[\w./-]{1,120})/g
      )
    ].some(({ groups }) => baseOf(groups?.into ?? '') === folder)
  );
}

/** How a cell that would have made something stands to the failed one. */
export function stateOf(
  cell: ISavedCell,
  failed: ISavedCell,
  isAbove: boolean
): Making {
  if (cell.hasFailed || FAILED.test(cell.printed ?? '')) {
    return 'failed';
  }
  const isSilent = cell.printed === undefined;
  if (
    (isSilent && TELLS.test(cell.source)) ||
    (cell.executionCount === null && failed.executionCount !== null)
  ) {
    return 'unrun';
  }
  return isAbove ? 'ran' : 'below';
}

/**
 * The cell that makes a file: the nearest above, else below; undefined where
 * the notebook is not at hand, or no cell names the file so.
 */
export function makerOf(
  path: string,
  { incident }: IReading
): IMaker | undefined {
  const { cells = [], at = 0 } = incident.around ?? {};
  const base = baseOf(path);
  if (base.length < 4) {
    return undefined;
  }
  const [folder = ''] = path.split(/[\\/]/).slice(-2, -1);
  const makers = cells.flatMap((cell, index) => {
    const code = cell.source
      .split('\n')
      .find(
        line =>
          !line.trimStart().startsWith('#') &&
          ((isNamedIn(line, base) && MAKES.test(line)) ||
            isWrittenBy(line, folder))
      );
    return index === at || code === undefined
      ? []
      : {
          position: cell.position,
          state: stateOf(cell, cells[at], index < at),
          code: code.trim()
        };
  });
  const own = cells[at]?.position ?? 0;
  return (
    makers.filter(({ position }) => position < own).pop() ??
    makers.find(({ position }) => position > own)
  );
}

/**
 * The nearest cell above that moves into a folder or clones a project, where it
 * failed or was skipped: what counts from there is not found then. A clone that is
 * there already is no failure.
 */
function moverOf(path: string, { incident }: IReading): IMaker | undefined {
  const { cells = [], at = 0 } = incident.around ?? {};
  const isWhole = /^(?:[\\/~]|[A-Z]:)/i.test(path);
  const parts = path.split(/[\\/]/).slice(0, -1);
  const movers = cells.slice(0, at).flatMap(cell => {
    const code = cell.source
      .split('\n')
      .find(
        line =>
          (!isWhole && MOVES.test(line)) ||
          parts.includes(CLONES.exec(line)?.groups?.folder ?? '')
      );
    const state: Making =
      cell.hasFailed || FAILED.test(cell.printed ?? '')
        ? 'elsewhere'
        : cell.executionCount === null && cells[at].executionCount !== null
          ? 'unmoved'
          : 'ran';
    return code === undefined
      ? []
      : { position: cell.position, state, code: code.trim() };
  });
  return movers.pop();
}

/** Whether the cells are at hand, and none but the failed one names the file. */
export function isNamedNowhere(path: string, { incident }: IReading): boolean {
  const { cells, at } = incident.around ?? {};
  const base = baseOf(path);
  const [folder = ''] = path.split(/[\\/]/).slice(-2, -1);
  return (
    cells !== undefined &&
    base.length > 3 &&
    cells.every(
      ({ source, printed = '' }, index) =>
        index === at ||
        (!`${source}\n${printed}`.includes(base) &&
          !source.split('\n').some(line => isWrittenBy(line, folder)))
    )
  );
}

/** The option of the command that a path begins with: `--dataroot ./data`. */
export function optionFor(
  path: string,
  { incident }: IReading
): string | undefined {
  const given = [
    ...incident.source.matchAll(
      /(?<option>--[a-z][\w-]{0,40})[ =](?<value>[\w./~-]{2,200})/gi
    )
  ].find(
    ({ groups }) =>
      path === groups?.value ||
      path.startsWith(`${groups?.value.replace(/\/$/, '') ?? ''}/`)
  );
  return given?.groups?.option;
}

/** What the words need of the cell that makes a file. */
export interface IMade {
  readonly path?: string;
  readonly cell?: string;
  readonly state?: string;
  readonly code?: string;
}

/** `makerOf`, or else `moverOf`, as values; undefined where it ran and shows no failure. */
export function madeIn(path: string, reading: IReading): IMade | undefined {
  const maker = makerOf(path, reading) ?? moverOf(path, reading);
  return maker === undefined || maker.state === 'ran'
    ? undefined
    : {
        path,
        cell: String(maker.position),
        state: maker.state,
        code: maker.code.length > 160 ? undefined : maker.code
      };
}

/** What is said where a cell would have made the file. */
export function madeWords(
  trans: ITranslate,
  { path = 'model.pth', cell = '1', state, code }: IMade
): IWords {
  const base = baseOf(path);
  const isMove = state === 'elsewhere' || state === 'unmoved';
  const run: IFix = {
    safety: 'check',
    title:
      state === 'failed' || state === 'elsewhere'
        ? trans.__('Mend cell %1, run it, then this one again', cell)
        : trans.__('Run cell %1, then this one again', cell),
    ...(code === undefined ? {} : { code }),
    detail: isMove
      ? trans.__(
          'Run twice, a %cd looks for the folder inside itself: see the path that it prints.'
        )
      : trans.__(
          'A download has to end without an error, and the file to have its whole size.'
        )
  };
  return {
    title: fitting(base, 24)
      ? trans.__('%1 is not there: see cell %2', base, cell)
      : isMove
        ? trans.__('The file is not there: see cell %1', cell)
        : trans.__('The file that cell %1 makes is not there', cell),
    cause: isMove
      ? state === 'unmoved'
        ? trans.__(
            'Cell %1 goes to the folder of the project, or fetches it, and it was not run: %2 may be searched in another folder.',
            cell,
            path
          )
        : trans.__(
            'Cell %1 was to go to the folder of the project, or to fetch it, and it shows an error: %2 may be searched in another folder.',
            cell,
            path
          )
      : state === 'failed'
        ? trans.__(
            'Cell %1 was to make %2, and its output shows that it failed.',
            cell,
            path
          )
        : state === 'below'
          ? trans.__(
              'Cell %1, further down, makes %2. It has to run before.',
              cell,
              path
            )
          : trans.__(
              'Cell %1 makes %2, and it shows no sign of having run in this session.',
              cell,
              path
            ),
    fixes: [
      run,
      {
        safety: 'diagnostic',
        title: trans.__('See what lies there'),
        code: `import os\nfolder = os.path.dirname(${JSON.stringify(path)}) or '.'\nprint(os.path.isdir(folder) and os.listdir(folder))`
      }
    ]
  };
}
