import type { IFrame, IReading } from '../../../incident/types';
import { moduleOf } from '../../shared/code-owner';
import { failedPlugin, hostOf, pluginOf } from '../../shared/hosted';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { printedText } from '../../predicates';
import { memoize } from '../../../shared/memoize';
import { libraryIn } from '../shared/libraries';
import { isOwnCode } from '../shared/own-code';

/** What does not fit: a plugin and its host, a package and another, … */
export type Kind =
  | 'plugin'
  | 'replaced'
  | 'workflow'
  | 'requirement'
  | 'submodule'
  | 'mixed'
  | 'hollow'
  | 'library';

/** How it shows: the sentence that goes with it. */
export type Shape = 'keyword' | 'count' | 'lacking' | 'member' | 'name' | 'key';

/** What was read. */
export interface IParts {
  readonly kind: Kind;
  readonly shape: Shape;
  /** Who asks, or whose folder it is. */
  readonly asker?: string;
  readonly folder?: string;
  readonly host?: string;
  /** What is called or asked. */
  readonly call?: string;
  /** The argument, or the name. */
  readonly name?: string;
  /** The package that is asked, where its name tells another one. */
  readonly other?: string;
}

type Said = Pick<IParts, 'shape' | 'call' | 'name'>;

// From the beginning of a name on: to begin within one costs the more.
const CALL = String.raw`(?<![\w.<>])(?<call>[\w.<>]{1,120})\(\)`;

/** Errors of two pieces of which one has changed, by their shape. */
export const SHAPES: readonly (readonly [Shape, RegExp])[] = [
  [
    'keyword',
    new RegExp(
      String.raw`${CALL} got an unexpected keyword argument ["'](?<name>\w{1,100})["']`
    )
  ],
  [
    'lacking',
    new RegExp(
      String.raw`${CALL} missing \d{1,2} required (?:positional|keyword-only) arguments?: ["'](?<name>\w{1,60})["']`
    )
  ],
  [
    'count',
    new RegExp(
      String.raw`${CALL} takes (?:from \d{1,2} to )?\d{1,2} positional arguments? but \d{1,2} (?:were|was) given`
    )
  ],
  [
    'count',
    new RegExp(
      String.raw`${CALL} expected at most \d{1,2} argument\(s\) but received \d{1,2}`
    )
  ],
  ['count', /(?:not enough|too many) values to unpack \(expected \d{1,2}/],
  [
    'name',
    /cannot import name ["'](?<name>\w{1,100})["'] from ["'](?<call>[\w.]{1,120})["']/
  ],
  [
    'name',
    /module ["'](?<call>[\w.]{1,120})["'] has no attribute ["'](?<name>\w{1,100})["']/
  ],
  [
    'member',
    /["'](?<call>\w{1,80})["'] object has no attribute ["'](?<name>\w{1,100})["']/
  ],
  ['key', /^["'](?<name>\w{1,60})["']$/]
];

/** Values of Python itself and of everyone’s data: whose they are is not told. */
const ANYONES =
  /^(?:NoneType|str|int|float|bool|bytes|list|tuple|dict|set|function|builtin_function_or_method|method|module|type|generator|ndarray|Tensor|Parameter|DataFrame|Series|Image|Namespace|property)$/;

/** A class that packages on torch bring, rather than one of the user’s. */
const OF_PACKAGES =
  /^(?:Peft|Lora|SentenceTransformer|PreTrained)|For(?:CausalLM|ConditionalGeneration|SequenceClassification|TokenClassification|QuestionAnswering|MaskedLM)$|LMHeadModel$|Tokenizer(?:Fast)?$|PreTrainedModel$|Pipeline$|Processor$|FeatureExtractor$|Cache$|Scheduler$|GenerationMixin$|StreamGenerator$/;

/** Compiled parts of Gaussian splatting, which each project changes for itself. */
const SPLATS =
  /\bGaussianRasteriz|\brasteriz(?:er|e_gaussians)\b|\bdiff_\w{0,40}rasterization|\bsimple_knn\b/;

/** The file in which such projects call it. */
const SPLAT_FILE =
  /gaussian_renderer|gaussian_splatting[\\/]|[\\/]gaussian_(?:render|model)\.py$/;

/** ComfyUI calls a node with what the saved workflow holds. */
const NODE_CALL = /getattr\(obj, func\)\(\*\*|\bgetattr\(class_def, \w+\)/;

/** A file of a node that stands among the frames. */
const PLUGIN_FILE = /[\\/]custom_nodes[\\/][^\n"]{1,200}\.py\b/;

/** How ComfyUI reports an error, above the frames and without its class. */
export const REPORTED = /Error occurred when executing [\w +()-]{1,60}: /;

/** What Python says of a folder without files of Python. */
const EMPTY = /\(unknown location\)/;

/** `from` a module in the same package. */
function topOf(module: string | undefined): string | undefined {
  return module?.split('.')[0];
}

function lastFrame({ exceptions }: IReading): IFrame | undefined {
  return exceptions[0]?.frames.at(-1);
}

function shapeIn(message: string): Said | undefined {
  for (const [shape, pattern] of SHAPES) {
    const found = pattern.exec(message);
    if (found) {
      return {
        shape,
        call: found.groups?.call?.replace(/\.__(?:init|new)__$/, ''),
        name: found.groups?.name
      };
    }
  }
  return undefined;
}

/** Where a function stands in for the one that the line calls. */
function isReplaced(call: string | undefined, code: string): boolean {
  const bare = call?.split('.').pop() ?? '';
  const called = [...code.matchAll(/(\w{1,80})\(/g)].map(([, name]) => name);
  return (
    (bare !== '' &&
      !bare.startsWith('__') &&
      called.length > 0 &&
      !called.includes(bare) &&
      called.some(name => name.length > 5 && bare.startsWith(name))) ||
    (call?.includes('<locals>') === true && !/lambda/.test(call))
  );
}

function splatIn({ call }: Said, reading: IReading): boolean {
  const frame = lastFrame(reading);
  return (
    SPLATS.test(call ?? '') ||
    SPLATS.test(frame?.code ?? '') ||
    (SPLAT_FILE.test(frame?.file ?? '') && call === '__new__')
  );
}

/** A host that is called from a plugin, or calls one. */
function partsOfHost(said: Said, reading: IReading): IParts | undefined {
  const host = hostOf(reading);
  const frame = lastFrame(reading);
  if (host === undefined || ANYONES.test(said.call ?? '')) {
    return undefined;
  }
  const plugin = failedPlugin(reading);
  const isArgument = said.shape === 'keyword' || said.shape === 'lacking';
  if (host === 'ComfyUI' && isArgument && NODE_CALL.test(frame?.code ?? '')) {
    return { ...said, kind: 'workflow', host };
  }
  const isBelow = frame === undefined || pluginOf(frame) === undefined;
  if (said.shape === 'key' && frame === undefined && host === 'ComfyUI') {
    return PLUGIN_FILE.test(printedText(reading))
      ? { ...said, kind: 'plugin', host, asker: plugin?.name }
      : undefined;
  }
  if (plugin && (said.shape !== 'key' || isBelow)) {
    return {
      ...said,
      kind: 'plugin',
      host,
      asker: plugin.name,
      folder: plugin.folder
    };
  }
  if (isArgument && isReplaced(said.call, frame?.code ?? '')) {
    return { ...said, kind: 'replaced', host };
  }
  return said.shape === 'keyword' || said.shape === 'name'
    ? { ...said, kind: 'requirement', host, asker: frame && moduleOf(frame) }
    : undefined;
}

/** A package that asks another one, or a part of itself, for what is not there. */
function partsOfPackages(said: Said, reading: IReading): IParts | undefined {
  const frames = reading.exceptions[0]?.frames ?? [];
  // Where an object passes a name on that it lacks, nobody is told to ask.
  const asker = frames
    .filter(({ func }) => !func.endsWith('__getattr__'))
    .flatMap(frame => moduleOf(frame) ?? [])
    .pop();
  const last = frames.at(-1);
  if (
    last?.place !== 'library' ||
    !isTorchInPlay(reading) ||
    isOwnCode(reading, said.call ?? '', said.name)
  ) {
    return undefined;
  }
  if (said.shape === 'member') {
    // Torch's own frames alone tell of no package.
    return OF_PACKAGES.test(said.call ?? '') &&
      frames.some(frame => moduleOf(frame) !== undefined)
      ? { ...said, kind: 'library', asker }
      : undefined;
  }
  if (asker === undefined) {
    return undefined;
  }
  const other = topOf(said.call);
  switch (said.shape) {
    case 'name':
      return other === asker
        ? { ...said, kind: 'mixed', asker }
        : EMPTY.test(reading.exceptions[0]?.message ?? '')
          ? { ...said, kind: 'hollow', asker, other }
          : { ...said, kind: 'library', asker, other };
    case 'key':
      return undefined;
    default:
      // Of those whose releases are known to hang together more is said.
      return said.call !== undefined &&
        (libraryIn(asker) === undefined || said.shape === 'lacking')
        ? { ...said, kind: 'library', asker }
        : undefined;
  }
}

/** What was raised, where a report of ComfyUI names no class as well. */
function messageOf({ exceptions, log }: IReading): string {
  const [raised] = exceptions;
  const report = raised?.name ? null : REPORTED.exec(log);
  return report
    ? log.slice(report.index + report[0].length).split(' File "')[0]
    : (raised?.message ?? '');
}

/** Which two pieces do not fit each other, where the frames show two. */
export const partsIn = memoize((reading: IReading): IParts | undefined => {
  const message = messageOf(reading);
  const said = shapeIn(message);
  if (said === undefined || /circular import/.test(message)) {
    return undefined;
  }
  if (splatIn(said, reading)) {
    return said.shape === 'member' || said.shape === 'key'
      ? undefined
      : { ...said, kind: 'submodule' };
  }
  return partsOfHost(said, reading) ?? partsOfPackages(said, reading);
});
