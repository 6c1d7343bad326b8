import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { fold } from '../../../incident/text/clean';
import { ownValue } from '../../../shared/own-value';
import { assignmentsIn } from '../../shared/ran-code';
import { bareName, passedFunction, printedText } from '../../predicates';
import type { ValuesOf } from '../../define';
import { isAttention, SETTINGS, settingsOf } from './settings';

/** `format_size` of c10: `512 bytes`, `2.00 MiB`; MPS prints GB. */
const SIZE = String.raw`\d{1,15}(?:\.\d{1,3})? (?:bytes|[KMGTP]i?B)`;

const UNIT: Record<string, number> = {
  bytes: 2 ** -30,
  K: 2 ** -20,
  M: 2 ** -10,
  G: 1,
  T: 2 ** 10,
  P: 2 ** 20
};

/** What a driver that knows no figure prints (Windows WDDM): 2^34 GiB. */
const UNKNOWN = 2 ** 33;

/** What the CUDA context of a process takes itself, in GiB, with a margin. */
const CONTEXT = 1.5;

/** Less of torch's part than this in pieces, and they are not what is missing. */
const PIECES = 0.1;

/** A smaller part of what lies in pieces fits into one of them. */
const SMALL = 0.02;

/** The figures of one message, in GiB. Absent where it does not tell. */
interface IFigures {
  readonly tried?: number;
  readonly total?: number;
  readonly free?: number;
  /** By tensors, torch's own count. */
  readonly allocated?: number;
  /** Kept by torch's allocator but not used by a tensor. */
  readonly unused?: number;
  /** All of this process, torch's part included. */
  readonly process?: number;
  /** Of processes that are surely others. */
  readonly others?: number;
  /** By Metal in this process, torch's part left out. */
  readonly other?: number;
  /** set_per_process_memory_fraction. */
  readonly limit?: number;
}

/** Why the memory was not to be had: the rules are in `reasonFor`. */
type Reason =
  | 'impossible'
  | 'limit'
  | 'others'
  | 'outside'
  | 'elsewhere'
  | 'fragmented'
  | 'weights'
  | 'loading'
  | 'gathered'
  | 'unmoved'
  | 'full';

function gib(size: string | undefined): number | undefined {
  if (size === undefined) {
    return undefined;
  }
  const [number, unit] = size.split(' ');
  const value =
    Number(number) * (ownValue(UNIT, unit === 'bytes' ? unit : unit[0]) ?? NaN);
  return value < UNKNOWN ? value : undefined;
}

/** For people: three digits are enough to decide on. */
export function readable(size: number): string {
  if (size < 2 ** -20) {
    return `${Math.round(size * 2 ** 30)} bytes`;
  }
  const [value, unit] =
    size >= 1
      ? [size, 'GiB']
      : size >= 2 ** -10
        ? [size * 2 ** 10, 'MiB']
        : [size * 2 ** 20, 'KiB'];
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${unit}`;
}

function find(text: string, ...patterns: string[]): number | undefined {
  for (const pattern of patterns) {
    const found = new RegExp(pattern.replace('SIZE', `(${SIZE})`)).exec(text);
    if (found) {
      return gib(found[1]);
    }
  }
  return undefined;
}

/**
 * This process and the others, by NVML. In a container the pids differ, and
 * the own process stands among the others: it is the one whose size is what
 * torch counts and a context, or that leaves no room for a second.
 */
function processesOf(
  text: string,
  own: number,
  total = Infinity
): Pick<IFigures, 'process' | 'others'> {
  const sizes = Array.from(
    text.matchAll(new RegExp(`Process \\d{1,10} has (${SIZE})`, 'g')),
    match => gib(match[1])
  ).filter(size => size !== undefined);
  let process = find(text, 'this process has SIZE memory in use');
  if (!text.includes('this process has')) {
    const at = sizes.findIndex(
      size =>
        size >= own * 0.98 && (size <= own + CONTEXT || size + own > total)
    );
    process = at < 0 ? undefined : sizes.splice(at, 1)[0];
  }
  const others = sizes.reduce((sum, size) => sum + size, 0);
  return { process, others: sizes.length > 0 ? others : undefined };
}

/** All figures of a message, by the wordings of torch 1.0 to 2.14 and MPS. */
function figuresOf(text: string): IFigures {
  const allocated = find(
    text,
    'SIZE already allocated',
    'Of the allocated memory SIZE is allocated by PyTorch',
    'Currently allocated ?: ?SIZE',
    'MPS allocated: SIZE'
  );
  const reserved = find(text, 'SIZE reserved in total');
  const unused =
    reserved !== undefined && allocated !== undefined
      ? Math.max(reserved - allocated, 0)
      : find(
          text,
          'SIZE is reserved by PyTorch but unallocated',
          'SIZE cached'
        );
  const total = find(
    text,
    'SIZE total capacity',
    'total capac(?:i)?ty of SIZE',
    'Device limit ?: ?SIZE',
    'max allowed: SIZE'
  );
  return {
    ...processesOf(text, (allocated ?? 0) + (unused ?? 0), total),
    tried: find(text, 'Tried to allocate SIZE', 'Requested(?: size)? ?: ?SIZE'),
    total,
    free: find(
      text,
      'SIZE free',
      'of which SIZE is free',
      String.raw`Free \(according to CUDA\) ?: ?SIZE`
    ),
    allocated,
    unused,
    other: find(text, 'other allocations: SIZE'),
    limit: find(text, 'SIZE allowed', String.raw`memory fraction\) ?: ?SIZE`)
  };
}

/**
 * Which of the known reasons the figures speak for. Before it raises, the
 * allocator has given back all it could: what is left unused is the rest of
 * blocks that are partly in use (CUDACachingAllocator.cpp).
 */
function reasonFor(figures: IFigures, text: string): Reason | undefined {
  const { tried, total, free = 0, allocated, unused = 0, process } = figures;
  const { others = 0, limit } = figures;
  if (text.includes('per_process_memory_fraction limit')) {
    return 'limit';
  }
  if (text.includes('more than 1EB')) {
    return 'impossible';
  }
  if (tried === undefined || total === undefined) {
    return undefined;
  }
  if (tried > total) {
    return 'impossible';
  }
  if (limit !== undefined && (allocated ?? 0) + unused + tried > limit) {
    return 'limit';
  }
  if (allocated === undefined) {
    return undefined;
  }
  const own = allocated + unused;
  if (others + free >= tried && others > own) {
    return 'others';
  }
  // Among many pieces one is large enough for a request that is a small part.
  if (unused >= tried && unused > PIECES * own && tried > SMALL * unused) {
    return 'fragmented';
  }
  if (process !== undefined && process - own > CONTEXT) {
    return 'outside';
  }
  if (figures.free === undefined && own + tried < total) {
    return undefined; // MPS: held otherwise, it does not say by whom
  }
  // Older texts name no process: what is neither free nor torch's is held by
  // somebody, in this process or another.
  const elsewhere = total - free - own - others;
  if (process === undefined && elsewhere > CONTEXT && elsewhere > own) {
    return 'elsewhere';
  }
  if (unused > 0.2 * own) {
    return 'fragmented';
  }
  return others > 0.1 * total ? 'others' : 'full';
}

/** The message of the allocator, wherever it stands. */
function messageOf(reading: IReading): string {
  const raised = reading.exceptions.find(one =>
    /out of (?:the )?memory|on device \d+ would exceed|Tried to allocate \d/i.test(
      one.message
    )
  );
  if (raised) {
    return fold(raised.message);
  }
  const at = reading.log.search(
    /out of (?:the )?memory|would exceed allowed|Tried to allocate \d/i
  );
  return at < 0 ? '' : reading.log.slice(Math.max(at - 40, 0), at + 1500);
}

/** What `readFigures` gives, beside the kind. */
export const FIGURES = [
  'tried',
  'total',
  'free',
  'allocated',
  'unused',
  'others',
  'other',
  'limit',
  'elsewhere',
  'outside',
  'splitSize',
  'work',
  'gathers',
  'bare',
  'attention',
  ...SETTINGS
] as const;
export type Figures = ValuesOf<(typeof FIGURES)[number]>;

/** The figures of `text`, for people. */
function shown(text: string, figures: IFigures): Figures {
  const { total, free, allocated, unused, process, ...rest } = figures;
  const own = allocated === undefined ? undefined : allocated + (unused ?? 0);
  const known = {
    ...rest,
    total,
    free,
    allocated,
    unused,
    elsewhere:
      total === undefined || free === undefined || own === undefined
        ? undefined
        : total - free - own,
    outside:
      process === undefined || own === undefined ? undefined : process - own
  };
  return {
    ...Object.fromEntries(
      Object.entries(known).map(([name, size]) => [
        name,
        size === undefined || size < 0 ? undefined : readable(size)
      ])
    ),
    splitSize:
      text.includes('max_split_size_mb') &&
      !text.includes('expandable_segments')
        ? 'yes'
        : undefined
  };
}

/** The figures of an out-of-memory message, readable. */
export function readFigures(_: Values, reading: IReading): Figures {
  const text = messageOf(reading);
  return shown(text, figuresOf(text));
}

/** Whether the weights of a model were on their way to the GPU. */
function movesModel(reading: IReading): boolean {
  return reading.exceptions.some(({ frames }) =>
    frames.some(
      frame =>
        bareName(frame) === '_apply' &&
        /\bnn[\\/]modules[\\/]module\.py/.test(frame.file)
    )
  );
}

/** Trainer of transformers keeps the outputs of a whole data set on the GPU. */
function gathersOutputs(reading: IReading): boolean {
  return passedFunction(
    reading,
    /^(?:nested_concat|torch_pad_and_concatenate|nested_truncate)$/
  );
}

/** A model is being loaded: no batch is there, and what is held is older. */
function loadsModel(reading: IReading): boolean {
  return passedFunction(
    reading,
    /^(?:from_pretrained|_load_state_dict_into_meta_model|_load_pretrained_model)$/
  );
}

/** Words and calls of a training, and of a model that is only used. */
const TRAINS =
  /\.backward\(|\boptimi[sz]er\b|\bzero_grad\b|\btrain(?:er|ing|_step)?\b|\bfit(?:_one_cycle)?\(|\bepochs?\b|\bfine.?tun/i;
const ONLY_USES =
  /\binfer(?:ence)?\b|\binference_mode\b|\bno_grad\b|\.generate\(|\bpredict|\bsampl(?:e|er|ing)\b|\bKSampler\b|\bVAEDecode\b|\btxt2img\b|\bimg2img\b|\bupscal|\btranscri|\bdemo\.py\b|\bsuper.?res/i;

/** Whether the failure shows a training, or a model at work; unknown where neither. */
function workOf(reading: IReading): string {
  const text = printedText(reading);
  return TRAINS.test(text) ? 'training' : ONLY_USES.test(text) ? 'use' : 'any';
}

/** A line that keeps the result of each round, with the variable that it keeps. */
const KEEPS =
  /^[ \t]{1,40}(?<line>[a-z_][\w.]{0,40}\.append\((?<item>[a-z_]\w{0,30})\)|[a-z_]\w{0,30} \+= (?<sum>\w{0,20}loss\w{0,10}))[ \t]*$/gim;

/**
 * The line of the failed cell's loop that keeps results of a model on the GPU,
 * with them taken from it.
 */
function gathersIn(reading: IReading): string | undefined {
  const { source } = reading.incident;
  if (!/^[ \t]*for\b/m.test(source)) {
    return undefined;
  }
  const results = assignmentsIn(source.split('\n')).filter(
    ({ value, line }) =>
      /^[ \t]/.test(line) &&
      /^\w{0,20}(?:model|net|network|criterion|loss\w{0,8}|encoder|classifier|backbone|extractor|resnet|vgg|bert|cnn|generator|discriminator)\w{0,10}\(/i.test(
        value
      ) &&
      !/\.(?:item|cpu|detach|tolist)\(/.test(value)
  );
  return [...source.matchAll(KEEPS)].flatMap(({ groups }) => {
    const { line = '', item, sum } = groups ?? {};
    const name = item ?? sum ?? '';
    // A sum holds memory by its graph: backward() frees it, no_grad() makes none.
    if (
      sum !== undefined &&
      /\.backward\(|no_grad|inference_mode/.test(source)
    ) {
      return [];
    }
    return results.some(({ names }) => names.length === 1 && names[0] === name)
      ? [
          item === undefined
            ? `${line}.item()`
            : `${line.slice(0, -1)}.detach().cpu())`
        ]
      : [];
  })[0];
}

/** CUDA's own refusal; torch's allocator always tells how much was asked. */
const BARE = /\b(?:CUDA|HIP) error ?: out of memory\b/;

/** Whether nearly all was in use before a request that is a small part of it. */
function isMostlyHeld({ tried, allocated, total }: IFigures): boolean {
  return (
    tried !== undefined &&
    allocated !== undefined &&
    total !== undefined &&
    allocated > 0.7 * total &&
    tried < 0.1 * total
  );
}

/** The same, and the kind: the reason, where the message tells it. */
export function readMemory(
  _: Values,
  reading: IReading
): Figures & { kind?: Reason | 'apple' } {
  const text = messageOf(reading);
  const figures = figuresOf(text);
  const reason = reasonFor(figures, text);
  const settings = settingsOf(reading);
  return {
    ...shown(text, figures),
    ...settings,
    work: settings.uses ?? workOf(reading),
    bare: BARE.test(text) ? 'yes' : undefined,
    gathers: reason === 'full' ? gathersIn(reading) : undefined,
    earlier:
      reason === 'full' && isMostlyHeld(figures) ? settings.earlier : undefined,
    attention: isAttention(reading) ? 'yes' : undefined,
    kind: kindFor(reason, figures, text, reading)
  };
}

/** Which words are for it. */
function kindFor(
  reason: Reason | undefined,
  figures: IFigures,
  text: string,
  reading: IReading
): Reason | 'apple' | undefined {
  if (text.includes('MPS backend out of memory')) {
    return 'apple';
  }
  if (gathersOutputs(reading)) {
    return 'gathered';
  }
  if (reason !== 'full') {
    return BARE.test(text) && movesModel(reading) ? 'unmoved' : reason;
  }
  if (
    loadsModel(reading) &&
    (figures.allocated ?? 0) > 0.5 * (figures.total ?? Infinity)
  ) {
    return 'loading';
  }
  return movesModel(reading) ? 'weights' : reason;
}
