import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import { dtypeCause, dtypeFixes, dtypeTitle } from './shared/dtype-words';
import { LINKS } from './shared/links';
import { argumentTypes, deviceOf, dtypeOf, dtypeSigns } from './shared/types';

/** The types' names brought into one form, and what else is known. */
function typed(more: Values = {}): { read: (groups: Values) => Values } {
  return {
    read: ({ given, wanted }) => ({
      given: given && dtypeOf(given),
      wanted: wanted && dtypeOf(wanted),
      ...more
    })
  };
}

function listedTypes(reading: IReading): string[] {
  return [...new Set(argumentTypes(reading).map(dtypeOf))];
}

/** The arguments that torch listed are in one place and of two types. */
function numbersDiffer(reading: IReading): boolean {
  const places = new Set(argumentTypes(reading).map(deviceOf));
  return places.size === 1 && listedTypes(reading).length > 1;
}

function listed(_: Values, reading: IReading): Values {
  const [given, wanted] = listedTypes(reading);
  return { given, wanted };
}

const entry: IEntry = {
  id: 'tensor/dtype-mismatch',
  answers: [
    'expected scalar type Float but found Double',
    'mat1 and mat2 must have the same dtype, but got Double and Float',
    'Found dtype Double but expected Float',
    'Input type (torch.cuda.DoubleTensor) and weight type (torch.cuda.FloatTensor) should be the same',
    'Expected object of scalar type Float but got scalar type Double for argument #2',
    '"addmm_impl_cpu_" not implemented for \'Half\'',
    'expected target dtype to be Long or Byte, but got Float',
    'Attempting to unscale FP16 gradients.'
  ],
  signs: [
    ...said(
      /xpected scalar type (?<wanted>\w+) but found (?<given>[\w.]+)/,
      typed()
    ),
    ...said(
      /xpected object of scalar type (?<wanted>\w+) but got scalar type (?<given>\w+)\b(?! for argument #\d{1,2} ["']ind)/,
      typed()
    ),
    ...said(
      /xpected tensor for argument #\d{1,2} ["'](?!ind)\w+["'] to have scalar type (?<wanted>\w+); but got (?<given>[\w.]+)/,
      typed()
    ),
    ...said(/Found dtype (?<given>\w+) but expected (?<wanted>\w+)/, typed()),
    ...said(
      /have (?:the )?same (?:scalar type|dtype),? but (?:got|found) (?<given>\w+) and (?<wanted>\w+)/,
      typed()
    ),
    ...said(
      /have (?:the )?same dtype,? but got: (?<given>[\w:]+(?: \w{1,8})?) != (?<wanted>[\w:]+(?: (?:int|long|char)\b)?)/,
      typed()
    ),
    ...said(
      /\b\w+ \((?<given>\w+)\) and \w+ \((?<wanted>\w+)\) must have the same scalar type/,
      typed()
    ),
    ...said(
      /input dtype \((?<given>[\w.]+)\) does not match weight dtype \((?<wanted>[\w.]+)\)/,
      typed()
    ),
    // The destination is the one to convert.
    ...said(
      /result type (?<wanted>\w+) can["']t be cast to the desired output type (?<given>\w+)/,
      typed()
    ),
    ...said(
      /source and destination dtypes match, got (?<wanted>\w+) for the destination and (?<given>\w+) for the source/,
      typed()
    ),
    ...said(
      /xpected (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?<wanted>\w+)(?: for `\w+`)? but got (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?!\k<wanted>\b)(?<given>\w+)/,
      typed()
    ),
    ...dtypeSigns(),
    // TensorFlow says "must have the same dtype, got tf.float32 != tf.int32".
    ...said(
      /(?:must|should|to)(?: either)? (?:all )?have (?:the )?same (?:scalar type|dtype)\b(?!,? got tf\.)|Expected self\.dtype to be equal to \w+\.dtype/
    ),
    ...said(
      /xpected target dtype to be Long or Byte, but got (?<given>\w+)/,
      typed({ wanted: 'Long' })
    ),
    ...said(
      /xpected attn_mask dtype to be bool\b.{1,40} query dtype, but got attn_mask\.dtype: (?<given>[\w:]{1,40}(?: \w{1,8})?) and query\.dtype: (?<wanted>[\w:]{1,40})/,
      typed()
    ),
    ...said(
      /xpected floating point type for target with class probabilities, got (?<given>\w+)/,
      typed({ wanted: 'Float' })
    ),
    ...said(
      /(?:condition to be a boolean tensor, but got a tensor with|only supports boolean masks, but got mask with) dtype (?<given>[\w.]+)/,
      typed({ wanted: 'Bool' })
    ),
    ...said(
      /["']nll_loss\w*["'] not implemented for ["'](?<given>\w+)["']/,
      typed({ kind: 'operation', wanted: 'Long' })
    ),
    ...said(
      /["'](?!repeat_interleave)[\w.: -]+["'] not implemented for ["'](?<given>\w+|torch\.(?:\w{1,8}\.)?\w+)["']/,
      typed({ kind: 'operation' })
    ),
    ...said(
      /\b\w{2,80} (?:is )?not (?:implemented|supported) (?:for(?: type)? ["']?(?=torch\.)|on \w+Type for )(?<given>[\w.]+)/,
      typed({ kind: 'operation' })
    ),
    ...said(
      /(?:Unsupported dtype|Low precision dtypes not supported\. Got|only supports? floating-point dtypes,[\w ]+got:) (?<given>(?:Half|BFloat16|Long|Int|Short|Byte|Char|Bool|Float8\w*)\b)/,
      typed({ kind: 'operation' })
    ),
    ...said(
      /FlashAttention only supports? (?:fp16|half)/i,
      typed({ wanted: 'Half' })
    ),
    ...said(
      /could not infer output dtype\. Input dtype must be either a floating point or complex dtype\. Got: (?<given>\w+)|an only calculate the mean of floating types/,
      typed({ kind: 'floating', wanted: 'Float' })
    ),
    ...said(
      /nly Tensors of floating point (?:and complex )?dtype can require gradients/,
      typed({ kind: 'floating', wanted: 'Float' })
    ),
    ...said(
      /value cannot be converted to type (?:at::|c10::)?(?<given>\w+) without overflow/,
      typed({ kind: 'overflow' })
    ),
    ...said(
      /\b(?:add|sub|mul|div|mm|bmm|addmm|addmv|baddbmm|mv|dot)_? received an invalid combination of arguments - got \(/,
      { when: numbersDiffer, read: listed }
    ),
    ...said(
      /Got unsupported ScalarType (?<given>\w+)/,
      typed({ kind: 'numpy' })
    ),
    ...said(
      /Attempting to unscale FP16 gradients/,
      typed({ kind: 'unscale', given: 'Half' })
    )
  ],
  page(trans, values) {
    return {
      title: dtypeTitle(trans, values),
      cause: dtypeCause(trans, values),
      fixes: dtypeFixes(trans, values),
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'mat1 and mat2 must have the same dtype, but got Double and Float',
      torch: '2.13',
      origin: 'run',
      values: { given: 'Double', wanted: 'Float' }
    },
    {
      ename: 'NotImplementedError',
      evalue: '"softmax_lastdim_kernel_impl" not implemented for \'Long\'',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'operation', given: 'Long' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'expected m1 and m2 to have the same dtype, but got: float != long int',
      torch: '2.13',
      origin: 'run',
      values: { given: 'Float', wanted: 'Long' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: c10::Half and  query.dtype: float instead.',
      torch: '2.13',
      origin: 'run',
      values: { given: 'Half', wanted: 'Float' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected tensor for argument #1 'input' to have the same type as tensor for argument #2 'weight'; but type torch.cuda.DoubleTensor does not equal torch.cuda.FloatTensor (while checking arguments for cudnn_batch_norm)",
      torch: '1.8',
      origin: 'reference',
      values: { given: 'Double', wanted: 'Float' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Input type (CUDADoubleTensor) and weight type (CUDAFloatTensor) should be the same',
      torch: '0.4',
      origin: 'reference',
      values: { given: 'Double', wanted: 'Float' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected object of scalar type Float but got scalar type Double for argument #2 'mat2'",
      torch: '1.0',
      origin: 'reference',
      values: { given: 'Double', wanted: 'Float' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same'
    },
    {
      ename: 'TypeError',
      evalue: 'x and y must have the same dtype, got tf.float32 != tf.float64'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.FloatTensor instead (while checking arguments for embedding)"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import numpy as np',
      'model = torch.nn.Linear(2, 1)',
      'x = torch.from_numpy(np.ones((3, 2)))',
      'model(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import numpy as np',
      'model = torch.nn.Linear(2, 1)',
      'x = torch.from_numpy(np.ones((3, 2)))',
      'x = x.float()',
      'model(x)'
    ].join('\n')
  }
};

export default entry;
