/** Which settings of a model differ from those of its checkpoint, by the numbers. */
import type { ITranslate } from '../../../diagnosis/types';
import type { ISizes } from '../shared/state-dict';

/** What a number of a shape stands for. */
export type What =
  | 'outputs'
  | 'inputs'
  | 'pixels'
  | 'channels'
  | 'hidden'
  | 'kernel'
  | 'vocabulary'
  | 'embedding'
  | 'latent'
  | 'window';

/** A setting, in the checkpoint and in the model. */
interface IDifference {
  readonly what: What;
  readonly file: string;
  readonly model: string;
}

/** More settings than these, and it is another model altogether. */
const MOST = 4;

const EMBEDS = /(?:^|[._])(?:\w{0,12}embed\w{0,10}|emb|wte)(?:\.|$)/;
const RECURRENT = /(?:^|\.)(?<part>weight|bias)_(?<of>ih|hh)_l\d/;
const WINDOW = /relative_\w{1,30}|attn_mask|pos_embed\.relative\w{0,10}/;

export function numbersOf(shape: string): number[] {
  return (shape.match(/\d+/g) ?? []).map(Number);
}

/** Whether both are the pixels of so many maps: `32 × 6 × 6` and `32 × 8 × 8`. */
function arePixels(file: number, model: number): boolean {
  return [8, 16, 32, 64, 128, 256, 512].some(maps =>
    [file, model].every(size => {
      const side = Math.sqrt(size / maps);
      return Number.isInteger(side) && side > 1;
    })
  );
}

/** The side of the window whose positions a number counts. */
function windowOf(name: string, shape: readonly number[]): number | undefined {
  const size = /table/.test(name)
    ? shape.length > 3
      ? ((shape[1] ?? 0) + 1) / 2
      : (Math.sqrt(shape[0] ?? 0) + 1) / 2
    : Math.sqrt(
        /index|mask/.test(name) ? (shape.at(-1) ?? 0) : (shape[1] ?? 0)
      );
  return Number.isInteger(size) && size > 1 ? size : undefined;
}

/** One weight with its numbers, and the places at which they differ. */
interface IWeight {
  readonly name: string;
  readonly file: readonly number[];
  readonly model: readonly number[];
  readonly at: readonly number[];
}

function weightOf({ name, inFile, inModel }: ISizes): IWeight | null {
  const [file, model] = [numbersOf(inFile), numbersOf(inModel)];
  return file.length === model.length
    ? {
        name,
        file,
        model,
        at: file.flatMap((size, place) =>
          size === model[place] ? [] : [place]
        )
      }
    : null;
}

function pairAt({ file, model }: IWeight, place: number): string {
  return `${file[place]}:${model[place]}`;
}

function difference(what: What, pair: string): IDifference {
  const [file = '', model = ''] = pair.split(':');
  return { what, file, model };
}

/** The settings of a recurrent layer: its four or three gates make one number. */
function ofRecurrent(weight: IWeight): IDifference[] | null {
  const { part, of } = RECURRENT.exec(weight.name)?.groups ?? {};
  return part === undefined
    ? null
    : part === 'bias'
      ? []
      : weight.at.includes(1)
        ? [difference(of === 'hh' ? 'hidden' : 'inputs', pairAt(weight, 1))]
        : [];
}

/** Whether one pair of numbers is so many times another. */
function isMultiple(pair: string, of: string): boolean {
  const [[a = 0, b = 0], [c = 1, d = 1]] = [pair, of].map(one =>
    one.split(':').map(Number)
  );
  return a % c === 0 && a / c === b / d;
}

/** What all weights tell of how numbers go from layer to layer. */
interface IFlow {
  /** Whether a layer gives the pair, and a later one takes it. */
  isHidden(pair: string): boolean;
  /** There is no other weight. */
  readonly isAlone: boolean;
  /** Whether both ends of it are seen, and it is no number of gates or pixels. */
  isExact(pair: string): boolean;
  /** Whether biases or norms have the pair, as the outputs of a layer do. */
  isBias(pair: string): boolean;
}

function flowOf(weights: readonly IWeight[]): IFlow {
  const made = weights.flatMap((weight, order) => [
    ...(weight.at.includes(0) && !RECURRENT.test(weight.name)
      ? [{ pair: pairAt(weight, 0), order }]
      : []),
    // The hidden size of a recurrent layer stands in one of its weights alone.
    ...(/_hh_l\d/.test(weight.name) && weight.at.includes(1)
      ? [{ pair: pairAt(weight, 1), order: -1 }]
      : [])
  ]);
  const taken = weights.flatMap((weight, order) =>
    weight.at.includes(1) ? [{ pair: pairAt(weight, 1), order }] : []
  );
  return {
    isAlone: weights.length === 1,
    isHidden: pair =>
      made.some(
        one =>
          isMultiple(pair, one.pair) &&
          taken.some(
            other => isMultiple(other.pair, one.pair) && other.order > one.order
          )
      ),
    isExact: pair =>
      made.some(one => one.pair === pair) &&
      taken.some(one => one.pair === pair),
    isBias: pair =>
      weights.some(
        weight => weight.file.length === 1 && pairAt(weight, 0) === pair
      )
  };
}

/** What one weight tells. */
function ofWeight(weight: IWeight, flow: IFlow): IDifference[] | null {
  const { name, file, model, at } = weight;
  if (WINDOW.test(name)) {
    const [a, b] = [windowOf(name, file), windowOf(name, model)];
    return a === undefined || b === undefined
      ? null
      : [difference('window', `${a}:${b}`)];
  }
  const recurrent = ofRecurrent(weight);
  if (recurrent !== null) {
    return recurrent;
  }
  if (at.some(place => place > 1)) {
    const places = at.filter(place => place > 1);
    return at.length === places.length
      ? [
          {
            what: 'kernel',
            file: file.slice(2).join(' × '),
            model: model.slice(2).join(' × ')
          }
        ]
      : null;
  }
  return at.map(place => {
    const pair = pairAt(weight, place);
    if (EMBEDS.test(name) && file.length === 2) {
      return difference(place === 0 ? 'vocabulary' : 'embedding', pair);
    }
    if (flow.isHidden(pair)) {
      return difference('hidden', pair);
    }
    if (place === 0) {
      // The first of a transposed convolution are its inputs.
      return difference(
        file.length > 2 && flow.isAlone && !flow.isBias(pair)
          ? 'latent'
          : 'outputs',
        pair
      );
    }
    return difference(
      file.length > 2
        ? 'channels'
        : arePixels(file[1] ?? 0, model[1] ?? 0)
          ? 'pixels'
          : 'inputs',
      pair
    );
  });
}

/** A pair that several weights tell stands for the more telling of its names. */
function once(found: readonly IDifference[], flow: IFlow): IDifference[] {
  const rank: readonly What[] = [
    'window',
    'vocabulary',
    'embedding',
    'latent',
    'hidden',
    'kernel',
    'channels',
    'pixels',
    'inputs',
    'outputs'
  ];
  const best = new Map<string, IDifference>();
  for (const one of found) {
    const pair = `${one.file}:${one.model}`;
    const other = best.get(pair);
    if (!other || rank.indexOf(one.what) < rank.indexOf(other.what)) {
      best.set(pair, one);
    }
  }
  // The gates of attention, or the pixels of each map, are so many times one.
  const all = [...best.values()];
  return all.filter(
    ({ what, file, model }) =>
      what !== 'hidden' ||
      flow.isExact(`${file}:${model}`) ||
      !all.some(
        other =>
          other.what === 'hidden' &&
          other.file !== file &&
          isMultiple(`${file}:${model}`, `${other.file}:${other.model}`)
      )
  );
}

/**
 * The settings that differ, where a few explain all the weights; null where they
 * do not.
 */
export function differencesOf(
  sizes: readonly ISizes[]
): readonly IDifference[] | null {
  const weights = sizes.map(weightOf);
  if (weights.some(weight => weight === null)) {
    return null;
  }
  const known = weights.filter(weight => weight !== null);
  const flow = flowOf(known);
  const told = known.map(weight => ofWeight(weight, flow));
  if (told.some(one => one === null)) {
    return null;
  }
  // A list that was cut shows a bias without its weight, or inner layers alone.
  const isWhole = known.every(
    weight =>
      weight.file.length > 1 ||
      RECURRENT.test(weight.name) ||
      known.some(
        other => other.file.length > 1 && pairAt(other, 0) === pairAt(weight, 0)
      )
  );
  const all = once(
    told.flatMap(one => one ?? []),
    flow
  );
  return isWhole &&
    all.length > 0 &&
    all.length <= MOST &&
    all.every(isPlausible)
    ? all
    : null;
}

/** Images have few channels; wider layers are the model's own. */
const MOST_CHANNELS = 32;

function isPlausible({ what, file, model }: IDifference): boolean {
  return (
    what !== 'channels' ||
    Math.max(Number(file), Number(model)) <= MOST_CHANNELS
  );
}

/** As one text, for a value. */
export function written(differences: readonly IDifference[]): string {
  return differences
    .map(({ what, file, model }) => `${what}:${file}:${model}`)
    .join(';');
}

export function readWritten(text: string): IDifference[] {
  return text.split(';').map(one => {
    const [what = '', file = '', model = ''] = one.split(':');
    return { what: what as What, file, model };
  });
}

/** What the setting is called. */
function nameOf(trans: ITranslate, what: What): string {
  switch (what) {
    case 'outputs':
      return trans.__('outputs of the last layer (classes, actions)');
    case 'inputs':
      return trans.__('inputs (features, columns)');
    case 'pixels':
      return trans.__('values behind the flattening (the size of the images)');
    case 'channels':
      return trans.__('channels of the input (grey images have 1)');
    case 'hidden':
      return trans.__('hidden size');
    case 'kernel':
      return trans.__('kernel size');
    case 'vocabulary':
      return trans.__('words in the vocabulary');
    case 'embedding':
      return trans.__('size of the embedding');
    case 'latent':
      return trans.__('size of the random input (z, latent)');
    case 'window':
      return trans.__('window size');
  }
}

/** `hidden size 128, here 256; …`. */
export function differenceText(
  trans: ITranslate,
  differences: readonly IDifference[]
): string {
  return differences
    .map(({ what, file, model }) =>
      trans.__('%1: %2, here %3', nameOf(trans, what), file, model)
    )
    .join('; ');
}

/** The same in a line of code. */
export function differenceCode(differences: readonly IDifference[]): string {
  const names: Readonly<Record<What, string>> = {
    outputs: 'num_classes',
    inputs: 'input_size',
    pixels: 'in_features',
    channels: 'in_channels',
    hidden: 'hidden_size',
    kernel: 'kernel_size',
    vocabulary: 'vocab_size',
    embedding: 'embedding_dim',
    latent: 'latent_dim',
    window: 'window_size'
  };
  return [...new Set(differences.map(({ what }) => what))]
    .map(what => {
      const values = differences
        .filter(one => one.what === what)
        .map(({ file }) =>
          file.includes('×') ? `(${file.replaceAll(' ×', ',')})` : file
        );
      return `${names[what]}=${values.length > 1 ? `[${values.join(', ')}]` : values[0]}`;
    })
    .join(', ');
}
