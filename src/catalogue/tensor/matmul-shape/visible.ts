/** What the visible code says of a Linear layer whose input has another width. */
import type { IReading } from '../../../incident/types';
import { type Values } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';
import { callsIn } from '../../shared/call-text';
import { fitOf } from '../../shared/fitting-variable';
import { modelOf, twinOf } from '../../shared/near-variable';
import {
  lastPlaceOf,
  lastValue,
  ownLine,
  visibleCode
} from '../../shared/ran-code';
import {
  convolves,
  flattens,
  isTrained,
  linearLayers,
  type IVisibleLayer
} from '../../shared/visible-layers';

/** What the words use of it. */
export type Visible = ValuesOf<
  | 'wrote'
  | 'meant'
  | 'anew'
  | 'reason'
  | 'argument'
  | 'layer'
  | 'wider'
  | 'before'
  | 'learnt'
  | 'form'
  | 'flat'
  | 'outer'
  | 'made'
  | 'twoWays'
  | 'heads'
  | 'resize'
  | 'convolved'
  | 'maps'
>;

/** A name, at most with an index or a short call behind it. */
const SHORT = /^[a-z_][\w.]{0,40}(?:\[\w{1,12}\]|\.\w{1,20}\(\w{0,9}\))?$/i;

/**
 * The first argument of the call in the failed line, where it is short: of the
 * call of `layer` where it is known, as a look must not fail by itself.
 */
function argumentOf(
  line: string,
  layer: IVisibleLayer | undefined
): string | undefined {
  const callee = /^(?<name>self\.\w{1,40}) ?=/.exec(layer?.line ?? '')?.groups
    ?.name;
  const calls = callsIn(line).filter(
    ({ name, args }) => name !== 'print' && args.length > 0
  );
  const own = calls.filter(({ name }) => name === callee);
  const call = (
    own.length > 0 && SHORT.test(own[0].args[0]) ? own : calls
  ).find(({ args }) => SHORT.test(args[0]));
  return call?.args[0];
}

/** Words of pictures, in whose model height and width are dimensions. */
const IMAGES =
  /\bimages?\b|\bimgs?\b|MNIST|CIFAR|transforms\.|torchvision|\bpixels?\b/i;

/**
 * Whether the input are rows of images, or of feature maps, that no line makes
 * one row of: the model has convolutions, or works on pictures.
 */
function formOf(
  { rows, given, wanted }: Values,
  reading: IReading
): Visible['form'] {
  const [count, width, all] = [rows, given, wanted].map(Number);
  const isOpen = !flattens(reading);
  if (!isOpen || !(width > 1) || !(count > 1)) {
    return undefined;
  }
  if (convolves(reading) && all > width && all % width === 0) {
    return 'maps';
  }
  return count % width === 0 &&
    width >= 8 &&
    IMAGES.test(visibleCode(reading).text)
    ? 'image'
    : undefined;
}

/** A layer that was put into a model that had learnt: `model.fc = nn.Linear(…)`. */
const EXCHANGED = /^\w+(?:\.\w+|\[-?\d\])+ ?=/;

/** Whether the layer is not to be made anew: it has learnt, or took other inputs. */
function isLearnt(
  layer: IVisibleLayer | undefined,
  reading: IReading
): boolean {
  const isNew =
    layer !== undefined &&
    EXCHANGED.test(layer.line) &&
    !layer.line.startsWith('self.');
  const callee = calleeOf(reading);
  const from = callee === undefined ? 0 : lastPlaceOf(callee, reading);
  return (
    !isNew &&
    (isTrained(reading, from) ||
      (callee !== undefined && tookOthers(callee, from, reading)))
  );
}

/** `VAE(20).to(device)`, whose methods are the model's. */
const MODEL_MADE = /^(?:nn\.)?[A-Z]\w{0,40}\(/;

/** What the failed cell gives to its model, where that is a name. */
function outerArgument(reading: IReading): string | undefined {
  const callee = calleeOf(reading);
  return callsIn(outerLine(reading))
    .filter(({ name }) => name.split('.')[0] === callee)
    .map(({ args }) => NAME.exec(args[0] ?? '')?.groups?.name)
    .find(name => name !== undefined);
}

/** A name, at most sent to a device. */
const NAME =
  /^(?<name>[a-z_]\w{0,40})(?:\.(?:to|cuda|cpu|float)\([\w.'":]{0,20}\))?$/i;

/** Into how many heads a width was split, where the code makes heads. */
function headsOf(
  { rows, given, wanted }: Values,
  reading: IReading
): string | undefined {
  const heads = Number(wanted) / Number(given);
  return Number.isInteger(heads) &&
    heads > 1 &&
    heads <= 64 &&
    Number(rows) % heads === 0 &&
    /quer|\bkeys?\b|value|\b[qkv]_?proj|\bself\.w_?[qkv]\b/i.test(
      ownLine(reading)
    ) &&
    /heads?\b/.test(visibleCode(reading).text)
    ? `${heads}`
    : undefined;
}

/** The number of rows, where a visible convolution is told to give so many maps. */
function mapsOf({ rows }: Values, reading: IReading): string | undefined {
  return rows !== undefined &&
    convolves(reading) &&
    new RegExp(
      String.raw`Conv2d\([^()]{0,60}\b${rows}\b|(?:units|channels|filters|maps) ?= ?${rows}\b`
    ).test(visibleCode(reading).text)
    ? rows
    : undefined;
}

/** The size that the visible code brings images to last: `(64, 64)`. */
function resizeOf(reading: IReading): string | undefined {
  const sizes = visibleCode(reading).lines.flatMap(
    line =>
      /\bResize\((?:size ?= ?)?(?<size>\(\d{1,5}, ?\d{1,5}\))/.exec(line)
        ?.groups?.size ?? []
  );
  return sizes[sizes.length - 1];
}

/** `z = torch.randn(16, 32)` with the width that is wanted in the place of its last size. */
function madeAnew(
  name: string | undefined,
  { given, wanted }: Values,
  reading: IReading
): string | undefined {
  const made = name === undefined ? undefined : lastValue(name, reading);
  const last =
    /^(?<head>torch\.(?:rand|randn|zeros|ones|empty)\((?:[\w.]{1,30}, ?){0,4})(?<size>\d{1,9})(?<tail>(?:, ?device ?= ?\w{1,20})?\).{0,30})$/.exec(
      made?.value ?? ''
    )?.groups;
  return last && last.size === given && wanted !== undefined
    ? `${name} = ${last.head}${wanted}${last.tail}`
    : undefined;
}

/** The model that the failed cell calls. */
function calleeOf(reading: IReading): string | undefined {
  const [callee] =
    callsIn(outerLine(reading))
      .map(({ name }) => name.split('.'))
      .find(
        ([first, ...rest]) =>
          rest.length === 0 ||
          (rest.length === 1 &&
            MODEL_MADE.test(lastValue(first, reading)?.value ?? ''))
      ) ?? [];
  return /^(?:print|len|range|type|list)$/.test(callee ?? '')
    ? undefined
    : callee;
}

/** Whether the same model was called in a cell that ran well, after it was made. */
function tookOthers(callee: string, from: number, reading: IReading): boolean {
  return visibleCode(reading).cells.some(
    ({ source, hasFailed }, at) =>
      at >= from &&
      !hasFailed &&
      source
        .split('\n')
        .some(
          line =>
            !/^\s*(?:class |def |#)/.test(line) &&
            callsIn(line).some(({ name }) => name === callee)
        )
  );
}

/** The line of the failed cell itself. */
function outerLine(reading: IReading): string {
  const frames = reading.exceptions.find(one => one.frames.length > 0)?.frames;
  return (
    frames?.find(({ place, code }) => place !== 'library' && code !== '')
      ?.code ?? ownLine(reading)
  );
}

/** What can be seen of the layer that refused `given` values in place of `wanted`. */
export function visibleOf(values: Values, reading: IReading): Visible {
  const { given, wanted, outputs } = values;
  const twin = {
    ...twinOf(reading),
    ...modelOf(reading),
    ...fitOf(values, reading)
  };
  const layers = linearLayers(reading);
  const fitting = layers.filter(
    one => `${one.given}` === wanted && `${one.made}` === outputs
  );
  const called = new Set(callsIn(ownLine(reading)).map(({ name }) => name));
  const byName = layers.filter(
    one =>
      called.has(
        /^(?<name>self\.\w{1,40}) ?=/.exec(one.line)?.groups?.name ?? ''
      ) &&
      (one.given === null || `${one.given}` === wanted) &&
      (one.made === null || `${one.made}` === outputs)
  );
  const [layer] =
    byName.length === 1 ? byName : fitting.length === 1 ? fitting : [];
  const outer = outerArgument(reading);
  const before = layer && layers[layers.indexOf(layer) - 1];
  return {
    ...twin,
    argument: argumentOf(ownLine(reading), layer),
    learnt: isLearnt(layer, reading) ? 'yes' : undefined,
    form: formOf(values, reading),
    flat:
      visibleCode(reading).lines.length < 2
        ? undefined
        : flattens(reading)
          ? 'yes'
          : 'no',
    outer,
    heads: headsOf(values, reading),
    resize: resizeOf(reading),
    maps: mapsOf(values, reading),
    convolved: convolves(reading) ? 'yes' : undefined,
    made: madeAnew(outer, values, reading),
    twoWays:
      Number(given) === 2 * Number(wanted) &&
      /\bbidirectional ?= ?True/.test(visibleCode(reading).text)
        ? 'yes'
        : undefined,
    layer: layer?.text,
    wider:
      layer && given
        ? layer.text.replace(
            layer.args[0],
            `${/^\w{1,20} ?= ?/.exec(layer.args[0])?.[0] ?? ''}${given}`
          )
        : undefined,
    before: before && `${before.made}` === given ? before.text : undefined
  };
}
