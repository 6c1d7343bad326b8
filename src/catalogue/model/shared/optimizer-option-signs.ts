import type { IReading, ISign } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';

/** torch/optim: each optimizer checks its numbers alike. */
const RANGE =
  /Invalid (?<name>learning rate|momentum value|weight_decay value|epsilon value|alpha value|lr_decay value|rho value|beta parameter at index \d): (?!\S{1,20} alpha must be)(?<given>-?(?:\d[\d.]{0,20}(?:e-?\d{1,4})?|inf|nan))/;

const CONTRADICTION =
  /Nesterov momentum requires a momentum and zero dampening|Tensor lr must be 1-element|\b(?:lr|beta\d|betas\[\d\]) as a Tensor is not supported for capturable=False and foreach=True/;

const FUSED =
  /["'`]fused=True["'`] requires all the params to be (?:CUDA, )?floating point Tensors|["'`]fused["'`] and ["'`]foreach["'`] cannot be ["'`]True["'`] together/;

const REQUIRED =
  /parameter group didn["']t specify a value of required optimization parameter (?<name>\w{1,40})/;

const NAMES = String.raw`(?:Sparse)?Adam(?:W|ax)?|[NR]Adam|SGD|ASGD|RMSprop|Rprop|Adagrad|Adadelta|LBFGS|Adafactor`;

const KEYWORD = new RegExp(
  String.raw`\b(?<optimizer>${NAMES})\.__init__\(\) got an unexpected keyword argument ["'](?<keyword>\w{1,40})["']`
);

/** Before Python 3.10 the class is not named, but called in the code. */
const UNNAMED =
  /^__init__\(\) got an unexpected keyword argument ["'](?<keyword>momentum|betas|nesterov|learning_rate|alpha|amsgrad|weight_decay|eps|fused|foreach)["']/;

const CALL = new RegExp(String.raw`\boptim\.(?:${NAMES})\(`);

/** Keras' and Optax' optimizers have the same names. */
function ofTorch({ code, exceptions }: IReading): boolean {
  const files = exceptions.flatMap(one => one.frames.map(({ file }) => file));
  return (
    !/keras|optax|tensorflow|\btf\./.test([code, ...files].join('\n')) &&
    (code === '' || /\boptim|parameters\(\)/.test(code))
  );
}

/** What the optimizers refuse of their options and calls, by kind. */
export const optimizerOptionSigns: readonly ISign[] = [
  ...said(RANGE, {
    read: ({ name, given }) => ({ name, given, kind: 'option' })
  }),
  ...said(CONTRADICTION, ofKind('option')),
  ...said(FUSED, ofKind('fused')),
  ...said(REQUIRED, { read: ({ name }) => ({ name, kind: 'required' }) }),
  {
    where: 'message',
    pattern: KEYWORD,
    when: ofTorch,
    read: values => ({ ...values, kind: 'keyword' })
  },
  {
    where: 'message',
    pattern: UNNAMED,
    when: ({ code }) => CALL.test(code),
    confidence: 'likely',
    read: (values, { code }) => ({
      ...values,
      kind: 'keyword',
      optimizer: /\boptim\.(\w{1,20})\(/.exec(code)?.[1]
    })
  },
  {
    where: 'message',
    pattern:
      /\bLBFGS\.step\(\) missing 1 required positional argument: ["']closure["']/,
    ...ofKind('closure')
  },
  {
    where: 'message',
    pattern:
      /^step\(\) missing 1 required positional argument: ["']closure["']/,
    confidence: 'likely',
    ...ofKind('closure')
  },
  ...said(
    /\b(?:\w{1,20} does not support sparse gradients|SparseAdam does not support dense gradients), please consider/,
    ofKind('sparse')
  )
];
