/** What a kernel still knew of a path that the system refused. */
import { asNumber } from './death/death';
import { asText, asTexts, asWord, type Data } from './live-data';

/** What is the matter with a path. */
export type PathState =
  /** What lies beside the missing part differs by a letter or two. */
  | 'near'
  /** It begins with `~`, which only a shell puts in. */
  | 'home'
  /** It holds `$NAME`, which only a shell puts in. */
  | 'variable'
  /** Without the white space around it, it exists. */
  | 'space'
  /** It holds a tab or a line end, made of a backslash. */
  | 'escape'
  /** With other slashes it exists. */
  | 'backslash'
  /** It exists in another folder. */
  | 'elsewhere'
  /** Its last part is missing. */
  | 'file'
  /** A folder before its last part is missing. */
  | 'folder'
  /** It is a folder, where a file is wanted. */
  | 'directory'
  /** A part of it is a file, where a folder is wanted. */
  | 'not-folder';

const PATH_STATES: readonly PathState[] = [
  'near',
  'home',
  'variable',
  'space',
  'escape',
  'backslash',
  'elsewhere',
  'file',
  'folder',
  'directory',
  'not-folder'
];

/** Of a path that the system refused. */
export interface IPathFacts {
  readonly kind: 'path';
  readonly state: PathState;
  readonly path: string;
  /** The part that exists, and the first that does not. */
  readonly there: string;
  readonly gone: string | null;
  /** The path that may have been meant, as Python writes it. */
  readonly better: string | null;
  /** For `~` and `$NAME`: whether the path exists once they are put in. */
  readonly expands: boolean;
  /** How much lies in the part that exists, and some of its names. */
  readonly count: number;
  readonly names: readonly string[];
  /** The folder in which the kernel works. */
  readonly folder: string;
  /** Whether it was to be written; null where that cannot be told. */
  readonly writes: boolean | null;
}

/** Null where it is not what `paths.py` reports. */
export function parsePath(from: Data): IPathFacts | null {
  const state = asWord(PATH_STATES, from.state);
  const path = asText(from.path);
  const there = asText(from.there);
  return state === null || path === null || there === null
    ? null
    : {
        kind: 'path',
        state,
        path,
        there,
        gone: asText(from.gone),
        better: asText(from.better),
        expands: from.expands === true,
        count: asNumber(from.count) ?? 0,
        names: asTexts(from.names),
        folder: asText(from.folder) ?? '',
        writes: typeof from.writes === 'boolean' ? from.writes : null
      };
}
