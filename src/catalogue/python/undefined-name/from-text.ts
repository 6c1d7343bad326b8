/** What the message and the lines at hand tell of a name. */
import { callingPackage, printedPlace } from '../../shared/code-owner';
import { torchOf, versionOf } from '../../shared/stack';
import type { IFrame, IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { nearIn } from '../../shared/near';
import { failedLine, printedText } from '../../predicates';
import { dottedIn, partlyIn } from './near-parts';
import { OF_OLD_FASTAI, OF_THE_BOOK } from './names';
import { isOfTorch, today, usualImport } from './usual-imports';
import type { Value } from './values';

/** What Python says of a name without a value. */
export const NAME = /^name '(?<name>\w{1,200})' is not defined\b/;

/** Whether the name alone is a part of torch: `nn`, `DataLoader`, `gv`. */
export function namesTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => {
    const name = NAME.exec(message)?.groups?.name ?? '';
    return isOfTorch(name) || OF_THE_BOOK.has(name) || OF_OLD_FASTAI.has(name);
  });
}

/** The innermost line, and the function that it stands in. */
function failedFrame({ exceptions }: IReading): IFrame | undefined {
  const frames = exceptions[0]?.frames ?? [];
  return frames[frames.length - 1];
}

/** A word that stands at a usual place, without which nothing follows. */
function usedAs(name: string, reading: IReading): 'learner' | 'init' | null {
  const line = failedFrame(reading)?.code || reading.incident.source;
  return name === 'learn' && /\blearn\.\w/.test(line)
    ? 'learner'
    : line.includes(`.apply(${name})`)
      ? 'init'
      : null;
}

/** `total / steps` in a function that counts no steps. */
function isCount(name: string, reading: IReading): boolean {
  const { func = '', code = '' } = failedFrame(reading) ?? {};
  return (
    !['', '<module>'].includes(func) &&
    new RegExp(String.raw`/ ?${name}\b`).test(code)
  );
}

/** Words of JSON, and what Python calls them. */
const JSON_WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None']
]);

/** A package's compiled part, which PyTorch and its extensions call so. */
function isCompiledPart({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => /^name '_C' is/.test(message));
}

/** Whether torch has to do with it, be it by the name alone. */
export function isOurs(reading: IReading): boolean {
  return (
    isTorchInPlay(reading) || namesTorch(reading) || isCompiledPart(reading)
  );
}

/** A line of a cell that %timeit or %%time ran. */
const MAGIC = /^<(?:magic-timeit|timed exec|timed eval)>$/;

/** The file whose line failed, where it is none of a cell. */
export function failedFile(reading: IReading): string | undefined {
  const last = reading.exceptions[0]?.frames.slice(-1)[0];
  if (last === undefined) {
    return printedPlace(reading)?.file;
  }
  return last.place === 'cell' || MAGIC.test(last.file)
    ? undefined
    : last.file.split(/[\\/]/).pop();
}

export type TextKind =
  | 'unknown'
  | 'file'
  | 'fileImport'
  | 'ownFile'
  | 'json'
  | 'started'
  | 'follows'
  | 'package'
  | 'inside'
  | 'compiled'
  | 'import'
  | 'slip'
  | 'old'
  | 'book'
  | 'fastai'
  | 'learner'
  | 'init'
  | 'count';

/** What Python prints between an error and one of its handler. */
const HANDLING =
  /During handling of the above exception, another exception occurred/;

/** Whether it was raised while another error was handled, whose text is not at hand. */
function isFollowUp(reading: IReading): boolean {
  return reading.exceptions.length === 1 && HANDLING.test(printedText(reading));
}

/** What the text alone tells of a name. */
export function read(
  name: string,
  reading: IReading
): ValuesOf<Value> & { readonly kind: TextKind } {
  const file = failedFile(reading);
  const old = today(name);
  const near =
    old ??
    dottedIn(reading.code, name, failedLine(reading)) ??
    nearIn(reading.code, name) ??
    partlyIn(reading.code, name) ??
    undefined;
  const usual = usualImport(name);
  const version = OF_OLD_FASTAI.get(name);
  const { func, place } = failedFrame(reading) ?? {};
  if (name === '_C') {
    return { kind: 'compiled', module: extensionOf(reading) };
  }
  if (OF_THE_BOOK.has(name)) {
    return { kind: 'book' };
  }
  if (version !== undefined) {
    return { kind: 'fastai', version };
  }
  const owner = file && callingPackage(reading);
  if (owner) {
    return {
      kind: 'package',
      module: owner,
      installed: versionOf(reading, owner),
      torch: torchOf(reading)
    };
  }
  if (JSON_WORDS.has(name) && file?.endsWith('.ipynb')) {
    return { kind: 'started', module: file, near: JSON_WORDS.get(name) };
  }
  if (place !== 'library' && JSON_WORDS.has(name)) {
    return { kind: 'json', near: JSON_WORDS.get(name) };
  }
  if (file && place === 'user') {
    if (usual) {
      return { kind: 'fileImport', ...usual, file };
    }
    if (old !== undefined) {
      return { kind: 'old', near: old };
    }
  }
  if (file && place === 'user' && isFollowUp(reading)) {
    return { kind: 'follows', module: file };
  }
  if (file) {
    // A class that is missing was not imported; a variable belongs elsewhere.
    return place === 'user' &&
      /^[a-z]/.test(name) &&
      func !== undefined &&
      !['', '<module>'].includes(func)
      ? { kind: 'inside', module: file, func }
      : { kind: place === 'user' ? 'ownFile' : 'file', module: file };
  }
  if (usual) {
    return { kind: 'import', ...usual };
  }
  const use = usedAs(name, reading);
  if (near !== undefined) {
    return { kind: old === undefined ? 'slip' : 'old', near };
  }
  return use !== null
    ? { kind: use }
    : isCount(name, reading)
      ? { kind: 'count', func: failedFrame(reading)?.func }
      : { kind: 'unknown' };
}

/** The package of the file that asks for its compiled part. */
function extensionOf(reading: IReading): string | undefined {
  const file = failedFrame(reading)?.file ?? '';
  return (
    /[\\/](?:site|dist)-packages[\\/](\w{1,40})/.exec(file)?.[1] ??
    (/[\\/](?:GroundingDINO|groundingdino)[\\/]/.test(file)
      ? 'groundingdino'
      : undefined)
  );
}
