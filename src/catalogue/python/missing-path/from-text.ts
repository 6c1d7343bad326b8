import type { IReading } from '../../../incident/types';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';

/** What the text tells of a path that is not there. */
export type TextKind =
  | 'home'
  | 'drive'
  | 'kaggle'
  | 'windows'
  | 'unmade'
  | 'step'
  | 'node'
  | 'asked'
  | 'absolute'
  | 'unknown';

/** Calls that write a file, where a frame or a line has them. */
const WRITES =
  /\b(?:np\.|numpy\.)?savez?(?:_compressed|txt)?\(|\btorch\.save\(|\.savefig\(|\.to_(?:csv|json|pickle|parquet|excel)\(|\bimwrite\(|\.save\(|\bZipFile\([^)\n]{0,80}["']w|\bopen\([^)\n]{0,120}["'][wax]b?\+?["']|\bwith _open_zipfile_writer|mode=["']w/;

/** Whether it is written, and not read. */
function isWritten({ exceptions, incident, code }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  return WRITES.test(
    frames.length > 0
      ? frames.map(frame => frame.code).join('\n')
      : incident.source || code
  );
}

/** Python, and what reads and writes files for it, in the words of each system. */
export const NOT_THERE: readonly RegExp[] = [
  /^\[Errno 2\] No such file or directory: (?:Posix|Windows)?(?:Path\()?'(?<path>[^']{1,300})'/,
  /^\[WinError [23]\] [^':]{1,200}: '(?<path>[^']{1,300})'/,
  /^\[Errno 2\] File b?'(?<path>[^']{1,300})' does not exist/
];

/** The same of libraries that have words of their own. */
export const NOT_OPENED: readonly RegExp[] = [
  /^[Uu]nable to (?:synchronously )?open file \(unable to open file: name = '(?<path>[^']{1,300})', errno = 2\b/,
  /^Error opening '(?<path>[^']{1,300})': System error/
];

/** A program that is not installed gives the same message. */
export function isOfFile(reading: IReading): boolean {
  return (
    isAlone(reading) &&
    (reading.incident.kind === 'text'
      ? mayBeTorch(reading)
      : isTorchInPlay(reading)) &&
    !reading.mentions('subprocess')
  );
}

/** Whether the files of the traceback lie on a system other than Windows. */
function isPosix({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(({ file }) => file.startsWith('/'))
  );
}

/** Whether a path is in the way of Windows: a drive, or parted by backslashes. */
function isOfWindows(path: string): boolean {
  return /^[A-Z]:[\\/]/i.test(path) || (/\\/.test(path) && !/\//.test(path));
}

/** ComfyUI takes each folder there for an extension. */
export const NODE =
  /[\\/]custom_nodes[\\/]{1,4}(?<node>[^\\/]{1,80})[\\/]{1,4}__init__\.py$/;

/** Folders into which a program writes what a later step of it reads. */
const OF_STEP =
  /(?:^|[\\/])(?:logs?|outputs?|results?|runs|tmp|temp|cache|(?:pre)?processed|features?|exp(?:eriments?)?)[\\/]/i;

const FILE = String.raw`[\w.~:()@+-][\w.~:()@+ \\/-]{0,200}`;

/** What programs say where a folder, a data set or a file of weights is not there. */
export const ASKED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:[Tt]he )?(?:[Dd]irectory |[Ff]older |[Pp]ath )?["'\u0060]?(?<path>${FILE})["'\u0060]? is not a (?:valid )?(?:directory|folder|file|path)\b`
  ),
  /\b[Cc]ould(?: not|n't) find (?<path>[\w .-]{1,60}) in any of: \[/,
  /\bLoad model from (?<path>\S{1,300}) failed:/,
  /\bmissing paths? \[?["'](?<path>[^"']{1,300})["']/,
  /\bError loading data from (?<path>[^\s:]{1,200}):? .{0,300}does not exist/,
  /\bNo (?:images|labels|image files|videos|files) found in (?<path>[^\s,]{1,200}?)[.,]?(?= |$)/,
  new RegExp(
    String.raw`^(?:[A-Z]\w{1,20} ){0,4}["'\u0060]?(?<path>${FILE}(?:[\\/][\w.-]{1,80}|\.(?:pth?|ckpt|ya?ml|json|onnx|bin|safetensors|txt|csv|tsv|zip|h5|pkl|np[yz]|wav|mp[34]|jpe?g|png)))["'\u0060]?,? (?:is |was |could |can |do(?:es)? ){0,2}(?:not (?:be )?(?:found|exist|exists)|doesn't exist|cannot be found|missing)\b`
  )
];

/** Whether torch is in play, or the path itself tells of a program like those. */
export function isTold(path: string, reading: IReading): boolean {
  return (
    isTorchInPlay(reading) ||
    ['step', 'node', 'drive', 'kaggle'].includes(kindOf(path, reading))
  );
}

/** What the message and the frames tell of the path. */
export function kindOf(path: string, reading: IReading): TextKind {
  if (path.startsWith('~')) {
    return 'home';
  }
  if (/^\/content\/g?drive\//.test(path)) {
    return 'drive';
  }
  if (path.startsWith('/kaggle/input/')) {
    return 'kaggle';
  }
  if (isOfWindows(path) && isPosix(reading)) {
    return 'windows';
  }
  if (isWritten(reading) && /[\\/]/.test(path)) {
    return 'unmade';
  }
  if (NODE.test(path)) {
    return 'node';
  }
  if (OF_STEP.test(path) && reading.incident.kind === 'text') {
    return 'step';
  }
  return /^(?:[/\\]|[A-Z]:)/i.test(path) ? 'absolute' : 'unknown';
}

/** A program's file of the user's own that asked for it, as the traceback has it. */
const FOLDER = /^(?<folder>.{1,200})[\\/](?<script>[\w-]{1,60}\.py)$/;

/**
 * The folder of the program that asked for a path, and its name: a path that
 * begins nowhere is not searched there.
 */
export function askedFrom(
  { exceptions }: IReading,
  kind: TextKind
): { readonly folder?: string; readonly script?: string } {
  const own = (exceptions[0]?.frames ?? []).filter(
    ({ place }) => place !== 'library'
  );
  const { folder, script } =
    (kind === 'unknown' && own[0]?.place === 'user'
      ? FOLDER.exec(own[0].file)?.groups
      : undefined) ?? {};
  return { folder, script };
}

/** Whether the cells are known, and none imports what mounts Google Drive. */
export function isUnmounted(reading: IReading): boolean {
  const { imports } = reading.incident;
  return (
    imports !== undefined &&
    !imports.includes('google.colab') &&
    !reading.mentions('google.colab')
  );
}
