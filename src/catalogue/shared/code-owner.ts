import type { IFrame, IReading } from '../../incident/types';
import { printedText } from '../predicates';

const INSTALLED = /[\\/](?:site|dist)-packages[\\/](?<module>\w{1,60})\b/;

/** What runs the code of others: torch's modules, and what calls a notebook's cell. */
const RUNS_OTHERS = /^(?:torch|functorch|IPython|ipykernel|_\w{0,60})$/;

/** The package that a frame lies in; none for torch, which runs the code of others. */
export function moduleOf({ file }: IFrame): string | undefined {
  const module = INSTALLED.exec(file)?.groups?.module;
  return module === undefined || RUNS_OTHERS.test(module) ? undefined : module;
}

/** What stands around a function of whatever code, and hands its call on. */
const HANDS_ON =
  /[\\/](?:transformers[\\/]utils[\\/]deprecation|huggingface_hub[\\/]utils[\\/]_(?:deprecation|validators)|lightning_utilities[\\/]core[\\/]rank_zero)\.py$/;

/**
 * A frame that tells nothing of who asked: a decorator, or the object's own answer.
 * A library that loads its parts late asks for its own names, and is the asker.
 */
function isHandedOn({ file, func }: IFrame): boolean {
  return (
    HANDS_ON.test(file) ||
    (/^__getattr(?:ibute)?__$/.test(func) &&
      !/[\\/]import_utils\.py$/.test(file))
  );
}

/** The frames up to the one that asked, without what only handed the call on. */
export function askingFrames({ exceptions }: IReading): readonly IFrame[] {
  const frames = exceptions[0]?.frames ?? [];
  const last = frames.map(isHandedOn).lastIndexOf(false);
  return last < 0 ? frames : frames.slice(0, last + 1);
}

/** The frames of libraries that the innermost line of the user's own led to. */
export function libraryFrames(reading: IReading): readonly IFrame[] {
  const frames = askingFrames(reading);
  const own = frames.map(({ place }) => place !== 'library').lastIndexOf(true);
  return frames.slice(own + 1);
}

/** Whether a line of a library raised it, and no line of the user's. */
export function isRaisedInLibrary(reading: IReading): boolean {
  return libraryFrames(reading).length > 0;
}

/** The line of a package that made the call that torch refused. */
function packageFrame(reading: IReading): IFrame | undefined {
  return libraryFrames(reading)
    .filter(frame => moduleOf(frame) !== undefined)
    .pop();
}

/**
 * The package whose code made the call that torch refused, as `transformers`;
 * undefined where a line of the user's made it, or no frame tells.
 */
export function callingPackage(reading: IReading): string | undefined {
  const frame = packageFrame(reading);
  return frame && moduleOf(frame);
}

/** The last layer, which people exchange in models of packages. */
const HEAD = /\bself\.(?:fc|classifier|heads?|head_drop|last_linear)\b/;

/** What trains or describes a model that the user gave it. */
const WRAPS =
  /^(?:fastai|fastcore|(?:pytorch_)?lightning\w{0,8}|ignite|skorch|accelerate|torchsummary|torchinfo|thop|fvcore|torchviz|captum|opacus)$/;

/**
 * The package whose layer it is that refused its input, but for the last one,
 * which users exchange for one of theirs.
 */
export function layerOwner(reading: IReading): string | undefined {
  const owner = callingPackage(reading);
  return HEAD.test(packageFrame(reading)?.code ?? '') || WRAPS.test(owner ?? '')
    ? undefined
    : owner;
}

/**
 * Whether a line of the user's own made the call that torch refused, rather than
 * that of a package, or one that is not at hand.
 */
export function isOwnCall(reading: IReading): boolean {
  const frames = reading.exceptions[0]?.frames ?? [];
  return (
    packageFrame(reading) === undefined &&
    frames.some(({ place }) => place !== 'library')
  );
}

/** A frame in a file of a package, where a drawn traceback was cut and no frame is whole. */
const PRINTED =
  /[\\/](?:site|dist)-packages[\\/](?<module>\w{1,60})[\\/](?:[\w.-]{1,60}[\\/]){0,8}(?<file>\w{1,60}\.py):\d{1,5} in \w/g;

/**
 * The package, and its file, that a text without frames names last: there it
 * failed, as far as that text tells.
 */
export function printedPlace(
  reading: IReading
): { readonly module: string; readonly file: string } | undefined {
  if (reading.exceptions.some(({ frames }) => frames.length > 0)) {
    return undefined;
  }
  const { module, file } =
    [...printedText(reading).matchAll(PRINTED)].pop()?.groups ?? {};
  return module && file ? { module, file } : undefined;
}
