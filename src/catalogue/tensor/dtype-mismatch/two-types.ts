/** Two tensors of different number types meet in one operation. */
import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IKind } from '../../define';
import { passedFunction } from '../../predicates';
import { callingPackage } from '../../shared/code-owner';
import { messageOrLog } from '../../signs';
import {
  argumentTypes,
  deviceOf,
  dtypeOf,
  dtypeSigns,
  refusedTensor,
  typed
} from '../shared/types';
import { conversionFixes, isWhole, printTypes } from './conversion';

/** How C++ prints a scalar type. */
const SCALAR =
  'Byte|Char|Short|Int|Long|Half|Float|Double|BFloat16|Bool|Complex(?:Half|Float|Double)';

/** Whether a model computed, or no package made the call: its tensors are at hand. */
function isOfModel(reading: IReading): boolean {
  return (
    callingPackage(reading) === undefined ||
    passedFunction(reading, /^forward$/)
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

/** The title of two types, with their names where both are known. */
export function differ(
  trans: ITranslate,
  given: string | undefined,
  wanted: string | undefined
): string {
  return given && wanted
    ? trans.__('Number types differ: %1 and %2', given, wanted)
    : trans.__('Tensors of one operation have different number types');
}

export const TWO_TYPES: IKind<'given' | 'wanted'> = {
  signs: [
    ...messageOrLog(
      /\bscalar type (?<wanted>\w+(?: (?:int|long|char))?) but found (?<given>[\w.]+(?: (?:int|long|char)\b)?)/,
      typed()
    ),
    ...messageOrLog(
      /xpected object of scalar type (?<wanted>\w+) but got scalar type (?<given>\w+)\b(?! for argument #\d{1,2} ["']ind)/,
      { ...typed(), when: isOfModel }
    ),
    ...messageOrLog(
      /xpected tensor for argument #\d{1,2} ["'](?!ind)\w+["'] to have (?:scalar type (?<wanted>\w+)|one of the following scalar types: [\w, ]{1,80}); but got (?<given>[\w.]+)/,
      typed()
    ),
    ...messageOrLog(
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
    ...messageOrLog(
      new RegExp(
        `xpected self and source to have same dtypes but got ?(?<wanted>${SCALAR}) and (?<given>${SCALAR})`
      ),
      typed()
    ),
    ...messageOrLog(
      new RegExp(
        `Type promoting not supported\\. Got (?<given>${SCALAR}) and (?<wanted>${SCALAR})`
      ),
      typed()
    ),
    ...messageOrLog(
      /Input dtypes must be the same, got:? input:? (?<given>[\w:]{3,20}(?:<\w{4,6}>| int| char)?), batch1:? (?<wanted>[\w:]{3,20}(?:<\w{4,6}>| int| char)?)/,
      typed()
    ),
    // torch/csrc/autograd/engine.cpp, `validate_outputs`.
    ...messageOrLog(
      /[Ff]unction [\w:]{1,80} returned an invalid gradient at index \d{1,3} - expected dtype (?<wanted>[\w:]{3,20}(?: int)?) but got (?<given>[\w:]{3,20}(?: int)?)/,
      typed()
    ),
    // torch/nn/modules/rnn.py.
    ...messageOrLog(
      /input must have the type (?<wanted>torch\.\w+), got type (?<given>torch\.\w+)/,
      typed()
    ),
    // c10/core/ScalarType.cpp: an 8-bit float mixes with no other type.
    ...messageOrLog(
      /Promotion for Float8 Types is not supported, attempted to promote (?:(?<given>Float8\w{0,14}) and (?<wanted>\w{3,20})|(?<other>\w{3,20}) and (?<second>Float8\w{0,14}))/,
      {
        read: ({ given, wanted, other, second }) => ({
          given: given ?? second,
          wanted: wanted ?? other
        })
      }
    ),
    // torch.LongTensor(x) and the like take a tensor of their own type only.
    ...messageOrLog(
      /xpected TensorOptions\(dtype=(?<wanted>[\w:]{3,12}(?: int)?), device=(?<place>[\w:]{3,8}), .{1,160}\(got TensorOptions\(dtype=(?!\k<wanted>,)(?<given>[\w:]{3,12}(?: int)?), device=\k<place>,/,
      typed()
    ),
    ...messageOrLog(
      /Found dtype (?<given>\w+) but expected (?<wanted>\w+)/,
      typed()
    ),
    ...messageOrLog(
      /have (?:the )?same (?:scalar type|dtype),? but (?:got|found) (?<given>\w+) and (?<wanted>\w+)/,
      typed()
    ),
    ...messageOrLog(
      /have (?:the )?same dtype,? but got: (?<given>[\w:]+(?: \w{1,8})?) != (?<wanted>[\w:]+(?: (?:int|long|char)\b)?)/,
      typed()
    ),
    ...messageOrLog(
      /\b\w+ \((?<given>\w+)\) and \w+ \((?<wanted>\w+)\) must have the same scalar type/,
      typed()
    ),
    ...messageOrLog(
      /input dtype \((?<given>[\w.]+)\) does not match weight dtype \((?<wanted>[\w.]+)\)/,
      typed()
    ),
    ...messageOrLog(
      new RegExp(
        `\\b(?:input|tau) dtype (?<given>${SCALAR}) does not match (?:other|input) dtype (?<wanted>${SCALAR})\\b`
      ),
      typed()
    ),
    ...messageOrLog(
      /all tensors must have be the same dtype but tensor \d{1,4} is (?<given>[\w:]{3,20}(?: int)?) and tensor \d{1,4} (?<wanted>[\w:]{3,20}(?: int)?)/,
      typed()
    ),
    ...messageOrLog(
      /source and destination dtypes match, got (?<wanted>\w+) for the destination and (?<given>\w+) for the source/,
      typed()
    ),
    ...messageOrLog(
      /xpected (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?:c10::)?(?<wanted>\w+(?:<\w+>| int| char)?)(?: for `?\w+`?)? but got (?:dtype|device [\w:]+ and dtype|backend \w{1,8} and dtype) (?!\k<wanted>\b)(?<given>[\w:]+(?: char)?)/,
      typed()
    ),
    ...messageOrLog(
      /xpected dtype (?<wanted>(?:torch|thunder\.dtypes)\.\w+) but (?:got|found) (?<given>(?:torch|thunder\.dtypes)\.\w+)/,
      typed()
    ),
    ...messageOrLog(
      /with dtype (?<given>torch\.\w+) is not the expected dtype of (?<wanted>torch\.\w+)/,
      typed()
    ),
    ...dtypeSigns(),
    // TensorFlow says "must have the same dtype, got tf.float32 != tf.int32".
    ...messageOrLog(
      /(?:must|should|to)(?: either)? (?:all )?have (?:the )?same (?:scalar type|dtype)\b(?!,? got tf\.)|Expected self\.dtype to be equal to \w+\.dtype|Expected \w{1,40}\.(?:dtype|scalar_type)\(\) == \S{1,60} to be true, but got false/
    ),
    ...messageOrLog(
      /xpected target dtype to be Long or Byte, but got (?<given>\w+)/,
      typed({ wanted: 'Long' })
    ),
    ...messageOrLog(
      /xpected attn_mask dtype to be bool\b.{1,40} query dtype, but got attn_mask\.dtype: (?<given>[\w:]{1,40}(?: \w{1,8})?) and query\.dtype: (?<wanted>[\w:]{1,40})/,
      typed()
    ),
    ...messageOrLog(/\b(?:input|target)_lengths must be integral/, {
      read: () => ({ wanted: 'Long' })
    }),
    ...messageOrLog(
      /\b(?:add|sub|mul|div|mm|bmm|addmm|addmv|baddbmm|mv|dot)_? received an invalid combination of arguments - got \(/,
      { when: numbersDiffer, read: listed }
    ),
    ...messageOrLog(/received an invalid combination of arguments - got \(/, {
      when: numberRefused,
      read: refused
    }),
    // AT_CHECK of torch before 1.5, which extensions used as well.
    ...messageOrLog(
      /\b\w{1,40} and \w{1,40} must have the same type \(\w{1,60} at [^ ]{1,200}\.(?:cpp|cu):\d{1,6}\)/
    ),
    ...messageOrLog(
      /lengths["'] argument should be a 1D CPU int64 tensor, but got \dD cpu (?<given>(?!Long)\w+) tensor/,
      typed({ wanted: 'Long' })
    ),
    ...messageOrLog(
      /\boutput tensor must have the same type as input tensor/,
      typed()
    )
  ],
  words: (trans, { given, wanted }) => ({
    title: differ(trans, given, wanted),
    cause:
      (given === 'Double' || (wanted === 'Double' && !isWhole(given))) &&
      !/complex/i.test(`${given} ${wanted}`)
        ? trans.__(
            'One tensor is Double (float64), the other is not, and PyTorch does not convert here. NumPy numbers are float64 unless told otherwise, weights are float32.'
          )
        : given && wanted
          ? trans.__(
              'The operation got %1 where it needs %2, and PyTorch does not convert here.',
              given,
              wanted
            )
          : trans.__(
              'The input and the weights, or the output and the target, hold different number types, and PyTorch does not convert here.'
            ),
    fixes: [...conversionFixes(trans, { given, wanted }), printTypes(trans)]
  })
};
