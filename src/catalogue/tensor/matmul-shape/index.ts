import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import {
  failedAt,
  passedFunction,
  passedThrough,
  printedText
} from '../../predicates';
import { factors } from '../../shared/operands';
import { layerOwner } from '../../shared/code-owner';
import type { Edit } from '../../../code/types';
import type { IReading } from '../../../incident/types';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { withWidth } from '../../shared/edits/layers';
import { twinCause, twinFixes } from '../../shared/near-variable';
import { visibleOf, type Visible } from './visible';
import { shapeOf } from '../../shared/literal-shapes';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { callsIn } from '../../shared/call-text';

/** One size of a shape that is printed in brackets: the last. */
const LAST = (name: string): string =>
  String.raw`\[(?:\d{1,12}, ){0,8}(?<${name}>\d{1,12})\]`;

function innerSizes(trans: ITranslate): string {
  return trans.__('The inner sizes of a matrix product differ');
}

/** The title where a layer is given an input of another width. */
function widthTitle(trans: ITranslate, { given, wanted }: Values): string {
  return given === undefined || wanted === undefined
    ? innerSizes(trans)
    : trans.__('The input is %1 wide, the layer takes %2', given, wanted);
}

function printShape(trans: ITranslate, { argument = 'x' }: Values = {}): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Look at the shape just before the line'),
    code: `print(${argument}.shape)`
  };
}

function compareShapes(trans: ITranslate, code: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the two shapes'),
    code
  };
}

function widen(trans: ITranslate, code: string, edit?: Edit): IFix {
  return {
    safety: 'check',
    title: trans.__('Make the layer as wide as its input'),
    code,
    ...(edit ? { edit } : {})
  };
}

/** A column more or less, of many: the data changed, not its form. */
function isNearly({ given, wanted }: Values): boolean {
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

/**
 * Whether anything beside the two widths says which of them is wrong. With code
 * at hand and none of it about this layer, advice to rebuild it misled.
 */
function isTold(values: Values, reading: IReading): boolean {
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

/** One of the two products in torch's attention, which turns the key by itself. */
function sdpaWords(
  trans: ITranslate,
  { given, wanted }: ValuesOf<'given' | 'wanted'>
): IWords {
  return {
    title: trans.__('Query, key and value do not fit each other'),
    cause: trans.__(
      'Attention multiplies the query with the key, which must be as wide, and the result with the value, which must be as long as the key: here %1 meets %2. Usually key or value was cut, or comes from another input.',
      given,
      wanted
    ),
    fixes: [
      compareShapes(trans, 'print(query.shape, key.shape, value.shape)'),
      check(
        trans.__('Make key and value from the same input'),
        'key, value = to_key(context), to_value(context)',
        trans.__(
          'In a model of a library, a cache of other lengths or a mixture of releases does the same: switch the cache off (use_cache=False), or install the release that the code asks for.'
        )
      )
    ]
  };
}

const CONTAINER = /nn[\\/]modules[\\/]container\.py$/;

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

/** Where a Linear layer multiplies: up to torch 1.7 in Python, by matmul(). */
const LAYER = /nn[\\/](?:functional|modules[\\/]linear)\.py$/;

/** A product of two tensors, written out. */
const PRODUCT = / @ |\bmatmul\(|\bmm\(/;

/** What a cell has where a layer of the model may have multiplied. */
const MODEL = /\bnn\.|\bmodel|\bnet\b|\bF\.linear|\bforward\b/i;

/** Whether the line that failed multiplies two tensors itself. */
function multipliesItself(reading: IReading): boolean {
  const { own } = visibleCode(reading);
  // No frame was kept: the cell has products, and nothing else that multiplies.
  const isOnlyWay =
    reading.exceptions.every(({ frames }) => frames.length === 0) &&
    own.some(line => PRODUCT.test(line)) &&
    !own.some(line => MODEL.test(line));
  return (
    (failedAt(PRODUCT, reading) || isOnlyWay) && !passedThrough(reading, LAYER)
  );
}

/** A line that makes one row of a sample: its batch is no part of that row. */
const ONE_ROW = /\.(?:reshape|view)\( ?\(?1, ?-1\b|\.unsqueeze\(0\)|\[None\b/;

/** What kind of product it is, and whose layer, where a layer multiplies. */
function readProduct(
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

/** The factors of a product of matrices, and whether one_hot() made one of them. */
function readFactors(
  reading: IReading
): ValuesOf<'first' | 'second' | 'encoded'> {
  const call = callsIn(ownLine(reading)).find(
    ({ name, args }) =>
      /^torch\.(?:b?mm|mv|dot)$/.test(name) && args.length === 2
  );
  const [first, second] = (call?.args ?? []).map(argument =>
    /^[a-z_][\w.]{0,30}$/i.test(argument) ? argument : undefined
  );
  const names = first && second ? { first, second } : {};
  const isEncoded =
    call !== undefined && printedText(reading).includes('one_hot(');
  return {
    ...names,
    encoded: isEncoded ? `${call.name}()` : undefined
  };
}

/** Whether the product is that of attention, as frames say. */
function attends(reading: IReading): string | undefined {
  return passedFunction(reading, /attention|attn/i) ||
    /CrossAttention|\bcontext\b/.test(printedText(reading))
    ? 'yes'
    : undefined;
}

/** The transposed one of a name, or what it is before that. */
function turned(name: string): string {
  return /\.T$/.test(name) ? name.slice(0, -2) : `${name}.transpose(-2, -1)`;
}

/** Which of two matrices [rows, given] and [wanted, outputs] fits transposed. */
function transposed(
  trans: ITranslate,
  { rows, given, wanted, outputs, first = 'a', second = 'b' }: Values
): IFix[] {
  const turnSecond: IFix = {
    safety: 'check',
    title: trans.__('Transpose the second one'),
    code: `product = ${first} @ ${turned(second)}`
  };
  const turnFirst: IFix = {
    safety: 'check',
    title: trans.__('Transpose the first one'),
    detail: trans.__(
      'Where the line turns it already, by .t() or .T: leave that away.'
    ),
    code: `product = ${turned(first)} @ ${second}`
  };
  if (rows === undefined || outputs === undefined) {
    return rows === undefined
      ? [turnSecond]
      : rows === wanted
        ? [turnFirst]
        : [];
  }
  if (rows === outputs && rows !== wanted && given !== outputs) {
    return [
      check(
        trans.__(
          'Exchange the two: [%1, %2] @ [%3, %4]',
          wanted,
          outputs,
          rows,
          given
        ),
        `product = ${second} @ ${first}`
      )
    ];
  }
  return [
    ...(given === outputs ? [turnSecond] : []),
    ...(rows === wanted ? [turnFirst] : []),
    ...(rows === wanted && given === outputs
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Element by element instead: both are equal'),
            code: `product = ${first} * ${second}`
          }
        ]
      : [])
  ];
}

/** What an RNN was given, and whether its features stand before the steps. */
function readSteps(
  { given, wanted }: Values,
  reading: IReading
): ValuesOf<'given' | 'wanted' | 'argument' | 'form'> {
  const [argument] = callsIn(ownLine(reading))
    .map(({ args }) => args[0] ?? '')
    .filter(name => /^[a-z_]\w{0,40}$/i.test(name));
  const shape = argument === undefined ? null : shapeOf(argument, reading);
  return {
    given,
    wanted,
    argument,
    form:
      shape?.length === 3 && String(shape[1]) === wanted ? 'turned' : undefined
  };
}

export default define({
  id: 'tensor/matmul-shape',
  infers: true,
  answers: [
    'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    'size mismatch, m1: [2 x 5], m2: [4 x 3]',
    'size mismatch, got input (2), mat (2x3), vec (4)',
    'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5]',
    'input.size(-1) must be equal to input_size. Expected 3, got 4',
    'mat1 dim 1 must match mat2 dim 0',
    'was expecting embedding dimension of 4, but got 5',
    'the batch number of src and tgt must be equal',
    'the feature number of src and tgt must be equal to d_model',
    'inner() the last dimension must match on both input tensors but got shapes [3] and [4]',
    'linalg.solve: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x1)',
    'torch.linalg.lstsq: input.size(-2) should match other.size(-2)',
    'addmm: Argument #3 (dense): Expected dim 0 size 25, got 65'
  ],
  values: [
    'rows',
    'given',
    'wanted',
    'outputs',
    'owner',
    'sample',
    'first',
    'second',
    'wrote',
    'meant',
    'anew',
    'reason',
    'argument',
    'layer',
    'wider',
    'before',
    'learnt',
    'form',
    'attention',
    'encoded',
    'flat',
    'outer',
    'made',
    'twoWays',
    'heads',
    'resize',
    'convolved',
    'maps'
  ],
  signs: [
    ...messageOrLog(
      /(?:mat[1l] and mat2|input and weight\.T) shapes cannot be multiplied(?: \((?<rows>\d+)x(?<given>\d+) and (?<wanted>\d+)x(?<outputs>\d+)\))?/,
      { tells: isTold, read: readProduct }
    ),
    // As torch up to 1.7 said it.
    ...messageOrLog(
      /size mismatch, m1: \[(?<rows>\d+) x (?<given>\d+)\], m2: \[(?<wanted>\d+) x (?<outputs>\d+)\]/,
      { tells: isTold, read: readProduct }
    ),
    ...messageOrLog(
      /size mismatch, g[eo]t (?:input )?\(?\d+\)?, (?:mat )?\(?(?<rows>\d+)x(?<wanted>\d+)\)?, ?(?:vec )?\(?(?<given>\d+)/,
      {
        read: ({ rows, wanted, given }, reading) =>
          multipliesItself(reading)
            ? {
                kind: 'product',
                rows,
                given: wanted,
                wanted: given,
                ...factors(reading)
              }
            : { kind: 'linear', rows: undefined, wanted, given }
      }
    ),
    ...messageOrLog(
      /first two dimensions of batch2 tensor to be: \[(?<batch>\d+), (?<given>\d+)\] but got: \[(?<other>\d+), (?<wanted>\d+)\]/,
      {
        read: ({ batch, given, other, wanted }, reading) =>
          given === wanted
            ? { kind: 'batches', given: batch, wanted: other }
            : {
                kind: failedAt(/\bscaled_dot_product_attention\(/, reading)
                  ? 'sdpa'
                  : 'product',
                given,
                wanted,
                ...factors(reading)
              }
      }
    )
  ],
  kinds: {
    linear: {
      signs: [
        ...messageOrLog(
          /size mismatch,? (?:m1: )?\[|size mismatch at \S+THC?TensorMath/
        ),
        ...messageOrLog(
          /same reduction dim, but got \[(?<rows>\d+), (?<given>\d+)\] X \[(?<wanted>\d+), (?<outputs>\d+)\]/
        ),
        // As translators of web pages give it.
        ...messageOrLog(
          /mat1 和 mat2 的?形状无法相乘 ?\((?<rows>\d+)x(?<given>\d+) 和 (?<wanted>\d+)x(?<outputs>\d+)\)/
        ),
        ...messageOrLog(
          /mat1 dim 1 must match mat2 dim 0|wrong matrix size at \S{1,200}THC?TensorMath/
        ),
        ...messageOrLog(
          /input\d size does not match weight size: got (?<given>\d+) but expected (?<wanted>\d+)/
        )
      ],
      words: (trans, values) => {
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
    },
    operands: {
      signs: [
        ...messageOrLog(
          /(?<given>1D tensors|matrices|matrix and matrix|vector \+ matrix @ vector|vector and vector) expected, (?:but )?got (?<wanted>\d[\dD, and]{0,30})/,
          {
            read: (groups, reading) => ({ ...groups, ...readFactors(reading) })
          }
        ),
        ...messageOrLog(
          /\b(?:self|mat1|mat2|batch1|batch2|tensor 1) must be a (?:matrix|3D tensor)|both arguments to (?:matmul|linear) need to be at least 1D|^tensors must be 2-D$/,
          { read: (_, reading) => readFactors(reading) }
        ),
        ...messageOrLog(
          /Expected \d-dimensional tensor, but got \d-dimensional tensor for argument #\d ["'](?:self|batch[12]|mat[12]?|vec[12]?|tensor)["'] \(while checking arguments for (?:addmm|mm|bmm|baddbmm|addmv|mv|addr|dot|ger)\b/
        )
      ],
      words: (
        trans,
        { given, wanted, first = 'a', second = 'b', encoded }
      ) => ({
        title: trans.__('The product takes another number of dimensions'),
        cause: encoded
          ? trans.__(
              '%1 takes two matrices, and one_hot() before it adds a dimension: it wants class numbers, and what it is given may be encoded already.',
              encoded
            )
          : given && wanted
            ? trans.__(
                'This product wants %1, and the numbers of dimensions are %2. dot() takes two vectors, mv() a matrix and a vector, mm() two matrices, bmm() two batches of matrices; matmul() and @ take them all.',
                given,
                wanted.trim()
              )
            : trans.__(
                'dot() takes two vectors, mv() a matrix and a vector, mm() two matrices, bmm() two batches of matrices [B, n, k]. One of the two has another number of dimensions; matmul() and @ take them all.'
              ),
        fixes: encoded
          ? [
              check(
                trans.__('Give it the class numbers, not yet encoded'),
                'print(X.shape, X.dtype)  # before one_hot(): [batch, steps], int64',
                trans.__(
                  'A cell above may have put the encoded tensor into the same variable: make the numbers anew before the call.'
                )
              ),
              compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
            ]
          : /^1D tensors/.test(given ?? '') && /2D and 2D/.test(wanted ?? '')
            ? [
                check(
                  trans.__('Row by row: multiply and add up'),
                  `product = (${first} * ${second}).sum(dim=-1)`
                ),
                check(
                  trans.__('Each row with each: transpose the second one'),
                  `product = ${first} @ ${second}.T`
                )
              ]
            : [
                {
                  safety: 'check',
                  title: trans.__('Multiply with @, whatever the dimensions'),
                  code: `product = ${first} @ ${second}`
                },
                compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
              ]
      })
    },
    batches: {
      signs: [
        ...messageOrLog(
          /batch1 and batch2 must have same number of batches, got (?<given>\d{1,12}) and (?<wanted>\d{1,12})/,
          { read: (_, reading) => ({ attention: attends(reading) }) }
        ),
        ...messageOrLog(/equal number of batches expected/, {
          read: (_, reading) => ({ attention: attends(reading) })
        })
      ],
      words: (trans, { given, wanted, attention }) => ({
        title:
          given && wanted
            ? trans.__('Two batches of %1 and %2 are multiplied', given, wanted)
            : trans.__('Two batches of different sizes are multiplied'),
        cause: attention
          ? trans.__(
              'In attention the queries come from the input, keys and values from the condition (context, encoder output): both need the same batch, times the heads. Here they are for different numbers of samples.'
            )
          : trans.__(
              'In a product [B, n, k] @ [B, k, m] each matrix of one batch meets its own in the other, so the two B must be equal. matmul() and @ stretch a batch of 1.'
            ),
        fixes: attention
          ? [
              check(
                trans.__('Repeat the condition for each sample of the input'),
                'context = context.expand(x.shape[0], -1, -1)  # or repeat_interleave(n, dim=0)'
              ),
              compareShapes(trans, 'print(x.shape, context.shape)')
            ]
          : [
              compareShapes(trans, 'print(a.shape, b.shape)'),
              {
                safety: 'check',
                title: trans.__(
                  'The same matrix for all: leave its batch away'
                ),
                code: 'product = a @ b[0]'
              }
            ]
      })
    },
    dot: {
      signs: messageOrLog(
        /inconsistent tensor size, expected tensor \[(?<given>\d+)\] and src \[(?<wanted>\d+)\] to have the same number of elements, but got \d+ and \d+ elements respectively(?! at \S*(?:Copy|Pointwise))/
      ),
      words: (trans, { given, wanted }) => ({
        title:
          given && wanted
            ? trans.__('dot() of vectors of %1 and %2 numbers', given, wanted)
            : trans.__('dot() of vectors of different lengths'),
        cause: trans.__(
          'dot() multiplies two vectors number by number and adds up, so they must be equally long. Usually one of them was cut, or comes from another layer.'
        ),
        fixes: [compareShapes(trans, 'print(a.shape, b.shape)')]
      })
    },
    product: {
      signs: [
        ...messageOrLog(
          /first two dimensions of batch2 tensor|batch2_sizes\[0\] == bs && batch2_sizes\[1\] == contraction_size|batch1 dim 2 must match batch2 dim 1/
        ),
        ...messageOrLog(
          /xpected tensor to have size (?<given>\d+) at dimension 1, but got size (?<wanted>\d+) for argument #2 ["'](?:batch2|mat2)["']/
        ),
        ...messageOrLog(
          /must have the same number of columns\. X1: (?<given>\d+) X2: (?<wanted>\d+)/
        ),
        ...messageOrLog(
          /contracted dimensions need to match, but first has size (?<given>\d+) in dim -?\d{1,3} and second has size (?<wanted>\d+)/
        ),
        ...messageOrLog(
          new RegExp(
            String.raw`\binner\(\) the last dimension must match on both input tensors but got shapes ${LAST('given')} and ${LAST('wanted')}`
          )
        ),
        ...messageOrLog(
          /Incompatible matrix sizes for bmm \(\d+x(?<given>\d+) and (?<wanted>\d+)x/
        )
      ],
      words: (
        trans,
        { rows, given, wanted, outputs, first = 'a', second = 'b' }
      ) => ({
        title:
          given === undefined || wanted === undefined
            ? innerSizes(trans)
            : trans.__(
                'The inner sizes of a product differ: %1 and %2',
                given,
                wanted
              ),
        cause:
          rows && outputs
            ? trans.__(
                'In a product [n, k] @ [k, m] the two k must be equal: here [%1, %2] meets [%3, %4].',
                rows,
                given,
                wanted,
                outputs
              )
            : trans.__(
                'In a product [B, n, k] @ [B, k, m] the two k must be equal, and the two B. Often one of the two should be transposed.'
              ),
        fixes: [
          ...transposed(trans, {
            rows,
            given,
            wanted,
            outputs,
            first,
            second
          }),
          compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
        ]
      })
    },
    sdpa: { words: sdpaWords },
    sparse: {
      // aten/src/ATen/native/sparse/SparseTensorMath.cpp, and mv().
      signs: [
        ...messageOrLog(
          /\b(?:addmm|s_addmm|hspmm): Argument #\d \(dense\): Expected dim 0 size (?<given>\d+), got (?<wanted>\d+)/
        ),
        ...messageOrLog(/\bmv: expected self\.size\(-1\) == vec\.size\(-1\)/)
      ],
      words: (trans, { given, wanted }) => ({
        title:
          given === undefined || wanted === undefined
            ? innerSizes(trans)
            : trans.__(
                'Sizes of a sparse product differ: %1 and %2',
                given,
                wanted
              ),
        cause: trans.__(
          'A sparse matrix [n, k] is multiplied with [k, m]: its second size must be the number of rows of the other. An adjacency matrix is [nodes, nodes], of users and items together too.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give the sparse matrix the size of all nodes'),
            detail: trans.__(
              'Where it stands before the features x of all nodes: adj @ x.'
            ),
            code: 'n = x.shape[0]\nadj = torch.sparse_coo_tensor(indices, values, (n, n))'
          },
          compareShapes(trans, 'print(adj.shape, x.shape)')
        ]
      })
    },
    rnn: {
      signs: [
        ...messageOrLog(
          /input\.size\(-1\) must be equal to input_size(?:\. Expected (?<wanted>\d+), got (?<given>\d+))?/,
          { read: readSteps }
        ),
        ...messageOrLog(
          /input has inconsistent input_size:? got (?<given>\d+),? expected (?<wanted>\d+)/,
          { read: readSteps }
        )
      ],
      words: (trans, values) => ({
        title: widthTitle(trans, values),
        cause: isNearly(values)
          ? trans.__(
              'The last dimension of the input of an RNN, LSTM or GRU must be its input_size. %1 against %2: the data has a column more or less than when the model was made.',
              values.given,
              values.wanted
            )
          : trans.__(
              'The last dimension of the input of an RNN, LSTM or GRU must be its input_size, even with batch_first. Often two dimensions were swapped, or input_size was not meant as the number of features.'
            ),
        fixes: [
          ...(isNearly(values)
            ? [
                check(
                  trans.__('Make training and validation data the same way'),
                  'validation = validation[training.columns]',
                  trans.__(
                    'A target among the features, or a category that only one of them has, is such a column.'
                  )
                )
              ]
            : []),
          ...(values.form === 'turned'
            ? [
                check(
                  trans.__(
                    'The features stand before the steps: exchange them'
                  ),
                  `${values.argument} = ${values.argument}.transpose(1, 2)`
                )
              ]
            : []),
          widen(
            trans,
            `nn.LSTM(input_size=${values.given ?? 'x.size(-1)'}, hidden_size=hidden_size, batch_first=True)`,
            withWidth({
              layer: ['LSTM', 'GRU', 'RNN'],
              width: ['input_size', 0],
              wanted: values.wanted,
              given: values.given
            })
          ),
          printShape(trans, values)
        ]
      })
    },
    attention: {
      signs: messageOrLog(
        /was expecting embedding dimension of (?<wanted>\d+), but got (?<given>\d+)/
      ),
      words: (trans, values) => ({
        title: widthTitle(trans, values),
        cause: trans.__(
          'The last dimension of query, key and value must be the embed_dim that MultiheadAttention was made with (kdim and vdim when given).'
        ),
        fixes: [
          widen(
            trans,
            `nn.MultiheadAttention(embed_dim=${values.given ?? 'x.size(-1)'}, num_heads=num_heads)`,
            withWidth({
              layer: 'MultiheadAttention',
              width: ['embed_dim', 0],
              wanted: values.wanted,
              given: values.given
            })
          ),
          printShape(trans)
        ]
      })
    },
    pair: {
      signs: messageOrLog(
        /\bkey shape torch\.Size\(\[[\d, ]{1,40}\]\) does not match value shape|\bkey["']s sequence and batch dims torch\.Size\(\[[\d, ]{1,40}\]\) do not match value["']s/
      ),
      words: trans => ({
        title: trans.__('Key and value of the attention do not fit together'),
        cause: trans.__(
          'Attention looks up one value for each key: both need the same length and the same batch. Often two dimensions of one of them were exchanged.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take both from the same source'),
            code: 'y, _ = attention(query, memory, memory)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Compare the shapes'),
            code: 'print(query.shape, key.shape, value.shape)'
          }
        ]
      })
    },
    transformer: {
      signs: messageOrLog(
        /the (?:batch number of src and tgt must be equal|feature number of src and tgt must be equal to d_model)/
      ),
      words: trans => ({
        title: trans.__('src and tgt do not fit the Transformer'),
        cause: trans.__(
          'nn.Transformer takes src and tgt as [length, batch, d_model], or [batch, length, d_model] with batch_first=True: the batch must be equal, and the last size d_model. Often batch_first was not set.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Say that the batch stands first'),
            code: 'model = nn.Transformer(d_model=src.shape[-1], nhead=heads, batch_first=True)'
          },
          compareShapes(trans, 'print(src.shape, tgt.shape)')
        ]
      })
    },
    lstsq: {
      signs: messageOrLog(
        /\blinalg\.lstsq: input\.size\(-2\) should match other\.size\(-[12]\)/
      ),
      words: trans => ({
        title: trans.__('lstsq() got different numbers of equations'),
        cause: trans.__(
          'Each row of A is one equation, each row of B its right side: A is [m, n], B [m, k], or [m] for a single right side. Often B stands as a row.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A right side given as a row: transpose it'),
            code: 'x = torch.linalg.lstsq(A, B.mT).solution'
          },
          compareShapes(trans, 'print(A.shape, B.shape)')
        ]
      })
    },
    solve: {
      signs: messageOrLog(
        /Incompatible (?:shapes of A and B for the equation AX = B|matrix sizes for \w{3,20}: each A matrix)/
      ),
      words: trans => ({
        title: trans.__('The matrix and the right side have different rows'),
        cause: trans.__(
          'To solve A X = B for A of shape [n, n], B must be [n, k]: as many rows as A. A single right side is [n] or [n, 1].'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A right side given as a row: transpose it'),
            code: 'X = torch.linalg.solve(A, B.mT)'
          },
          compareShapes(trans, 'print(A.shape, B.shape)')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Shapes that differ in an addition or a comparison give another message (“size of tensor a must match …”).'
      ),
      trans.__(
        '“size mismatch for layer.weight: copying a param” comes from load_state_dict(): the checkpoint has other sizes.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: Linear, in_features and the shape of the input'
        ),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html'
      },
      {
        title: trans.__('PyTorch: matmul, which dimensions must agree'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.matmul.html'
      }
    ]
  })
});
