import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import {
  failedAt,
  failedLine,
  passedFunction,
  passedThrough
} from '../../predicates';
import { callsIn } from '../../shared/call-text';
import { keywordGiven } from '../../shared/edits/calls';
import { lastValue, ownLine } from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { typed } from '../shared/types';
import { OVERFLOW } from './overflow';
import { FLOATING, RESULT_TYPE, TRAINED } from './floating';
import { OPERATION } from './operation';
import { ROLE_KINDS, ROLE_SIGNS } from './roles';
import { differ, TWO_TYPES } from './two-types';

/** Whether a loss failed: its frames, or the call of one in its line. */
function inLoss({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(
      ({ func, code }) =>
        /(?:_loss|entropy(?:_with_logits)?)$/.test(func) ||
        /\b(?:criterion|loss_f(?:n|unc)) ?\(/.test(code)
    )
  );
}

/** Whether the line that failed is a backward(): then it is a loss's own. */
function goesBackward(reading: IReading): boolean {
  return (
    failedAt(/\bbackward\(|run_backward/, reading) ||
    /\.backward\(/.test(reading.incident.source)
  );
}

/** The target of the loss that the failed line computes or goes back from. */
function targetIn(reading: IReading): string | undefined {
  const line = ownLine(reading);
  const loss = /^(?<loss>[a-z_]\w{0,30})\.backward\(/i.exec(line)?.groups?.loss;
  const made = loss === undefined ? line : lastValue(loss, reading)?.line;
  const target = callsIn(made ?? '').find(
    ({ name, args }) =>
      /loss|criterion|entropy|BCE|MSE/i.test(name) && args.length > 1
  )?.args[1];
  return target !== undefined && /^[a-z_]\w{0,30}$/i.test(target)
    ? target
    : undefined;
}

/** Whether accuracy() of fastai compares, or top_k_accuracy(). */
function inMetric(reading: IReading): boolean {
  return (
    passedThrough(reading, /[\\/]fastai[\\/]metrics\.py/) &&
    passedFunction(reading, /accuracy$/)
  );
}

export default define({
  id: 'tensor/dtype-mismatch',
  answers: [
    'expected scalar type Float but found Double',
    'mat1 and mat2 must have the same dtype, but got Double and Float',
    'Found dtype Double but expected Float',
    'Input type (torch.cuda.DoubleTensor) and weight type (torch.cuda.FloatTensor) should be the same',
    'Expected object of scalar type Float but got scalar type Double for argument #2',
    '"addmm_impl_cpu_" not implemented for \'Half\'',
    'expected target dtype to be Long or Byte, but got Float',
    'Attempting to unscale FP16 gradients.',
    'mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long',
    'std and var only support floating point and complex dtypes',
    'linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long',
    'mixed dtype (CPU): expect parameter to have scalar type of Float',
    'Float did not match Double',
    '~ (operator.invert) is only implemented on integer and Boolean-type tensors',
    'masked_scatter_: expected self and source to have same dtypes but got Half and Float',
    'Integer division of tensors using div or / is no longer supported',
    'nn.Module.to only accepts floating point or complex dtypes',
    'Cannot convert a MPS Tensor to float64 dtype'
  ],
  values: ['given', 'wanted', 'named'],
  known: reading => ({ named: targetIn(reading) }),
  // The destination is the one to convert. A loss writes into a tensor of the
  // target's type.
  signs: [
    // torch up to 1.4 names the argument of a loss, and the types of tensors.
    ...messageOrLog(
      /xpected object of (?:scalar )?type (?:torch\.(?:cuda\.)?)?(?<wanted>Float)(?:Tensor)? but (?:got|found) (?:scalar )?type (?:torch\.(?:cuda\.)?)?(?<given>Long|Int|Double)(?:Tensor)? for argument #\d ["']target["']/,
      { read: groups => ({ ...groups, kind: 'target' as const }) }
    ),
    ...ROLE_SIGNS,
    ...messageOrLog(
      /result type (?<wanted>\w{3,14}?) ?can["']t be cast to the desired output type (?<given>\w+)/,
      {
        read: (groups, reading) => ({
          ...typed().read(groups),
          kind: inLoss(reading)
            ? ('target' as const)
            : /\b(?:clamp|clip)_\(/.test(failedLine(reading))
              ? ('bounds' as const)
              : ('inplace' as const)
        })
      }
    ),
    // A loss or its backward, which is given a target of another type.
    {
      where: 'message',
      pattern:
        /^Found dtype (?<given>\w{3,14}) but expected (?<wanted>\w{3,14})$/,
      when: reading => goesBackward(reading) || inLoss(reading),
      read: groups => ({ ...typed().read(groups), kind: 'target' as const })
    },
    ...messageOrLog(
      /xpected object of (?:scalar )?type (?:torch\.(?:cuda\.)?)?(?<wanted>\w+) but (?:got scalar|found) type (?:torch\.(?:cuda\.)?)?(?<given>\w+) for argument #\d{1,2} ["']other/,
      {
        read: (groups, reading) => ({
          ...typed().read(groups),
          kind: inMetric(reading) ? ('metric' as const) : ('operands' as const)
        })
      }
    )
  ],
  kinds: {
    types: TWO_TYPES,
    ...ROLE_KINDS,
    // flash_attn/csrc: its kernels are written for two types.
    flash: {
      signs: messageOrLog(/FlashAttention only supports? (?:fp16|half)/i),
      words: trans => ({
        title: trans.__('FlashAttention computes in float16 and bfloat16 only'),
        cause: trans.__(
          'Query, key and value came in another number type, such as float32: that of the weights, where no autocast converts.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Load the model in bfloat16'),
              "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='flash_attention_2', dtype=torch.bfloat16)",
              trans.__(
                'In transformers before 4.56: torch_dtype. On GPUs before Ampere: torch.float16.'
              )
            ),
            edit: keywordGiven(['from_pretrained'], 'dtype', 'torch.bfloat16')
          },
          check(
            trans.__('Training in float32: compute under autocast'),
            "with torch.autocast('cuda', dtype=torch.bfloat16):\n    output = model(x)"
          ),
          check(
            trans.__('Or take PyTorch’s own attention, for any type'),
            "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='sdpa')"
          )
        ]
      })
    },
    // Bounds of indices: to make those float would break the indexing.
    bounds: {
      words: (trans, { given, wanted }) => ({
        title: differ(trans, given, wanted),
        cause: trans.__(
          'clamp_() changes a tensor of %1 in place, and its bounds make the result %2. PyTorch refuses that, since fractions would be lost.',
          given ?? 'Long',
          wanted ?? 'Float'
        ),
        fixes: [
          check(
            trans.__('Make the bounds whole numbers'),
            'rows.clamp_(0, int(height) - 1)',
            trans.__(
              'In copies of YOLO code: gain[3].long() - 1, as newer versions of it have.'
            )
          )
        ]
      })
    },
    inplace: {
      words: (trans, { given, wanted }) => ({
        title: differ(trans, given, wanted),
        cause: trans.__(
          'The result is %2, and it was to be written into a tensor of %1: by an operation in place (sub_(), +=) or by out=. PyTorch refuses that, since fractions would be lost.',
          given ?? 'Long',
          wanted ?? 'Float'
        ),
        fixes: [
          check(
            trans.__('Values: convert the tensor before it is changed'),
            'x = x.float()'
          ),
          check(
            trans.__('Indices and counts: make the other operand whole'),
            'n += step.long()'
          )
        ]
      })
    },
    // fastai 1: accuracy() compares class numbers with what the labels are.
    metric: {
      words: trans => ({
        title: trans.__('accuracy is a metric for one class per item'),
        cause: trans.__(
          'accuracy() of fastai takes the greatest output as a class number and compares it with the label, and these labels are floating-point numbers. They are so for several labels per item (0 and 1 for each class), and for a number to predict: other metrics are made for these.'
        ),
        fixes: [
          check(
            trans.__('Several labels per item: count with a threshold'),
            'from functools import partial\nlearn.metrics = [partial(accuracy_thresh, thresh=0.2), partial(fbeta, thresh=0.2)]'
          ),
          check(
            trans.__('A number to predict: take an error'),
            'learn.metrics = [mean_squared_error, r2_score]'
          )
        ]
      })
    },
    // Operands of arithmetic, which torch converts itself since 1.3.
    operands: {
      words: (trans, { given, wanted }) => ({
        title: differ(trans, given, wanted),
        cause: trans.__(
          'Two tensors of different number types are added, multiplied or compared. This torch does not convert here, newer ones do.'
        ),
        fixes: [
          check(
            trans.__('Convert the whole numbers, so that no fraction is lost'),
            'a = a.float()  # the one that is not a floating-point tensor'
          ),
          check(
            trans.__('Or update torch, which converts in arithmetic'),
            '%pip install --upgrade torch torchvision'
          )
        ]
      })
    },
    // Before the operations in general, which these are as well.
    bits: {
      signs: [
        ...messageOrLog(
          /["']bitwise_\w{2,20}["'] not implemented for ["'](?:Float|Half|Double|BFloat16)["']/
        ),
        ...messageOrLog(
          /operator\.invert\) is only implemented on integer and Boolean-type tensors/
        )
      ],
      words: trans => ({
        title: trans.__('~, & and | need truth values or whole numbers'),
        cause: trans.__(
          'The mask holds floating-point numbers, and ~, & and | work on bool and integer tensors. A comparison, such as x > 0.5, gives a bool mask at once.'
        ),
        fixes: [
          check(
            trans.__('Make the mask a bool tensor'),
            'mask = mask.bool()  # or mask > 0.5'
          )
        ]
      })
    },
    operation: OPERATION,
    trained: TRAINED,
    floating: FLOATING,
    target: {
      words: (trans, { given, wanted, named = 'target' }) => ({
        title: differ(trans, given, wanted),
        cause: trans.__(
          'This loss compares value by value and needs a target of %2; it is %1. PyTorch does not convert it.',
          given ?? 'Long',
          wanted ?? 'Float'
        ),
        fixes: [
          check(trans.__('Convert the target'), `${named} = ${named}.float()`)
        ]
      })
    },
    probabilities: {
      signs: messageOrLog(
        /xpected floating point type for target with class probabilities, got (?<given>\w+)/,
        typed({ wanted: 'Float' })
      ),
      words: (trans, { given, wanted }) => ({
        title: differ(trans, given, wanted),
        cause: trans.__(
          'The target has the shape of the output, so the loss takes it for probabilities of the classes, which are floating-point numbers; it is %1. Class numbers have the shape [N].',
          given ?? 'Long'
        ),
        fixes: [
          check(
            trans.__('A one-hot target: take the class numbers'),
            'target = target.argmax(dim=1)'
          ),
          check(
            trans.__('Or make probabilities of it'),
            'target = target.float()'
          )
        ]
      })
    },
    // BinaryOps.cpp of torch 1.6; before it was cut off, since then it works.
    division: {
      signs: messageOrLog(
        /Integer division of tensors using div or \/ is no longer supported/
      ),
      words: trans => ({
        title: trans.__('This torch does not divide whole numbers with /'),
        cause: trans.__(
          'Up to PyTorch 1.4 a / b of whole numbers cut the fraction off, since 1.7 it gives fractions, and the release between refuses. Say which of the two is meant.'
        ),
        fixes: [
          check(
            trans.__('For indices and positions: cut the fraction off'),
            'row = index // width'
          ),
          check(
            trans.__('For averages and ratios: keep the fraction'),
            'accuracy = correct.float() / total'
          )
        ]
      })
    },
    module: {
      signs: messageOrLog(
        /nn\.Module\.to only accepts floating point (?:or complex )?dtypes, but got desired dtype=torch\.\w+/
      ),
      words: trans => ({
        title: trans.__('The weights of a model cannot be whole numbers'),
        cause: trans.__(
          'to() of a model converts its weights, and those can only be floating-point numbers. It is the input that is to be converted, or the device that was meant.'
        ),
        fixes: [
          check(
            trans.__('Convert the input instead of the model'),
            'x = x.to(next(model.parameters()).dtype)'
          ),
          check(trans.__('Name the device alone'), "model = model.to('cuda')")
        ]
      })
    },
    unscale: {
      signs: messageOrLog(/Attempting to unscale FP16 gradients/),
      words: trans => ({
        title: trans.__('The trained weights are float16: GradScaler refuses'),
        cause: trans.__(
          'Automatic mixed precision keeps the trained weights in float32 and only computes in float16. Here the weights themselves were loaded or converted to float16.'
        ),
        fixes: [
          check(
            trans.__('Keep the weights in float32 and train under autocast'),
            "model = model.float()\nwith torch.autocast('cuda'):\n    loss = criterion(model(x), y)"
          )
        ]
      })
    },
    overflow: OVERFLOW,
    result: RESULT_TYPE,
    mps: {
      signs: [
        ...messageOrLog(
          /convert a MPS Tensor to float64 dtype|MPS framework doesn["']t support float64/,
          typed({ given: 'Double' })
        ),
        ...messageOrLog(
          /\b(?<given>BFloat16|Float8_\w{4,10}) is not supported on MPS\b/,
          typed()
        ),
        ...messageOrLog(
          /Trying to convert (?<given>\w+) to the MPS backend but (?:there is no mapping for it|it does not have support for that dtype)/,
          typed()
        ),
        ...messageOrLog(
          /MPS support \w{2,12} ops? with (?<given>\w{3,10}) natively starting from macOS/,
          typed()
        )
      ],
      words: (trans, { given }) => ({
        title:
          given && given !== 'Double'
            ? trans.__('Apple’s GPU (MPS) has no %1 numbers', given)
            : trans.__('Apple’s GPU (MPS) has no float64 numbers'),
        cause:
          given && given !== 'Double'
            ? trans.__(
                'A tensor of type %1 was to be computed on the MPS device, which does not know this number type, or not in this macOS.',
                given
              )
            : trans.__(
                'A float64 tensor was to be moved to the MPS device, which does not know this number type. NumPy’s numbers are float64 unless told otherwise.'
              ),
        fixes: [
          ...(given?.startsWith('BFloat16')
            ? [
                check(
                  trans.__('Take float16 or float32 in place of bfloat16'),
                  "model = model.to(torch.float16).to('mps')",
                  trans.__(
                    'ComfyUI and the web UIs have an option for it: --fp32-vae, --force-fp16, --no-half.'
                  )
                ),
                {
                  safety: 'check' as const,
                  title: trans.__(
                    'Or update macOS to 14 or later, and PyTorch with it'
                  )
                }
              ]
            : []),
          ...(given?.startsWith('Float8')
            ? [
                check(
                  trans.__('Load the model in 16 bits instead'),
                  "model = model.to(torch.float16).to('mps')",
                  trans.__(
                    'In ComfyUI and other web UIs: choose the fp16, bf16 or GGUF file of the model, or the weight type default or fp16. Parts such as a text encoder have files of their own.'
                  )
                ),
                check(
                  trans.__('Or compute on the CPU'),
                  "model = model.to(torch.float16).to('cpu')",
                  trans.__('ComfyUI: start it with --cpu.')
                )
              ]
            : [
                check(
                  trans.__('Convert to float32 before moving'),
                  "x = x.to(torch.float32).to('mps')"
                ),
                {
                  safety: 'safe' as const,
                  title: trans.__(
                    'Complex numbers (FFT): compute this part on the CPU'
                  ),
                  code: "y = torch.fft.fftn(x.cpu())\ny = y.real.to('mps')"
                }
              ])
        ]
      })
    },
    numpy: {
      signs: messageOrLog(/Got unsupported ScalarType (?<given>\w+)/, typed()),
      words: (trans, { given }) => ({
        title: trans.__('NumPy has no %1 numbers', given ?? 'bfloat16'),
        cause: trans.__(
          'The tensor holds a number type that NumPy does not know. It must become float32 first.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Convert to float32 before NumPy'),
            code: 'array = x.float().cpu().numpy()'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'One of the two types says “cuda” and the other does not: then the tensors are on different devices.'
      ),
      trans.__(
        'The message speaks of indices that must be Long: then it is the type of an index.'
      )
    ],
    links: [
      LINKS.device(trans),
      {
        title: trans.__('PyTorch: automatic mixed precision'),
        url: 'https://docs.pytorch.org/docs/stable/amp.html'
      }
    ]
  })
});
