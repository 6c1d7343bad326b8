import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { said } from '../../said';
import { BIT_SIGNS, FLOATING_SIGNS } from './floating-signs';
import {
  argumentTypes,
  deviceOf,
  dtypeOf,
  dtypeSigns,
  refusedTensor,
  typed
} from './types';

/** How C++ prints a scalar type. */
const SCALAR =
  'Byte|Char|Short|Int|Long|Half|Float|Double|BFloat16|Bool|Complex(?:Half|Float|Double)';

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

/** One argument is of another number type than the signature asks for. */
function numberRefused(reading: IReading): boolean {
  const { given, wanted } = refusedTensor(reading);
  return (
    given !== undefined &&
    wanted !== undefined &&
    deviceOf(given) === deviceOf(wanted)
  );
}

function refused(_: Values, reading: IReading): Values {
  const { given, wanted } = refusedTensor(reading);
  return { given: given && dtypeOf(given), wanted: wanted && dtypeOf(wanted) };
}

/** The signs of `tensor/dtype-mismatch`, by torch's many wordings. */
export const DTYPE_SIGNS: readonly ISign[] = [
  ...BIT_SIGNS,
  ...said(
    /\bscalar type (?<wanted>\w+(?: (?:int|long|char))?) but found (?<given>[\w.]+(?: (?:int|long|char)\b)?)/,
    typed()
  ),
  ...said(
    /xpected object of scalar type (?<wanted>\w+) but got scalar type (?<given>\w+)\b(?! for argument #\d{1,2} ["']ind)/,
    typed()
  ),
  ...said(
    /xpected tensor for argument #\d{1,2} ["'](?!ind)\w+["'] to have (?:scalar type (?<wanted>\w+)|one of the following scalar types: [\w, ]{1,80}); but got (?<given>[\w.]+)/,
    typed()
  ),
  ...said(
    /mixed dtype \(CPU\): (?:expect (?:parameter|input) to have scalar type of (?<wanted>\w+)|all inputs must share)/,
    typed()
  ),
  // allclose() and isclose() print nothing else.
  {
    where: 'message',
    ename: /^RuntimeError$/,
    pattern: new RegExp(
      `^(?<wanted>${SCALAR}) did not match (?<given>${SCALAR})$`
    ),
    ...typed()
  },
  ...said(
    new RegExp(
      `xpected self and source to have same dtypes but got ?(?<wanted>${SCALAR}) and (?<given>${SCALAR})`
    ),
    typed()
  ),
  ...said(
    new RegExp(
      `Type promoting not supported\\. Got (?<given>${SCALAR}) and (?<wanted>${SCALAR})`
    ),
    typed()
  ),
  ...said(
    /Input dtypes must be the same, got:? input:? (?<given>[\w:]{3,20}(?:<\w{4,6}>| int| char)?), batch1:? (?<wanted>[\w:]{3,20}(?:<\w{4,6}>| int| char)?)/,
    typed()
  ),
  // torch/csrc/autograd/engine.cpp, `validate_outputs`.
  ...said(
    /[Ff]unction [\w:]{1,80} returned an invalid gradient at index \d{1,3} - expected dtype (?<wanted>[\w:]{3,20}(?: int)?) but got (?<given>[\w:]{3,20}(?: int)?)/,
    typed()
  ),
  // torch/nn/modules/rnn.py.
  ...said(
    /input must have the type (?<wanted>torch\.\w+), got type (?<given>torch\.\w+)/,
    typed()
  ),
  // c10/core/ScalarType.cpp: an 8-bit float mixes with no other type.
  ...said(
    /Promotion for Float8 Types is not supported, attempted to promote (?:(?<given>Float8\w{0,14}) and (?<wanted>\w{3,20})|(?<other>\w{3,20}) and (?<second>Float8\w{0,14}))/,
    {
      read: ({ given, wanted, other, second }) => ({
        given: given ?? second,
        wanted: wanted ?? other
      })
    }
  ),
  // torch.LongTensor(x) and the like take a tensor of their own type only.
  ...said(
    /xpected TensorOptions\(dtype=(?<wanted>[\w:]{3,12}(?: int)?), device=(?<place>[\w:]{3,8}), .{1,160}\(got TensorOptions\(dtype=(?!\k<wanted>,)(?<given>[\w:]{3,12}(?: int)?), device=\k<place>,/,
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
  ...said(
    new RegExp(
      `\\b(?:input|tau) dtype (?<given>${SCALAR}) does not match (?:other|input) dtype (?<wanted>${SCALAR})\\b`
    ),
    typed()
  ),
  ...said(
    /all tensors must have be the same dtype but tensor \d{1,4} is (?<given>[\w:]{3,20}(?: int)?) and tensor \d{1,4} (?<wanted>[\w:]{3,20}(?: int)?)/,
    typed()
  ),
  // A loss writes into a tensor of the target's type.
  ...said(
    /result type (?<wanted>\w{3,14}?) ?can["']t be cast to the desired output type (?<given>\w+)/,
    { when: inLoss, ...typed({ kind: 'target' }) }
  ),
  // The destination is the one to convert.
  ...said(
    /result type (?<wanted>\w{3,14}?) ?can["']t be cast to the desired output type (?<given>\w+)/,
    typed()
  ),
  ...said(
    /source and destination dtypes match, got (?<wanted>\w+) for the destination and (?<given>\w+) for the source/,
    typed()
  ),
  ...said(
    /xpected (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?:c10::)?(?<wanted>\w+(?:<\w+>| int| char)?)(?: for `?\w+`?)? but got (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?!\k<wanted>\b)(?<given>[\w:]+(?: char)?)/,
    typed()
  ),
  ...said(
    /xpected dtype (?<wanted>(?:torch|thunder\.dtypes)\.\w+) but (?:got|found) (?<given>(?:torch|thunder\.dtypes)\.\w+)/,
    typed()
  ),
  ...said(
    /with dtype (?<given>torch\.\w+) is not the expected dtype of (?<wanted>torch\.\w+)/,
    typed()
  ),
  ...said(
    /xpected out tensor to have dtype (?<wanted>[\w:]+(?: int)?), but got (?<given>[\w:]+(?: int)?) instead/,
    typed()
  ),
  // Autograd's own check, where the backward of an operation gives integers.
  ...said(/xpected isFloatingType\(grads\[i\]/, {
    read: () => ({ kind: 'floating', wanted: 'Float' })
  }),
  ...dtypeSigns(),
  // TensorFlow says "must have the same dtype, got tf.float32 != tf.int32".
  ...said(
    /(?:must|should|to)(?: either)? (?:all )?have (?:the )?same (?:scalar type|dtype)\b(?!,? got tf\.)|Expected self\.dtype to be equal to \w+\.dtype|Expected \w{1,40}\.(?:dtype|scalar_type)\(\) == \S{1,60} to be true, but got false/
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
    typed({ wanted: 'Float', kind: 'probabilities' })
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
    /["'](?!repeat_interleave|convert_indices)[\w.: -]+(?:<>)?["'] not implemented for ["'](?<given>\w+|torch\.(?:\w{1,8}\.)?\w+)["']/,
    typed({ kind: 'operation' })
  ),
  // The name of a kernel, and a quote or two lost on the way.
  ...said(
    /\b(?!repeat_interleave|convert_indices)(?=\w{0,60}(?:_(?:cpu|cuda|mps|impl|kernel|stub|out|forward|backward)|Impl|Kernel))\w{1,80}["'`]? not implemented for ["'`]?(?<given>(?:Byte|Char|Short|Int|Long|U?Int\d{1,2}|Half|Float|Double|BFloat16|Bool|Complex\w{4,6}|Float8_\w{1,12})\b)/,
    typed({ kind: 'operation' })
  ),
  ...said(
    /\b\w{1,80}["'`]? not implemented for ["'`](?<given>(?:Half|BFloat16|Float8_\w{1,12}|Complex(?:Half|Float|Double))\b)/,
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
  ...FLOATING_SIGNS,
  ...said(
    /value cannot be converted to type (?:at::|c10::)?(?<given>\w+) without overflow/,
    typed({ kind: 'overflow' })
  ),
  ...said(
    /\b(?:add|sub|mul|div|mm|bmm|addmm|addmv|baddbmm|mv|dot)_? received an invalid combination of arguments - got \(/,
    { when: numbersDiffer, read: listed }
  ),
  ...said(/received an invalid combination of arguments - got \(/, {
    when: numberRefused,
    read: refused
  }),
  // AT_CHECK of torch before 1.5, which extensions used as well.
  ...said(
    /\b\w{1,40} and \w{1,40} must have the same type \(\w{1,60} at [^ ]{1,200}\.(?:cpp|cu):\d{1,6}\)/
  ),
  ...said(
    /lengths["'] argument should be a 1D CPU int64 tensor, but got \dD cpu (?<given>(?!Long)\w+) tensor/,
    typed({ wanted: 'Long' })
  ),
  ...said(
    /convert a MPS Tensor to float64 dtype|MPS framework doesn["']t support float64/,
    typed({ kind: 'mps', given: 'Double' })
  ),
  ...said(
    /^(?<given>BFloat16) is not supported on MPS$/,
    typed({ kind: 'mps' })
  ),
  ...said(
    /Trying to convert (?<given>\w+) to the MPS backend but (?:there is no mapping for it|it does not have support for that dtype)/,
    typed({ kind: 'mps' })
  ),
  ...said(
    /MPS support \w{2,12} ops? with (?<given>\w{3,10}) natively starting from macOS/,
    typed({ kind: 'mps' })
  ),
  ...said(
    /MPS does not support \w{1,30} op with (?<given>\w{3,10}) input/,
    typed({ kind: 'operation' })
  ),
  ...said(
    /MPS device does not support \w{1,20} for non-float inputs/,
    typed({ kind: 'operation' })
  ),
  ...said(/\boutput tensor must have the same type as input tensor/, typed()),
  // The output is the one that the user made.
  ...said(
    /xpected the dtype for input and out to match, but got (?<wanted>\w+) for input["']s dtype and (?<given>\w+) for out["']s/,
    typed()
  ),
  ...said(/Got unsupported ScalarType (?<given>\w+)/, typed({ kind: 'numpy' })),
  ...said(
    /Attempting to unscale FP16 gradients/,
    typed({ kind: 'unscale', given: 'Half' })
  )
];
