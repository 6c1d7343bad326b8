/** What the code at hand already says of what decides over memory. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { bareName, printedText } from '../../predicates';
import { hostOf } from '../../shared/hosted';
import {
  assignmentsIn,
  ownLine,
  uses as mentions,
  visibleCode
} from '../../shared/ran-code';
import { definitionOf } from '../../shared/visible-code';

/** What is read here, as values of the entry. */
export const SETTINGS = [
  'batch',
  'lessBatch',
  'length',
  'lessLength',
  'image',
  'lessImage',
  'done',
  'stage',
  'whole',
  'uses',
  'earlier'
] as const;

export type Settings = ValuesOf<(typeof SETTINGS)[number]>;

/** The number of samples in a batch, where the code or the command says it. */
const BATCH =
  /(?<![\w-])(?<name>(?:per_device_(?:train|eval)_|train_|eval_|val_|test_)?batch_?size(?:_train)?|bs|batch(?= ?=)|--?(?:train[-_])?batch(?:[-_]size)?)(?<is> ?[:=] ?| )(?<size>\d{1,5})(?![\w.*])/gi;

/** How many tokens a text has. */
const LENGTH =
  /(?<![\w-])(?<name>-{0,2}(?:max[-_]seq[-_]len(?:gth)?|max_length|block_size|seq_len(?:gth)?|context_length|max_new_tokens|max_len|bptt|model_max_length))(?<is> ?[:=] ?| )(?<size>\d{2,6})\b/gi;

/** How many pixels an image has on a side. */
const IMAGE =
  /(?<![\w-])(?:(?<name>-{0,2}(?:img[-_]?size|image[-_]?size|im_?size|imgsz|img|resolution|input_size|crop_size))(?<is> ?[:=] ?\(?| )|(?<resize>Resize|RandomCrop|CenterCrop|RandomResizedCrop)\(\(?)(?<size>\d{2,4})\b/gi;

const HALF =
  /\b(?:fp16|bf16) ?= ?True|\bautocast\(|\.half\(\)|\bto_fp16\(|\btorch_dtype ?= ?\S{0,8}(?:float16|bfloat16)|\bprecision ?= ?['"]?(?:16|bf16)|--(?:fp16|bf16|half|amp)\b|\bmixed_precision\b|\.to\(torch\.b?float16\)/;
const RECOMPUTED =
  /gradient_checkpointing(?:_enable\(| ?= ?(?:True|["']unsloth))|\bcheckpoint\.checkpoint\(|--gradient[-_]checkpointing/;
const PACKED = /\bload_in_[48]bit ?= ?True|\bbnb_4bit|\bQLoRA\b|-4bit\b/i;
const NO_GRAPH = /\bno_grad\b|\binference_mode\b/;

/** What trains in a cell, or in the function that failed. */
const TRAINS =
  /\.backward\(|\.zero_grad\(|\.(?:fit|fit_one_cycle|fine_tune|train)\((?!False)|\btrainer\.train\b/;

interface ISetting {
  readonly shown: string;
  readonly less: string;
  readonly size: number;
}

/** A number that does not take all at once: a quarter of a large one, else half. */
function lessThan(size: number): number {
  return Math.max(1, size >= 16 ? Math.floor(size / 4) : Math.floor(size / 2));
}

/** The last of the settings like `pattern`, those for `isTraining` first. */
function settingOf(
  text: string,
  pattern: RegExp,
  isTraining: boolean,
  smaller: (size: number) => number
): ISetting | undefined {
  const found = [...text.matchAll(pattern)];
  const isOther = ([whole]: RegExpMatchArray): boolean =>
    isTraining ? /eval|val_|test/i.test(whole) : /train/i.test(whole);
  const fitting = found.filter(one => !isOther(one));
  const last = (fitting.length > 0 ? fitting : found).at(-1);
  const size = Number(last?.groups?.size);
  if (last === undefined || !(size > 0)) {
    return undefined;
  }
  const { resize } = last.groups ?? {};
  const head = resize
    ? `${resize}(`
    : last[0].trim().replace(/\(?\d{1,6}$/, '');
  const end = resize ? ')' : '';
  return {
    shown: `${head}${size}${end}`,
    less: `${head}${smaller(size)}${end}`,
    size
  };
}

/** Where in a step of the training it failed, as the frames tell. */
function stageOf({ exceptions }: IReading): Settings['stage'] {
  const frames = exceptions.flatMap(one => one.frames);
  return frames.some(({ file }) => /[\\/]torch[\\/]optim[\\/]/.test(file))
    ? 'step'
    : frames.some(({ file }) => /[\\/]torch[\\/]autograd[\\/]/.test(file))
      ? 'backward'
      : undefined;
}

/** A line that runs a model. */
const CALLS_MODEL =
  /\b\w{0,20}(?:model|net|encoder|classifier|backbone|extractor|resnet|vgg|bert|cnn|generator|discriminator)\w{0,10}\(/i;

/** Names that people give to all samples of a data set. */
const ALL =
  /\(\s?(?<all>[Xx](?:_\w{1,10})?|(?:train|test|val|all)_?(?:x|data|images|features|inputs|set)|data|images|features|inputs|dataset)(?:\.\w{1,10}\([^()]{0,20}\)){0,2}\s?\)/;

/** The name of all samples, where the line outside of any loop hands them over. */
function wholeIn(reading: IReading): string | undefined {
  const line = ownLine(reading);
  // A line of a function, or of a loop, is indented.
  const isOutside =
    line !== '' &&
    reading.incident.source.split('\n').some(one => one.startsWith(line));
  if (!isOutside || /^(?:for|with|def|class)\b/.test(line)) {
    return undefined;
  }
  const moved =
    /^(?<all>[Xx]\w{0,20}|\w{0,20}(?:data|images|features)\w{0,10}) ?= ?\k<all>\.(?:cuda|to)\(/.exec(
      line
    );
  return (moved ?? (CALLS_MODEL.test(line) ? ALL.exec(line) : null))?.groups
    ?.all;
}

/** The functions of the user's own that the failure went through, and its cell. */
function bodiesOf(reading: IReading): string {
  const frames = reading.exceptions
    .flatMap(one => one.frames)
    .filter(({ place }) => place !== 'library');
  const functions = frames
    .map(bareName)
    .filter(name => /^[a-z_]\w*$/i.test(name))
    .flatMap(name => definitionOf(name, reading)?.body ?? []);
  return [...functions, ...ranLines(reading.incident.source)].join('\n');
}

/** The lines of a cell but for what it only defines: that did not run. */
function ranLines(source: string): string[] {
  return source.split('\n').reduce<{ lines: string[]; inside: boolean }>(
    ({ lines, inside }, line) => {
      const starts = /^(?:async )?(?:def|class) /.test(line);
      const isIn = starts || (inside && /^(?:\s|$|[)\]#])/.test(line));
      return { lines: isIn ? lines : [...lines, line], inside: isIn };
    },
    { lines: [], inside: false }
  ).lines;
}

/** A line that runs a training by the name of a function. */
const RUNS_TRAINING =
  /^\s{0,40}(?:[\w, ]{1,60}= ?)?(?:train|fit|finetune|run_training|training_loop|train_(?!test_split|loader|dataset|data\b)\w{1,30})\(/m;

/** What keeps a model or an optimizer in a variable. */
const KEEPS =
  /\.cuda\(|\.to\(|Trainer\(|Learner\(|_learner\(|\.from_pretrained\(|\boptim\.\w{2,12}\(/;

/**
 * The variables of cells that trained before the failed one, as a list to be
 * deleted, without those that the failed cell uses; `yes` where none is known,
 * undefined where no cell before it trained.
 */
function earlierIn(reading: IReading): string | undefined {
  const { cells, own } = visibleCode(reading);
  const trained = cells.some(({ source }) => {
    const ran = ranLines(source).join('\n');
    return TRAINS.test(ran) || RUNS_TRAINING.test(ran);
  });
  if (!trained) {
    return undefined;
  }
  const names = assignmentsIn(cells.flatMap(({ source }) => ranLines(source)))
    .filter(({ value }) => KEEPS.test(value))
    .flatMap(({ names: [name], value }) =>
      /^\w{2,40}$/.test(name) &&
      !/\btokeni[sz]er|processor/i.test(`${name} ${value}`)
        ? [name]
        : []
    );
  const left = [...new Set(names)]
    .filter(name => !own.some(line => mentions(name, line)))
    .slice(0, 4);
  return left.length > 0 ? left.join(', ') : 'yes';
}

/** ComfyUI: by its files, or by what it prints of such a failure. */
function isHosted(reading: IReading): boolean {
  return (
    hostOf(reading) === 'ComfyUI' ||
    /Allocation on device|TIPS: If the workflow worked before/.test(
      `${reading.incident.evalue} ${reading.log}`
    )
  );
}

/** CTranslate2, which faster-whisper and WhisperX run on, in its own words. */
function isOfCTranslate(reading: IReading): boolean {
  return (
    /faster_whisper|whisperx|ctranslate2/.test(printedText(reading)) &&
    /CUDA failed with error out of memory/.test(
      `${reading.exceptions.map(({ message }) => message).join(' ')} ${reading.log}`
    )
  );
}

/** The line of the cell itself, outside of what its model computes. */
function cellLine({ exceptions }: IReading): string | undefined {
  const own = (exceptions[0]?.frames ?? []).filter(
    ({ place }) => place !== 'library'
  );
  const isModels = own
    .slice(1)
    .every(frame => /^(?:forward|__call__)$/.test(bareName(frame)));
  return isModels ? own[0]?.code : undefined;
}

/** Which kind of work ran: as frames and the functions that ran tell, where they do. */
function worksOn(reading: IReading): Settings['uses'] {
  if (isHosted(reading)) {
    return 'hosted';
  }
  if (isOfCTranslate(reading)) {
    return 'whisper';
  }
  const frames = reading.exceptions.flatMap(one => one.frames);
  const files = frames.map(({ file }) => file.replaceAll('\\', '/')).join('\n');
  const bodies = bodiesOf(reading);
  const trains =
    TRAINS.test(bodies) ||
    frames.some(frame =>
      /^(?:training_step|_inner_training_loop|fit|train_one_epoch|_do_one_batch|backward)$/.test(
        bareName(frame)
      )
    );
  const isFreed =
    NO_GRAPH.test(bodies) ||
    frames.some(frame => bareName(frame) === 'decorate_context');
  if (/\/diffusers\/(?:pipelines|models|schedulers)\//.test(files) && !trains) {
    // A pipeline runs below no_grad() by itself; its models, called alone, do not.
    return isFreed || /\/diffusers\/pipelines\//.test(files)
      ? 'diffusers'
      : 'graph';
  }
  if (
    /\/transformers\/generation\//.test(files) ||
    /\.generate\(/.test(ownLine(reading))
  ) {
    return 'generate';
  }
  if (trains) {
    return 'training';
  }
  if (isFreed) {
    return 'use';
  }
  return CALLS_MODEL.test(cellLine(reading) ?? '') ? 'graph' : undefined;
}

/** What is done already that saves memory, and what is not there to be changed. */
function doneIn(text: string, source: string): string {
  return [
    source !== '' &&
    !/batch|DataLoader|_loader\b|\bin [^\n:]{0,40}loader/i.test(text)
      ? 'batchless'
      : '',
    HALF.test(text) ? 'half' : '',
    RECOMPUTED.test(text) ? 'recomputed' : '',
    PACKED.test(text) ? 'packed' : '',
    NO_GRAPH.test(text) ? 'graphless' : '',
    /\bTrainingArguments\(|\bSFTConfig\(|\btrainer\.train\(|\bSFTTrainer\(/.test(
      text
    )
      ? 'trainer'
      : '',
    /\bdiffusers\b/.test(text) ? 'diffusers' : '',
    /\bfastai\b/.test(text) ? 'fastai' : ''
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether what failed is attention, whose matrix is as large as text times text. */
export function isAttention({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames
      .slice(-3)
      .some(({ code, func }) =>
        /\battn|attention|\bq(?:uery)? ?@ ?k|einsum\(["']b ?[hn]|baddbmm\(/i.test(
          `${func} ${code}`
        )
      )
  );
}

/** All of it. */
export function settingsOf(reading: IReading): Settings {
  const text = `${visibleCode(reading).text}\n${reading.incident.source}`;
  const all = `${text}\n${printedText(reading)}`;
  const uses = worksOn(reading);
  const isTraining = uses === 'training' || uses === undefined;
  const read = (pattern: RegExp, smaller: (size: number) => number) =>
    settingOf(text, pattern, isTraining, smaller) ??
    settingOf(all, pattern, isTraining, smaller);
  const half = (size: number): number => Math.floor(size / 2);
  const [batch, length, image] = [
    read(BATCH, lessThan),
    read(LENGTH, half),
    read(IMAGE, half)
  ];
  return {
    batch: batch?.shown,
    lessBatch: batch && batch.size > 1 ? batch.less : undefined,
    length: length?.shown,
    lessLength: length && length.size >= 64 ? length.less : undefined,
    image: image?.shown,
    lessImage: image && image.size >= 64 ? image.less : undefined,
    done: doneIn(all, reading.incident.source) || undefined,
    stage: stageOf(reading),
    whole: wholeIn(reading),
    uses,
    earlier: earlierIn(reading)
  };
}
