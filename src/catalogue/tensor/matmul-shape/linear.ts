/** A Linear layer and an input of another width: which of the two is wrong, and why. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { passedThrough, printedText } from '../../predicates';
import { layerOwner } from '../../shared/code-owner';
import { withWidth } from '../../shared/edits/layers';
import { twinCause, twinFixes } from '../../shared/near-variable';
import { factors } from '../../shared/operands';
import { visibleCode } from '../../shared/ran-code';
import { printShape, widen, widthTitle } from './advice';
import { multipliesItself } from './product';
import { visibleOf, type Visible } from './visible';

/** A column more or less, of many: the data changed, not its form. */
export function isNearly({ given, wanted }: Values): boolean {
  const difference = Math.abs(Number(given) - Number(wanted));
  return Number(wanted) > 8 && (difference === 1 || difference === 2);
}

/** One row that is several inputs wide: the batch may be melted into it. */
function isMelted({ rows, given, wanted, sample }: Values): boolean {
  const times = Number(given) / Number(wanted);
  return (
    rows === '1' && sample === undefined && Number.isInteger(times) && times > 1
  );
}

/**
 * Whether the rows are those of images [C, H, W], and the layer was made for all
 * their values: H = W, and W is what the last dimension has.
 */
function isImage({ rows, given, wanted }: Values): boolean {
  const [height, width, all] = [rows, given, wanted].map(Number);
  return (
    height > 1 &&
    width > 1 &&
    (height * width === all ||
      (all % (width * width) === 0 && (height * width) % all === 0))
  );
}

/** Fewer channels are seldom pooled to one value each. */
const FEWEST_CHANNELS = 16;

/**
 * Whether the rows are the channels of maps that were pooled to 1 × 1, [N, C, 1, 1],
 * and the layer takes a sample's channels as one row.
 */
function isPooled({ rows, given, wanted }: Values): boolean {
  const samples = Number(rows) / Number(wanted);
  return (
    given === '1' &&
    Number(wanted) >= FEWEST_CHANNELS &&
    samples >= 1 &&
    Number.isInteger(samples)
  );
}

/**
 * Whether the rows are the channels of a single feature map, and each has all its
 * places in a row: it was flattened from dimension 1, which a batch makes that of
 * the channels, and there was none.
 */
function isSingle({ rows, given, wanted, flat }: Values): boolean {
  const [channels, places, all] = [rows, given, wanted].map(Number);
  return (
    channels > 1 &&
    places > 1 &&
    channels * places === all &&
    Number.isInteger(Math.sqrt(places)) &&
    (flat === 'yes' || channels % places !== 0)
  );
}

/**
 * Whether the rows are the channels of a single feature map whose image was not
 * brought to the size that the model was made for: the layer takes as many square
 * maps as there are rows.
 */
function isUnresized({ rows, given, wanted, maps }: Values): boolean {
  const [channels, places, all] = [rows, given, wanted].map(Number);
  const side = Math.sqrt(all / channels);
  return (
    maps === rows &&
    channels > 1 &&
    side > 1 &&
    Number.isInteger(side) &&
    places !== side * side &&
    places > side
  );
}

/**
 * Whether both widths are as many square maps, of other sides: the image has
 * another size than the layer was made for.
 */
function isOtherSize({ given, wanted, form, convolved }: Values): boolean {
  const [got, takes] = [given, wanted].map(Number);
  // 512 and 2048 are widths of layers as well.
  const isDoubled = Number.isInteger(Math.log2(got / takes));
  if (!convolved || form !== undefined || isDoubled) {
    return false;
  }
  for (let side = 2; 2 * side * side <= takes; side++) {
    const maps = takes / (side * side);
    const other = Math.sqrt(got / maps);
    if (Number.isInteger(maps) && other > 1 && Number.isInteger(other)) {
      return true;
    }
  }
  return false;
}

/** Whether the transposed input would fit. */
function fitsTurned({ rows, given, wanted }: Values): boolean {
  return rows !== undefined && rows === wanted && given !== wanted;
}

/** A line that makes one row of a sample: its batch is no part of that row. */
const ONE_ROW = /\.(?:reshape|view)\( ?\(?1, ?-1\b|\.unsqueeze\(0\)|\[None\b/;

/** What kind of product it is, and whose layer, where a layer multiplies. */
export function readProduct(
  values: Values,
  reading: IReading
): ValuesOf<'owner' | 'sample' | 'first' | 'second'> &
  Visible & {
    kind: 'product' | 'linear';
  } {
  const { rows } = values;
  return multipliesItself(reading)
    ? { kind: 'product', ...factors(reading) }
    : {
        kind: 'linear',
        ...visibleOf(values, reading),
        owner: layerOwner(reading),
        sample:
          rows === '1' && ONE_ROW.test(printedText(reading)) ? 'one' : undefined
      };
}

/**
 * Whether rows of images or feature maps met a layer that takes no such map:
 * they are the input of another layer or model, and which is open.
 */
function isOfImages(
  { rows, given, wanted }: Values,
  reading: IReading
): boolean {
  const [count, side, all] = [rows, given, wanted].map(Number);
  return (
    side >= 8 &&
    count % side === 0 &&
    all % (side * side) !== 0 &&
    new RegExp(String.raw`\b${side}, ?${side}\b`).test(
      visibleCode(reading).text
    )
  );
}

/** Whether the code at hand writes the layer's width as the message has it. */
function isWritten({ wanted }: Values, reading: IReading): boolean {
  return new RegExp(
    String.raw`\bLinear\(\s*(?:in_features ?= ?)?${wanted},`
  ).test(visibleCode(reading).text);
}

const CONTAINER = /nn[\\/]modules[\\/]container\.py$/;

/** Whether the code at hand says what the widths do not. */
function isToldByCode(
  seen: ReturnType<typeof readProduct>,
  reading: IReading
): boolean {
  return (
    isWritten(seen, reading) ||
    seen.owner !== undefined ||
    seen.sample !== undefined ||
    seen.made !== undefined ||
    seen.heads !== undefined ||
    seen.twoWays !== undefined ||
    // In a Sequential another layer may have given what the argument is not.
    (seen.learnt
      ? seen.argument !== undefined && !passedThrough(reading, CONTAINER)
      : seen.layer !== undefined || seen.before !== undefined)
  );
}

/** Whether the sizes fit after a change that they tell themselves. */
function isToldByShape(seen: Values): boolean {
  return (
    isSingle(seen) ||
    isUnresized(seen) ||
    isOtherSize(seen) ||
    isImage(seen) ||
    seen.form !== undefined ||
    fitsTurned(seen) ||
    isMelted(seen)
  );
}

/**
 * Whether anything beside the two widths says which of them is wrong. With code
 * at hand and none of it about this layer, advice to rebuild it misled.
 */
export function isTold(values: Values, reading: IReading): boolean {
  const seen = { ...values, ...readProduct(values, reading) };
  return (
    seen.kind === 'product' ||
    reading.incident.tensors !== undefined ||
    // Nothing of the model is at hand, as of a text.
    visibleCode(reading).lines.length < 2 ||
    !/\btorch\b|\bnn\./.test(visibleCode(reading).text) ||
    reading.exceptions.every(({ frames }) => frames.length === 0) ||
    seen.meant !== undefined ||
    isToldByShape(seen) ||
    (!isOfImages(seen, reading) && isToldByCode(seen, reading))
  );
}

/** Twice as wide, as the output of a bidirectional RNN is. */
function twice(trans: ITranslate, { given, wanted, outputs }: Values): IFix[] {
  return wanted !== undefined && Number(given) === 2 * Number(wanted)
    ? [
        {
          safety: 'check',
          title: trans.__(
            'Behind a bidirectional RNN: it gives both directions'
          ),
          code: `nn.Linear(2 * hidden_size, ${outputs ?? 'out_features'})  # 2 * ${wanted}`
        }
      ]
    : [];
}

/** Neither flatten() nor another layer helps where data and weights are given. */
function dataFirst(
  trans: ITranslate,
  { given, wanted, argument = 'x' }: Values
): IFix {
  return check(
    trans.__('Give the layer the %1 values that it was made for', wanted),
    `print(${argument}.shape)  # the last size: ${given}, and ${wanted} is wanted`,
    trans.__(
      'Look where the data gets its width: another file, a column more or less, or the output of another model or layer.'
    )
  );
}

function linearCause(trans: ITranslate, values: Values): string {
  const { rows, given, wanted, owner, sample } = values;
  if (isSingle(values)) {
    return trans.__(
      'The layer takes the %1 values of a sample as one row, and got %2 rows of %3: a single sample without its batch dimension, whose %2 channels were taken for a batch when it was flattened.',
      wanted,
      rows,
      given
    );
  }
  if (isUnresized(values)) {
    return trans.__(
      'The layer takes %1 values: %2 maps of %3. It got %2 rows of %4: a single image without its batch dimension, and not resized to what the model was made for.',
      wanted,
      rows,
      Number(wanted) / Number(rows),
      given
    );
  }
  if (isOtherSize(values)) {
    return trans.__(
      'The last dimension of the input has %1 values, the layer takes %2: as many maps, with other sides. The images have another size than the layer was made for.',
      given,
      wanted
    );
  }
  if (values.heads) {
    return trans.__(
      'The layer takes %1 values, all heads together, and the last dimension has %2: the input was split into %3 heads before it.',
      wanted,
      given,
      values.heads
    );
  }
  if (values.twoWays) {
    return trans.__(
      'The last dimension of the input has %1 values, the layer takes %2. The RNN before it is bidirectional: its output has both directions, twice hidden_size.',
      given,
      wanted
    );
  }
  if (isImage(values)) {
    return trans.__(
      'The layer takes all %1 values of an image as one row. It was given rows of %2, %3 of them: height, width and channels are still dimensions of their own.',
      wanted,
      given,
      rows
    );
  }
  if (isPooled(values)) {
    return trans.__(
      'The layer takes %1 values as one row, and was given %2 rows of 1. Usually these are channels that were pooled to 1 × 1, [N, %1, 1, 1]: nothing took the two dimensions of 1 away before the layer.',
      wanted,
      rows
    );
  }
  if (values.form !== undefined) {
    return trans.__(
      'A Linear layer works on the last dimension alone, here rows of %1, and takes %2. No visible line flattens the image or feature map before it: height, width and channels are still dimensions of their own.',
      given,
      wanted
    );
  }
  if (given === undefined || wanted === undefined) {
    return trans.__(
      'The last dimension of the first matrix must equal the first dimension of the second. Often the number of features after flatten() is not what the Linear layer was made for.'
    );
  }
  if (values.before !== undefined) {
    return trans.__(
      'The layer before gives %1 values, as %3 says, and this one was made for %2.',
      given,
      wanted,
      values.before
    );
  }
  if (owner) {
    return trans.__(
      'The last dimension of the input has %1 values. The layer stands in %3, whose weights are for %2.',
      given,
      wanted,
      owner
    );
  }
  if (values.learnt) {
    return trans.__(
      'The last dimension of the input has %1 values, and the model learnt, was loaded or took other inputs with %2. So the input is to be looked at, not the layer: another variable, a part of it, or data prepared in another way.',
      given,
      wanted
    );
  }
  return sample
    ? trans.__(
        'The code makes one row of each sample, and this one has %1 values; the layer takes %2. Data and model were made for different widths.',
        given,
        wanted
      )
    : values.flat === 'no'
      ? trans.__(
          'The last dimension of the input has %1 values, and the layer was made for %2: its in_features must be the width of what it is given.',
          given,
          wanted
        )
      : trans.__(
          'The last dimension of the input has %1 values, the weight expects %2. Often the number of features after flatten() is not what the Linear layer was made for.',
          given,
          wanted
        );
}

function linearFixes(trans: ITranslate, values: Values): IFix[] {
  const { given, wanted, outputs = 'out_features', owner, sample } = values;
  const wider = widen(
    trans,
    values.wider ?? `nn.Linear(${given ?? 'in_features'}, ${outputs})`,
    withWidth({
      layer: 'Linear',
      width: ['in_features', 0],
      wanted: values.wanted,
      given,
      other: ['out_features', 1, outputs]
    })
  );
  const flatten: IFix = {
    safety: 'check',
    title: trans.__('Flatten from dimension 1, keep the batch'),
    detail: trans.__(
      'Without flatten() a Linear layer works on the last dimension only; x.view(-1) also melts the batch into it.'
    ),
    code: values.layer
      ? `nn.Flatten(),\n${values.layer}  # or in forward(): x = torch.flatten(x, 1)`
      : 'x = torch.flatten(x, start_dim=1)'
  };
  if (wanted !== undefined && (owner !== undefined || sample !== undefined)) {
    return isImage(values)
      ? [flatten, dataFirst(trans, values)]
      : [dataFirst(trans, values), wider, printShape(trans, values)];
  }
  if (values.meant !== undefined) {
    return [...twinFixes(trans, values), printShape(trans, values)];
  }
  if (isSingle(values)) {
    const name = values.outer ?? 'x';
    return [
      check(
        trans.__('Give the single sample its batch dimension'),
        `${name} = ${name}.unsqueeze(0)`,
        trans.__('Before the model: [C, H, W] becomes [1, C, H, W].')
      ),
      printShape(trans, values)
    ];
  }
  if (isUnresized(values)) {
    const name = values.outer ?? 'x';
    return [
      check(
        trans.__('Resize it as the training images, and add the batch'),
        `${name} = transforms.Resize(${values.resize ?? '(height, width)'})(${name}).unsqueeze(0)`,
        trans.__('The size is that of the transform for training.')
      ),
      printShape(trans, { argument: name })
    ];
  }
  if (isOtherSize(values) && values.learnt) {
    return [
      check(
        trans.__('Resize the images as those for training'),
        `transform = transforms.Resize(${values.resize ?? '(height, width)'})`
      ),
      printShape(trans, values)
    ];
  }
  if (values.heads) {
    return [
      check(
        trans.__('Apply the layer first, and split into heads behind it'),
        `q = layer(x).view(x.shape[0], -1, ${values.heads}, ${given})  # x: [batch, length, ${wanted}]`
      ),
      printShape(trans, values)
    ];
  }
  const turned = fitsTurned(values)
    ? [
        check(
          trans.__('The features stand first: transpose the input'),
          `${values.argument ?? 'x'} = ${values.argument ?? 'x'}.transpose(-2, -1)`
        )
      ]
    : [];
  const remade = values.made
    ? [check(trans.__('Make the input as wide as the layer'), values.made)]
    : [];
  if (values.learnt && !isImage(values) && !isPooled(values)) {
    return [
      ...remade,
      ...turned,
      printShape(trans, values),
      dataFirst(trans, values),
      ...(given === '1' ? [] : [flatten])
    ];
  }
  const look = printShape(trans, values);
  const isSeen = values.layer !== undefined || values.before !== undefined;
  return [
    ...(isImage(values) || isPooled(values)
      ? [flatten, look, wider]
      : isMelted(values)
        ? [flatten, wider, look]
        : values.form !== undefined
          ? [flattenedFirst(trans, values), look]
          : values.twoWays
            ? [wider, look]
            : isSeen
              ? [
                  wider,
                  ...remade,
                  ...turned,
                  look,
                  ...twice(trans, values),
                  flatten
                ]
              : [...turned, look, wider, ...twice(trans, values), flatten]),
    {
      safety: 'check',
      title: trans.__('Let the layer learn its width from the first batch'),
      code: `nn.LazyLinear(${outputs})`
    }
  ];
}

/** nn.Flatten() in front of the layer, which takes all values of a sample. */
function flattenedFirst(trans: ITranslate, values: Values): IFix {
  const { given = '', rows, layer, outputs = 'out_features' } = values;
  const isMap = values.form === 'maps';
  const width = isMap
    ? undefined
    : rows === given
      ? `${Number(given) * Number(given)}`
      : `${given} * ${given}`;
  return check(
    trans.__('Flatten each sample before the layer'),
    `nn.Flatten(),\n${width ? `nn.Linear(${width}, ${outputs})` : (layer ?? 'nn.Linear(...)')}`,
    trans.__(
      'In forward(): x = torch.flatten(x, 1). A layer takes channels × height × width values then.'
    )
  );
}

/** What is said of a layer that takes another width. */
export function linearWords(trans: ITranslate, values: Values): IWords {
  return {
    title: isSingle(values)
      ? trans.__('A single sample without its batch dimension')
      : isImage(values)
        ? trans.__('The image was not flattened before the layer')
        : widthTitle(trans, values),
    cause: twinCause(trans, values) ?? linearCause(trans, values),
    fixes: linearFixes(trans, values)
  };
}
