import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';
import { refusedCall, tensorsDiffer, wantsTensor } from './refused-call';

/** A tensor in place of a list of tensors is ours; anything else is no tensor. */
const WANTED = String.raw`(?<wanted>(?!Tensor\b|Variable\b|(?:tuple|list) of (?:Tensor|Variable)s,? (?!not (?:Tensor|Parameter)\b))[\w.]{1,40}(?: of \w{1,20})?)`;

/** torch/csrc/utils/python_arg_parser.cpp, `FunctionSignature::parse`. */
const ARGUMENT = String.raw`\b(?<func>\w{1,80})\(\): argument ["'](?<argument>\w{1,60})["'] (?:\(position \d{1,3}\) )?`;

const TYPE = new RegExp(
  String.raw`${ARGUMENT}must be ${WANTED}, not (?<type>[\w.]{1,80})`
);

const ELEMENT = new RegExp(
  String.raw`${ARGUMENT}must be ${WANTED}, but found element of type (?<type>[\w.]{1,80})`
);

const UNPACKED = new RegExp(
  String.raw`${ARGUMENT}failed to unpack the object at pos \d{1,4} with error ["']type must be (?<wanted>[\w.]{1,40}(?: of \w{1,20})?), ?but got (?<type>[\w.]{1,80})`
);

/** The plural is torch's: `arguments` for one, `argument` for several. */
const MISSING =
  /\b(?<func>\w{1,80})\(\) missing (?:1 required positional arguments|[2-9] required positional argument): (?<names>["']\w{1,60}["'](?:, ["']\w{1,60}["']){0,8})/;

/** torch/nn/functional.py; other libraries call the functions or inputs otherwise. */
const UNGIVEN =
  /\b(?<func>cross_entropy|nll_loss|mse_loss|(?:smooth_)?l1_loss|huber_loss|kl_div|binary_cross_entropy(?:_with_logits)?|leaky_relu|log_softmax)\(\) missing 1 required positional argument: ["'](?<names>input|target)["']/;

/** aten/src/ATen/core/function_schema_inl.h, `checkArg`. */
const SCHEMA =
  /\b(?<func>\w{1,60}(?:::\w{1,60})?)\(\) Expected a value of type ["'](?<wanted>(?!Tensor\b)[^"']{1,60})["'] for argument ["'](?<argument>\w{1,60})["'] but instead found type ["'](?<type>[^"']{1,60})["']/;

/** torch/csrc/Size.cpp. */
const SIZE =
  /torch\.Size\(\) takes an iterable of ["']int["'] \(item \d{1,6} is ["'](?<type>[\w.]{1,60})["']/;

/** torch/nn/modules/rnn.py. */
const LAYER =
  /\b(?<argument>input_size|hidden_size|num_layers) should be of type int, got: (?<type>[\w.]{1,60})/;

/** torch/nn/functional.py, `interpolate`. */
const INTERPOLATED =
  /expected (?<argument>size) to be one of int or Tuple\[int\][\w ,[\]]{0,90}but got size with types \[<class ["'](?<type>[\w.]{1,60})["']>/;

/** Tensors of the wrong type, and what should be one, have entries of their own. */
function isOurs(reading: IReading): boolean {
  const call = refusedCall(reading);
  return call !== null && !wantsTensor(call) && !tensorsDiffer(call);
}

const readCall = (_: Values, reading: IReading): Values => ({
  ...refusedCall(reading),
  first: undefined,
  signatures: undefined
});

/** Arguments of the wrong type, missing, or in no form that torch knows. */
export const ARGUMENT_SIGNS: readonly ISign[] = [
  ...said(TYPE),
  ...said(ELEMENT, ofKind('element')),
  ...said(UNPACKED, ofKind('element')),
  ...said(MISSING, {
    read: ({ names }) => ({
      kind: 'missing',
      names: names?.replace(/["']/g, '')
    })
  }),
  ...said(UNGIVEN, ofKind('missing')),
  ...said(SCHEMA),
  ...said(SIZE, {
    read: () => ({
      kind: 'element',
      func: 'torch.Size',
      argument: 'sizes',
      wanted: 'ints'
    })
  }),
  ...said(LAYER, { read: () => ({ func: 'LSTM', wanted: 'int' }) }),
  ...said(INTERPOLATED, {
    read: () => ({ kind: 'element', func: 'interpolate', wanted: 'ints' })
  }),
  ...said(/received an invalid combination of arguments - got \(/, {
    when: isOurs,
    confidence: 'likely',
    read: readCall
  })
];
