import type { IReading } from '../../../incident/types';
import { isNamedNowhere, madeIn, optionFor } from '../shared/made-by';
import { failedLine } from '../../predicates';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';
import { mountedIn, movedFrom, shownOf, type CellKind } from './from-cells';

/** What the text tells of a path that is not there. */
export type TextKind =
  | 'home'
  | 'drive'
  | 'onDrive'
  | 'kaggle'
  | 'windows'
  | 'unmade'
  | 'unjoined'
  | 'comma'
  | 'step'
  | 'node'
  | 'asked'
  | 'made'
  | 'nowhere'
  | 'option'
  | 'weights'
  | 'copies'
  | 'data'
  | CellKind
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
  /^(?:\[Errno 2\] )?File b?'(?<path>[^']{1,300})' does not exist/
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

/** A path of Linux or a Mac in what the cells printed. */
const SHOWN_POSIX =
  /(?:^|[\s"'(])\/(?:home|usr|opt|root|content|kaggle|Users)\/\w/;

/** Whether the files of the traceback, or what cells printed, are of a system other than Windows. */
function isPosix({ exceptions, incident }: IReading): boolean {
  const files = exceptions.flatMap(({ frames }) =>
    frames.map(({ file }) => file)
  );
  const printed = incident.around?.cells.map(one => one.printed ?? '') ?? [];
  return (
    files.some(file => file.startsWith('/')) ||
    (printed.some(text => SHOWN_POSIX.test(text)) &&
      ![...files, ...printed].some(text => /\b[A-Z]:\\/.test(text)))
  );
}

/** Whether a path counts from the top of the machine. */
function isWhole(path: string): boolean {
  return /^(?:[/\\]|[A-Z]:)/i.test(path);
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
    String.raw`^(?:[A-Z]\w{1,20} ){0,4}(?:(?:provided|given|specified|file|filename|path|checkpoint|weights|config) ){0,3}["'\u0060]?(?<path>${FILE}(?:[\\/][\w.-]{1,80}|\.(?:pth?|ckpt|ya?ml|json|onnx|bin|safetensors|txt|csv|tsv|zip|h5|pkl|np[yz]|wav|mp[34]|jpe?g|png)))["'\u0060]?,? (?:is |was |could |can |do(?:es)? ){0,2}(?:not (?:be )?(?:found|exist|exists)|doesn't exist|cannot be found|missing)\b`
  )
];

/** Whether torch is in play, or the path itself tells of a program like those. */
export function isTold(
  path: string,
  kind: TextKind,
  reading: IReading
): boolean {
  return (
    isTorchInPlay(reading) ||
    WEIGHTS.test(path) ||
    ['step', 'node', 'drive', 'onDrive', 'kaggle'].includes(kind)
  );
}

/** Files of weights, which repositories leave out. */
export const WEIGHTS =
  /\.(?:pth?|ckpt|onnx|safetensors|t7|pth\.tar|weights|caffemodel|trt|engine)$/i;

/** Whether a path lies in the folders of the program, or begins nowhere. */
function isOfProgram(path: string, { exceptions }: IReading): boolean {
  const own = (exceptions[0]?.frames ?? []).filter(
    ({ place }) => place === 'user'
  );
  const parts = own[0]?.file.split(/[\\/]/) ?? [];
  // The folder of the program, or the one above it.
  const roots = [1, 2]
    .filter(up => parts.length - up > 2)
    .map(up => parts.slice(0, parts.length - up).join('/'));
  return (
    !isWhole(path) ||
    roots.some(root => path.replace(/\\/g, '/').startsWith(`${root}/`))
  );
}

/** Files that data come in, and the lists of them. */
const DATA =
  /\.(?:json|jsonl|txt|csv|tsv|npy|npz|h5|hdf5|pkl|pickle|lmdb|mat|xml|cleaned|list|scp|arrow|parquet|bin|idx|jpe?g|png|tif|wav|flac|mp4)$/i;

/** Whether a program of a project reads its data from a path that begins nowhere. */
function isDataOfProgram(path: string, reading: IReading): boolean {
  const { incident, exceptions } = reading;
  return (
    !isWhole(path) &&
    /[\\/]/.test(path) &&
    (DATA.test(path) ||
      /^(?:\.?\.[\\/])*(?:data|datasets?)[\\/]/i.test(path)) &&
    (incident.kind === 'text' || incident.program !== undefined) &&
    (exceptions[0]?.frames.length ?? 0) > 1
  );
}

/** A folder and a name that a line adds: `root + 'labels.txt'`. */
const ADDED =
  /(?<name>\w{0,20}(?:root|dir|path|folder|base)\w{0,20}) ?\+ ?["'](?<tail>[a-z][\w./-]{1,80})["']/i;

/** The line’s folder and name, put together, where the path has no slash between them. */
export function unjoined(path: string, reading: IReading): string | undefined {
  const { name = '', tail = '' } =
    ADDED.exec(failedLine(reading))?.groups ?? {};
  return tail !== '' &&
    path.endsWith(tail) &&
    /\w$/.test(path.slice(0, -tail.length))
    ? `os.path.join(${name}, '${tail}')`
    : undefined;
}

/** Two texts side by side, which Python makes one: `'MyDrive' 'data'`. */
const BESIDE =
  /(?<first>["'][^"'\n]{1,60})(?<end>["']) {1,4}(?<second>["'][^"'\n]{1,60}["'])/g;

/** The same with the comma that is missing, where the path holds them as one. */
export function parted(path: string, reading: IReading): string | undefined {
  const found = [...failedLine(reading).matchAll(BESIDE)].find(({ groups }) =>
    path.includes(
      `${groups?.first.slice(1) ?? ''}${groups?.second.slice(1, -1) ?? ''}`
    )
  )?.groups;
  return found && `${found.first}${found.end}, ${found.second}`;
}

/** What the message and the frames tell of the path. */
export function kindOf(path: string, reading: IReading): TextKind {
  if (path.startsWith('~')) {
    return 'home';
  }
  if (copiesIn(reading)) {
    return 'copies';
  }
  if (parted(path, reading) !== undefined) {
    return 'comma';
  }
  if (/^(?:\/content\/|\.\/)?g?drive\/./.test(path)) {
    return path.startsWith('/content/') && mountedIn(reading) !== undefined
      ? 'onDrive'
      : 'drive';
  }
  if (path.startsWith('/kaggle/input/')) {
    return 'kaggle';
  }
  if (isOfWindows(path) && isPosix(reading)) {
    return 'windows';
  }
  if (unjoined(path, reading) !== undefined) {
    return 'unjoined';
  }
  if (isWritten(reading) && /[\\/]/.test(path)) {
    return 'unmade';
  }
  if (NODE.test(path)) {
    return 'node';
  }
  if (madeIn(path, reading)) {
    return 'made';
  }
  const shown = shownOf(path, reading);
  if (shown) {
    return shown.kind;
  }
  const option = optionFor(path, reading);
  if (
    WEIGHTS.test(path) &&
    isOfProgram(path, reading) &&
    (reading.incident.kind === 'text' ||
      reading.code === '' ||
      reading.incident.program ||
      option)
  ) {
    return 'weights';
  }
  if (option) {
    return 'option';
  }
  if (movedFrom(path, reading)) {
    return 'moved';
  }
  if (!isWhole(path) && isNamedNowhere(path, reading)) {
    return 'nowhere';
  }
  if (OF_STEP.test(path) && reading.incident.kind === 'text') {
    return 'step';
  }
  if (isDataOfProgram(path, reading)) {
    return 'data';
  }
  return 'unknown';
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

/** Whether the text tells more of a path than the message does. */
export function isTelling(
  path: string,
  kind: TextKind,
  reading: IReading
): boolean {
  return (
    kind !== 'unknown' ||
    (!isWhole(path) && askedFrom(reading, kind).script !== undefined)
  );
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

/** The file of weights that a line of the user's own writes out. */
export function weightsAsked({ exceptions }: IReading): string | undefined {
  return (exceptions[0]?.frames ?? [])
    .filter(({ place }) => place !== 'library')
    .flatMap(({ code }) => [
      ...code.matchAll(/["'](?<path>[^"'\n]{1,200})["']/g)
    ])
    .map(([, path]) => path)
    .find(path => WEIGHTS.test(path));
}

/** A package in the folder of installed ones, and the egg around it. */
const IN_PACKAGES =
  /^(?<place>.{0,200}[\\/](?:site|dist)-packages)[\\/](?:[\w.+-]{1,80}\.egg[\\/])?(?<name>[A-Za-z]\w{1,60})[\\/]/;

/**
 * A package of which both the clone and an installed copy ran: the second may
 * lack what the first has.
 */
export function copiesIn({
  exceptions
}: IReading):
  | { readonly names: string; readonly there: string; readonly folder: string }
  | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const own = frames.find(({ place }) => place === 'user')?.file ?? '';
  const parts = own.split(/[\\/]/).slice(0, -1);
  const found = frames
    .map(({ file }) => IN_PACKAGES.exec(file)?.groups)
    .find(groups => groups !== undefined && parts.includes(groups.name));
  return found
    ? {
        names: found.name,
        there: found.place,
        folder: parts.slice(0, parts.lastIndexOf(found.name)).join('/')
      }
    : undefined;
}
