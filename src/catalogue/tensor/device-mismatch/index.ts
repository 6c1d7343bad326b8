import type { IFix, ISign, ITranslate, Values } from '../../../diagnosis/types';
import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { argumentTypes, deviceOf, deviceSigns } from '../shared/types';
import { movedAlong } from '../../shared/edits/devices';
import { argumentThen } from '../../shared/edits/calls';
import { check } from '../../fix';
import { twinOf, withTwin } from '../../shared/near-variable';
import {
  assignmentsIn,
  lastValue,
  ownLine,
  uses,
  visibleCode
} from '../../shared/ran-code';
import type { IReading } from '../../../incident/types';
import { deviceIn, leftCause, leftFixes, leftOf } from './left';
import { callsIn } from '../../shared/call-text';
import { PAIR } from '../shared/line-operands';

const PLACE = String.raw`[\w:]{2,12}`;

/** Of three tensors the one that is elsewhere; none where all places differ. */
function oddOne({
  nameA,
  nameB,
  nameC,
  placeA,
  placeB,
  placeC
}: Values): ValuesOf<'argument' | 'given' | 'wanted'> {
  if (placeB === placeC && placeA !== placeB) {
    return { argument: nameA, given: placeA, wanted: placeB };
  }
  if (placeA === placeC) {
    return { argument: nameB, given: placeB, wanted: placeA };
  }
  return placeA === placeB
    ? { argument: nameC, given: placeC, wanted: placeA }
    : {};
}

/** Two places: of the tensor and where it is wanted, or just of two tensors. */
type Places = ValuesOf<'one' | 'other' | 'given' | 'wanted' | 'meta'>;

function deviceTitle(
  trans: ITranslate,
  { one, other, given, wanted }: Places
): string {
  const first = given ?? one;
  const second = wanted ?? other;
  return first && second
    ? trans.__('Tensors on two devices: %1 and %2', first, second)
    : trans.__('Tensors of one operation are on different devices');
}

function deviceCause(
  trans: ITranslate,
  { argument, one, other, given, wanted }: Places & ValuesOf<'argument'>
): string {
  if (argument && given && wanted) {
    return trans.__(
      '“%1” is on %2, the rest is on %3. An operation needs its tensors and the weights of the model on one device.',
      argument,
      given,
      wanted
    );
  }
  const first = given ?? one;
  const second = wanted ?? other;
  return first && second
    ? trans.__(
        'One tensor is on %1, another on %2. An operation needs its tensors and the weights of the model on one device.',
        first,
        second
      )
    : trans.__(
        'An operation needs its tensors and the weights of the model on one device. Usually the batch or the model was not moved to the GPU.'
      );
}

/** Whether the places are those of a Mac's GPU. */
function isOfMac(places: Places): boolean {
  return Object.values(places).some(place => /^mps\b/i.test(place ?? ''));
}

/** The loop of the failed cell over a loader. */
const LOOP =
  /^\s{0,40}for (?:\w{1,20}, ?\((?<inner>[a-z_]\w{0,30}, ?[a-z_]\w{0,30})\)|(?<names>[a-z_]\w{0,30}(?:, ?[a-z_]\w{0,30})?)) in (?<counted>enumerate\()?(?:tqdm\()?\w{0,30}(?:loader|dl)\b/i;

/** The parts of the batch, where the code moves the model and not the batch. */
function movedOnly(reading: IReading): ValuesOf<'batch'> {
  const { own, lines } = visibleCode(reading);
  const { inner, names, counted } =
    own.map(line => LOOP.exec(line)?.groups).find(Boolean) ?? {};
  const parts =
    inner?.split(/, ?/) ??
    names?.split(/, ?/).slice(counted === undefined ? 0 : 1) ??
    [];
  const movesModel = lines.some(line =>
    /\b\w{0,20}(?:model|net)\w{0,20}(?:\([^()]{0,60}\))?\.(?:to|cuda)\(/i.test(
      line
    )
  );
  const movesBatch = own.some(line =>
    parts.some(
      part => line.includes(`${part}.to(`) || line.includes(`${part}.cuda(`)
    )
  );
  return parts.length > 0 && movesModel && !movesBatch
    ? { batch: parts.join(', ') }
    : {};
}

/** `a.cpu()` where a tensor is kept, and not given away as an array or a number. */
const TO_CPU = /\.cpu\(\)(?!\.(?:numpy|tolist|item|detach)\b)/g;

/** The failed line without the move to the CPU that it makes itself. */
function withoutCpu(reading: IReading): ValuesOf<'stayed'> {
  const line = ownLine(reading);
  const stayed = line.replace(TO_CPU, '');
  return stayed === line || line.length > 120 ? {} : { stayed };
}

/** A layer with weights that the failed line makes and calls at once. */
const MADE_LAYER =
  /(?<![\w.])(?<layer>(?:torch\.)?nn\.(?:\w{0,12}(?:Conv|Norm)(?:Transpose)?\d?d?|Linear|Bilinear|Embedding|LSTM|GRU|RNN|MultiheadAttention|PReLU)\([^()]{0,80}\))\(/;

function madeInLine(reading: IReading): ValuesOf<'layer'> {
  const line = ownLine(reading);
  const layer = (line === '' ? visibleCode(reading).lines : [line])
    .map(one => MADE_LAYER.exec(one)?.groups?.layer)
    .find(Boolean);
  return layer === undefined ? {} : { layer };
}

/**
 * Whether something at hand tells which tensor it is: code, a frame, or the
 * argument of an input in the message. With a log two places say nothing more.
 */
function isSeen(_: Values, { exceptions, incident, log }: IReading): boolean {
  return (
    incident.source.trim() !== '' ||
    exceptions.some(({ frames }) => frames.length > 0) ||
    /argument (?:argument )?(?:mat1|input|index|target)\b|\b(?:is|are) on (?:cpu|cuda|mps)\b|found at least two devices, cuda:\d and cuda:/.test(
      `${exceptions.map(({ message }) => message).join(' ')} ${log}`
    )
  );
}

/** The line that moves a part away, and the layer that no move can reach. */
function ownMoves(
  trans: ITranslate,
  { stayed, layer }: ValuesOf<'stayed' | 'layer'>
): IFix[] {
  return [
    ...(layer === undefined
      ? []
      : [
          check(
            trans.__('Make the layer in __init__(), to move with the model'),
            `self.layer = ${layer}  # in __init__()\nx = self.layer(x)  # in forward()`,
            trans.__(
              'What forward() makes is new and on the CPU at each call, and never learns.'
            )
          )
        ]),
    ...(stayed === undefined
      ? []
      : [
          check(
            trans.__('Leave .cpu() out here, or call it on the others, too'),
            stayed
          )
        ])
  ];
}

/** What the failed line picks from, and by which variable; nothing where it picks twice. */
function indexed(reading: IReading): ValuesOf<'held' | 'index'> {
  const found = [
    ...ownLine(reading).matchAll(
      /(?<held>[a-z_][\w.]{0,40}|torch\.eye\([^[\]]{0,30}(?:\[\d\])?\)?\))\[(?<index>[a-z_][\w.]{0,40})\]/gi
    )
  ];
  return found.length === 1
    ? { held: found[0].groups?.held, index: found[0].groups?.index }
    : {};
}

/** The number of the GPU that is not the first, where both places are GPUs. */
function secondGpu({ one, other, given, wanted }: Places): string | undefined {
  const places = [given ?? one, wanted ?? other].map(
    place => /^cuda:(?<number>\d{1,2})$/.exec(place ?? '')?.groups?.number
  );
  return places.every(number => number !== undefined)
    ? places.find(number => number !== '0')
    : undefined;
}

function madeOnInput(trans: ITranslate): IFix {
  return check(
    trans.__('Make new tensors on the device of the input'),
    'mask = torch.zeros(n, device=x.device)'
  );
}

/** What brings a program to one of several GPUs. */
function gpuFixes(trans: ITranslate, number: string): IFix[] {
  return [
    check(
      trans.__('Let the program see one GPU alone'),
      `import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '${number}'  # before torch is imported; it is cuda:0 then`,
      trans.__(
        'What says ‘cuda’ or .cuda() without a number means the first one.'
      )
    ),
    check(
      trans.__('Or move the input to where the layer is'),
      'x = x.to(next(layer.parameters()).device)'
    ),
    madeOnInput(trans)
  ];
}

/** Calls that make a tensor on the CPU where they are told no device. */
const MAKES =
  /^torch\.(?:tensor|zeros|ones|empty|full|eye|arange|linspace|randn?|randint|randperm|(?:Float|Long)?Tensor)\(.{0,120}\)$/;

/** The variable of the failed line that a line of the user's made on the CPU. */
function madeOnCpu(reading: IReading): ValuesOf<'made' | 'madeAs'> {
  const line = ownLine(reading);
  const { lines } = visibleCode(reading);
  const found = assignmentsIn(lines).filter(
    ({ names: [name, ...others], value }) =>
      others.length === 0 &&
      uses(name, line) &&
      MAKES.test(value) &&
      // A single number may meet tensors of any device.
      !/^torch\.tensor\([^[(]*\)$/.test(value) &&
      !/\bdevice\b|\.(?:to|cuda)\(/.test(value) &&
      lastValue(name, reading)?.value === value &&
      !lines.some(
        one => one.includes(`${name}.to(`) || one.includes(`${name}.cuda(`)
      )
  );
  // Two of them would have met without an error: the text was edited since.
  const isOther = /\bset_default_(?:device|tensor_type)\(/.test(
    lines.join(' ')
  );
  if (found.length !== 1 || line === '' || isOther) {
    return {};
  }
  const [{ names, value }] = found;
  const device = deviceIn(reading);
  return {
    made: names[0],
    madeAs:
      value.includes('Tensor(') || callsIn(value)[0]?.text !== value
        ? `${names[0]} = ${value}.to(${device})`
        : `${names[0]} = ${value.slice(0, -1)}, device=${device})`
  };
}

/** The line that makes it, with the device. */
function madeThere(
  trans: ITranslate,
  { made, madeAs }: ValuesOf<'made' | 'madeAs'>
): IFix[] {
  return made === undefined || madeAs === undefined
    ? []
    : [check(trans.__('Make %1 on the device of the rest', made), madeAs)];
}

/** torch names the input first, the weights of the layer second. */
const OF_INPUT = /\bInput type \([\w.]{1,40}\) and weight type \(/;

/** A sign of two types that also tells whether input or model stayed behind. */
function ofInput(sign: ISign): ISign {
  return {
    ...sign,
    read: (groups, reading) => {
      const places = sign.read?.(groups, reading) ?? {};
      return {
        ...places,
        ...(reading.exceptions.some(({ message }) => OF_INPUT.test(message))
          ? leftOf({ argument: 'input', ...places }, reading)
          : {})
      };
    }
  };
}

/** The two tensors that the failed line takes together, where it calls no model. */
function pairIn(reading: IReading): ValuesOf<'first' | 'second' | 'together'> {
  const line = ownLine(reading);
  const { left: first, right: second } = PAIR.exec(line)?.groups ?? {};
  const last = reading.exceptions[0]?.frames.at(-1);
  if (
    first === undefined ||
    second === undefined ||
    last?.place === 'library' ||
    line.length > 100
  ) {
    return {};
  }
  return {
    first,
    second,
    together: line.replace(
      PAIR,
      pair =>
        `${pair.slice(0, pair.lastIndexOf(second))}${second}.to(${first}.device)`
    )
  };
}

/** The line with the second on the device of the first. */
function broughtTogether(
  trans: ITranslate,
  { first, second, together }: ValuesOf<'first' | 'second' | 'together'>
): IFix[] {
  return first === undefined || second === undefined || !together
    ? []
    : [
        check(
          trans.__('Bring %1 to the device of %2', second, first),
          together,
          trans.__(
            'Better: make it there, or move it once before a loop: Tensor.to() returns a new tensor, so assign its result.'
          )
        ),
        {
          safety: 'diagnostic',
          ofLine: true,
          title: trans.__('See what is where'),
          code: `print(${first}.device, ${second}.device)`
        },
        madeOnInput(trans)
      ];
}

/** Whether nothing more is known than the two names of the line. */
function isAlone({
  made,
  batch,
  left,
  stayed,
  layer,
  meta,
  together,
  ...places
}: Values): boolean {
  return (
    together !== undefined &&
    [made, batch, left, stayed, layer, meta].every(one => one === undefined) &&
    !Object.values(places).includes('meta')
  );
}

/** The batch that the loop does not move. */
function leftBehind(trans: ITranslate, { batch }: ValuesOf<'batch'>): IFix[] {
  return batch === undefined
    ? []
    : [
        check(
          trans.__('The model is moved, the batch is not: move it in the loop'),
          `${batch} = ${batch
            .split(', ')
            .map(part => `${part}.to(device)`)
            .join(', ')}`
        )
      ];
}

/** What brings all tensors to one device, whatever was left behind. */
function deviceFixes(trans: ITranslate, places: Places = {}): IFix[] {
  const device = isOfMac(places)
    ? "'mps' if torch.backends.mps.is_available() else 'cpu'"
    : "'cuda' if torch.cuda.is_available() else 'cpu'";
  return [
    {
      safety: 'check',
      title: trans.__('Put the model and the data on one device'),
      detail: trans.__(
        'Module.to() moves the model in place; Tensor.to() returns a new tensor, so assign its result.'
      ),
      code: `device = ${device}\nmodel = model.to(device)\nx, y = x.to(device), y.to(device)`,
      edit: movedAlong
    },
    {
      safety: 'diagnostic',
      title: trans.__('See what is where'),
      code: 'print({p.device for p in model.parameters()}, {b.device for b in model.buffers()}, x.device)'
    },
    {
      ...madeOnInput(trans),
      detail: trans.__(
        'In forward(): zeros, ones, arange and masks are made on the CPU unless told otherwise. For constants use register_buffer, for lists of layers nn.ModuleList, so that they move with the model.'
      )
    }
  ];
}

/** Tensors that were never loaded: moving them fails, too. */
function metaFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See which tensors hold no values'),
      code: 'print([name for name, t in [*model.named_parameters(), *model.named_buffers()] if t.is_meta])'
    },
    check(
      trans.__('Make the model on the CPU, then load and move it'),
      "model = Net(config)  # not under torch.device('meta')\nmodel.load_state_dict(state, assign=True)\nmodel = model.to(device)",
      trans.__(
        'Buffers that no checkpoint holds, such as masks and positions, have to be computed: on meta they are not.'
      )
    )
  ];
}

/** Whether the visible code makes tensors on meta by itself: those can be made elsewhere. */
function madeOnMeta(reading: IReading): ValuesOf<'meta'> {
  return /\bdevice ?= ?["']meta["']/.test(visibleCode(reading).text)
    ? { meta: 'made' }
    : {};
}

/** What brings all tensors to one device, by which devices they are. */
function placed(trans: ITranslate, places: Places): IFix[] {
  if (places.meta === undefined && Object.values(places).includes('meta')) {
    return metaFixes(trans);
  }
  const number = secondGpu(places);
  return number === undefined
    ? deviceFixes(trans, places)
    : gpuFixes(trans, number);
}

export default define({
  id: 'tensor/device-mismatch',
  answers: [
    'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!',
    'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same',
    'Expected object of backend CPU but got backend CUDA for argument #2',
    'Tensor for argument #2 is on CPU, but expected it to be on GPU',
    'expected CPU tensor (got CUDA tensor)',
    'Placeholder storage has not been allocated on MPS device!',
    'index_add(): self, index and source expected to be in the same device, but got (self) cuda:0, (index) cpu, and (source) cuda:0',
    'legacy constructor expects device type: cpu but device type: cuda was passed'
  ],
  values: [
    'argument',
    'one',
    'other',
    'given',
    'wanted',
    'meta',
    'wrote',
    'meant',
    'anew',
    'reason',
    'batch',
    'made',
    'madeAs',
    'stayed',
    'layer',
    'left',
    'how',
    'leftAs',
    'held',
    'index',
    'first',
    'second',
    'together'
  ],
  known: reading => ({
    ...twinOf(reading),
    ...movedOnly(reading),
    ...madeOnCpu(reading),
    ...withoutCpu(reading),
    ...madeInLine(reading),
    ...pairIn(reading),
    ...madeOnMeta(reading)
  }),
  // They name no kind: torch says this also inside of a metric, whose own
  // words come second.
  signs: [
    ...messageOrLog(
      /but got (?<argument>\w+) is on (?<given>[\w:]{3,12}), different from other tensors on (?<wanted>[\w:]{3,12})/,
      { read: leftOf }
    ),
    ...messageOrLog(
      /found (?:at least )?two (?:different )?devices,? (?<one>[\w:]{3,12})(?: and|,) (?<other>[\w:]{3,12})(?:! \(when checking arg\w{0,5}(?: for argument)? (?<argument>\w+))?/,
      {
        tells: isSeen,
        // aten/src/ATen/core/adaption.cpp: the device of those before, and of this one.
        read: ({ argument, one, other }, reading) => {
          const places = argument ? { given: other, wanted: one } : {};
          return {
            ...places,
            ...leftOf({ argument, one, other, ...places }, reading)
          };
        }
      }
    ),
    ...messageOrLog(
      /expected ["'](?<argument>\w+)["'] to be (?:a )?(?<wanted>CUDA|CPU)(?: tensor)?, ?but got (?:an? )?(?:tensor on )?(?<given>[\w:]{3,12})/
    ),
    ...messageOrLog(
      /["'](?<argument>\w+)["'] is on (?<given>\w{2,8}), but expected (?:it|them) to be on (?<wanted>\w{2,8})/
    ),
    ...messageOrLog(
      /\b(?:to be|must be|are not|should be) (?:on|at) (?:the )?same (?:device|GPU\b)/i,
      { tells: isSeen }
    ),
    ...messageOrLog(
      /have the same device as tensor for argument|(?:must be|be) on the current device/
    ),
    ...messageOrLog(
      /xpected (?:object of )?backend (?<wanted>\w{2,8})(?: and dtype \w+)? but got backend (?!\k<wanted>\b)(?<given>\w{2,8})/
    ),
    ...messageOrLog(
      /xpected (?:object of )?device(?: type)? (?<wanted>[\w:]{3,12})(?: and dtype \w+)? but got device(?: type)? (?!\k<wanted>\b)(?<given>[\w:]{3,12})/,
      { tells: isSeen }
    ),
    ...messageOrLog(
      /xpected tensor to have (?<wanted>\w{2,8}) (?:Backend|Device(?:Type)?), but got tensor with (?!\k<wanted>\b)(?<given>\w{2,8}) /
    ),
    // torch/csrc/autograd/engine.cpp, `validate_outputs`.
    ...messageOrLog(
      /[Ff]unction [\w:]{1,80} returned an invalid gradient at index \d{1,3} - expected device (?<wanted>[\w:]{3,12}) but got (?!\k<wanted>\b)(?<given>[\w:]{3,12})/
    ),
    // aten/src/ATen/native/TensorAdvancedIndexing.cpp.
    ...messageOrLog(
      new RegExp(
        String.raw`xpected to be in the same device, but got \((?<nameA>\w{1,12})\) (?<placeA>${PLACE}), \((?<nameB>\w{1,12})\) (?<placeB>${PLACE}), and \((?<nameC>\w{1,12})\) (?<placeC>${PLACE})`
      ),
      { read: oddOne }
    ),
    // scaled_dot_product_attention.
    ...messageOrLog(
      new RegExp(
        String.raw`to have the same device type, but got (?<nameA>\w{1,12})\.device: (?<placeA>${PLACE}) (?<nameB>\w{1,12})\.device: (?<placeB>${PLACE}) and (?<nameC>\w{1,12})\.device: (?<placeC>${PLACE})`
      ),
      { read: oddOne }
    ),
    ...messageOrLog(
      new RegExp(
        String.raw`must all be on the same device\. Input 0 is on device (?<wanted>${PLACE}) and input \d{1,4} is on device (?<given>${PLACE})`
      )
    ),
    ...messageOrLog(
      /\bmeshgrid expects all tensors to have the same device|\bself, index and source expected to be in the same device/
    ),
    ...messageOrLog(
      new RegExp(
        String.raw`tensor_indices_or_sections to be on (?<wanted>cpu), but it["']s on (?<given>${PLACE})`
      )
    ),
    ...messageOrLog(
      new RegExp(
        String.raw`copy from device (?<given>${PLACE}) to device (?<wanted>${PLACE}), but cross-device copies are not allowed`
      )
    ),
    // torch.FloatTensor(x), torch.cuda.FloatTensor(x).
    ...messageOrLog(
      /legacy (?:constructor|new) expects device type: ?(?<wanted>\w{2,8}) ?but device type: ?(?<given>\w{2,8}) was passed/
    ),
    ...messageOrLog(
      new RegExp(
        String.raw`xpected TensorOptions\(dtype=[\w:]{3,12}(?: int)?, device=(?<wanted>${PLACE}), .{1,160}\(got TensorOptions\(dtype=[\w:]{3,12}(?: int)?, device=(?!\k<wanted>,)(?<given>${PLACE}),`
      )
    ),
    ...deviceSigns().map(ofInput),
    ...messageOrLog(
      /found input tensor at (?<given>[\w:]{3,12}) and (?:parameter tensor at|hidden tensor at(?! cpu\b)) (?<wanted>[\w:]{3,12})/
    ),
    ...messageOrLog(
      /Tensor on device (?<given>[\w:]{3,12}) is not on the expected device (?<wanted>[\w:]{3,12})/
    ),
    ...messageOrLog(
      /storage of a tensor on device ["'](?<given>[\w:]{3,12})["'] to a storage on different device ["'](?<wanted>[\w:]{3,12})["']/
    ),
    ...messageOrLog(
      /Tensor for argument (?<argument>\w+) is on (?<given>[\w:]{3,12}) but expected on (?<wanted>[\w:]{3,12})/
    ),
    // DGL.
    ...messageOrLog(
      /Cannot assign \w{1,20} feature .{1,60} on device (?<given>[\w:]{3,12}) to a graph on device (?<wanted>[\w:]{3,12}\b)/,
      { read: () => ({ argument: 'feature' }) }
    ),
    ...messageOrLog(
      /Specified device (?<wanted>[\w:-]{3,12}) does not match device of data (?<given>[\w:-]{3,12})/
    ),
    ...messageOrLog(
      /Placeholder storage has not been allocated on MPS device/,
      { read: () => ({ given: 'cpu', wanted: 'mps' }) }
    ),
    ...messageOrLog(
      /Pointer argument \(at \d{1,4}\) cannot be accessed from Triton/
    ),
    ...messageOrLog(
      /xpected [\w.[\]]+\.(?:is_cuda|device\(\)\.is_cuda)\(\) to be true, but got false|\biter\.device\(arg\)\.is_cuda\(\) INTERNAL ASSERT FAILED|\b\w+ must be a CUDA tensor/
    ),
    ...messageOrLog(
      /tensors are (?:located )?on different GPUs|arguments are located on different GPUs/
    ),
    ...messageOrLog(
      /[Oo]utput with (?:device|backend) (?<given>[\w:]{3,12}) doesn["']t match the desired (?:device|backend) (?<wanted>[\w:]{3,12})/
    ),
    ...messageOrLog(/received an invalid combination of arguments - got \(/, {
      when: reading => new Set(argumentTypes(reading).map(deviceOf)).size > 1
    })
  ],
  kinds: {
    tensors: {
      words: (trans, { argument, ...places }) =>
        withTwin(trans, places, {
          title: deviceTitle(trans, places),
          cause: places.made
            ? trans.__(
                'A line of the code makes %1 without a device, so it is on the CPU, and the line that failed takes it together with a tensor on the GPU.',
                places.made
              )
            : places.layer
              ? trans.__(
                  'The code makes a layer and calls it at once: %1. Made anew at each call, its weights are on the CPU, and moving the model does not reach them.',
                  places.layer
                )
              : (leftCause(trans, places) ??
                deviceCause(trans, { argument, ...places })),
          fixes: [
            ...madeThere(trans, places),
            ...leftBehind(trans, places),
            ...(places.made || places.batch ? [] : leftFixes(trans, places)),
            ...ownMoves(trans, places),
            ...(isAlone(places) && secondGpu(places) === undefined
              ? broughtTogether(trans, places)
              : placed(trans, places))
          ]
        })
    },
    index: {
      // aten/src/ATen/native/TensorAdvancedIndexing.cpp: an index on the CPU is
      // taken for a tensor on any device.
      signs: messageOrLog(
        /indices should be either on (?:the )?cpu or on the same device as the indexed tensor(?: \((?<wanted>[\w:]{3,12}) ?\))?/i,
        {
          read: ({ wanted }, reading) => ({
            wanted: wanted?.toLowerCase(),
            ...indexed(reading)
          })
        }
      ),
      words: (trans, { wanted, index, held, ...places }) => ({
        title: trans.__('The index is not on the device of the tensor'),
        cause: wanted
          ? trans.__(
              'The tensor that is indexed is on %1, and the index (a mask or places) on another device. An index on the CPU would do for any tensor.',
              wanted
            )
          : trans.__(
              'The tensor that is indexed and the index (a mask or places) are on two devices. An index on the CPU would do for any tensor.'
            ),
        fixes: [
          check(
            trans.__('Index with a copy on the CPU'),
            index && held
              ? `picked = ${held}[${index}.cpu()]`
              : 'picked = x[index.cpu()]'
          ),
          ...madeThere(trans, places),
          check(
            trans.__('Or bring the tensor to where the index is'),
            index && held
              ? `picked = ${held}.to(${index}.device)[${index}]`
              : 'picked = x.to(index.device)[index]',
            trans.__(
              'What torch.eye(), zeros() or arange() make without device=… is on the CPU, and so is what a data set holds.'
            )
          )
        ]
      })
    },
    state: {
      signs: messageOrLog(
        /found input tensor at (?<given>(?!cpu\b)[\w:]{3,12}) and hidden tensor at (?<wanted>cpu)\b/
      ),
      words: (trans, { given, wanted }) => ({
        title: deviceTitle(trans, { given, wanted }),
        cause: trans.__(
          'The input is on %1, the state (h, c) that the recurrent layer was given is on %2. Model and input are where they belong: a state made by torch.zeros() or torch.randn() stays on the CPU, and model.to() does not move it.',
          given,
          wanted
        ),
        fixes: [
          check(
            trans.__('Make the state on the device of the input'),
            'h0 = torch.zeros(layers, batch, hidden_size, device=x.device)\nc0 = torch.zeros_like(h0)',
            trans.__(
              'Often in init_hidden(), which torch.randn(…) without a device makes.'
            )
          ),
          check(
            trans.__('Or move it before the call'),
            'hidden = tuple(h.to(x.device) for h in hidden)  # GRU: hidden.to(x.device)'
          ),
          check(
            trans.__('Or leave the state out: it starts as zeros'),
            'output, hidden = lstm(x)'
          )
        ]
      })
    },
    generator: {
      signs: [
        ...messageOrLog(
          /xpected a ["'](?<wanted>[\w:]{3,12})["'] (?:device type for generator|generator device) but found ["'](?<given>[\w:]{3,12})["']/
        ),
        ...messageOrLog(
          /Cannot generate a (?<wanted>\w{2,8}) tensor from a generator of type (?<given>\w{2,8})/
        )
      ],
      words: (trans, { given, wanted }) => ({
        title: deviceTitle(trans, { given, wanted }),
        cause: trans.__(
          'The random generator belongs to %1, the random numbers are wanted on %2. Often torch.set_default_device() was called while a DataLoader or sampler made its generator on the CPU.',
          given ?? 'cpu',
          wanted ?? 'cuda'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Make the generator on the device of the random numbers'
            ),
            code: `generator = torch.Generator(device='${wanted ?? 'cuda'}')\nloader = DataLoader(dataset, shuffle=True, generator=generator)`
          },
          ...deviceFixes(trans)
        ]
      })
    },
    lengths: {
      signs: messageOrLog(
        /lengths["'] argument should be a 1D CPU int64 tensor, but got 1D (?!cpu\b)(?<given>[\w:]{3,12})/,
        { read: () => ({ wanted: 'cpu' }) }
      ),
      words: (trans, { given, wanted }) => ({
        title: deviceTitle(trans, { given, wanted }),
        cause: trans.__(
          'pack_padded_sequence() reads the lengths on the CPU, also when the batch is on the GPU.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Give pack_padded_sequence the lengths on the CPU'),
            code: 'packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True)',
            edit: argumentThen(
              ['pack_padded_sequence'],
              [1, 'lengths'],
              '.cpu()'
            )
          },
          ...deviceFixes(trans)
        ]
      })
    },
    metric: {
      signs: messageOrLog(
        /Encountered different devices in metric calculation/
      ),
      words: (trans, { one, other, given, wanted }) => ({
        title: deviceTitle(trans, { one, other, given, wanted }),
        cause: trans.__(
          'A metric of torchmetrics keeps counts of its own, and they are not on the device of the predictions.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Move the metric too'),
            detail: trans.__(
              'In a LightningModule, make it in __init__() as self.metric: then it moves with the module.'
            ),
            code: 'metric = metric.to(preds.device)'
          },
          ...deviceFixes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Both types in the message are on one device and only their numbers differ (Half and Float, Double and Float): then it is the number type.'
      ),
      trans.__(
        'The error comes from torch.load() on a machine without GPU: then the checkpoint needs map_location.'
      )
    ],
    links: [LINKS.device(trans), LINKS.to(trans)]
  })
});
