/** Operations that are not defined for whole numbers or truth values. */
import type { Values } from '../../../diagnosis/types';
import type { IKind, ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { typed } from '../shared/types';
import { conversionFixes, printTypes } from './conversion';

/** How C++ prints the types without a fraction. */
const WHOLE = 'Byte|Char|Short|Int|Long|Bool';

const IS_WHOLE = new RegExp(`^(?:${WHOLE})$`);

const floating = typed({ wanted: 'Float' });

/** The type, whichever of the two wordings names it. */
const eitherWording = {
  read: ({ given, found }: Values): ValuesOf<'given' | 'wanted'> => ({
    given: given ?? found,
    wanted: 'Float'
  })
};

export const FLOATING: IKind<'given' | 'wanted'> = {
  signs: [
    // Autograd's own check, where the backward of an operation gives integers.
    ...messageOrLog(/xpected isFloatingType\(grads\[i\]/, {
      read: () => ({ wanted: 'Float' })
    }),
    // kornia
    ...messageOrLog(
      /Expected input of \[torch\.b?float[\w., ]{1,120}\]\. Got (?<given>torch\.(?:u?int\d{1,2}|bool))\b/,
      floating
    ),
    ...messageOrLog(
      /could not infer output dtype\. Input dtype must be either a floating point or complex dtype\. Got: (?<given>\w+)|an only calculate the (?:mean|norm) of floating (?:types|point and complex dtypes)/,
      floating
    ),
    // Linear algebra: norm, inv, svd, logdet …
    ...messageOrLog(
      /xpected a (?:floating point or complex tensor as input\. Got|tensor of float, double, cfloat or cdouble types but got) (?<given>\w+)/,
      floating
    ),
    ...messageOrLog(
      /\b\w{2,20}\(\): input dtype should be either floating point or complex(?: dtypes)?\. Got (?<given>\w+) instead|xpected (?:input to have floating point or complex dtype but got|common dtype to be floating point, yet common dtype is) (?<found>\w+)/,
      eitherWording
    ),
    ...messageOrLog(
      /\b(?:std and var|std|var|norm|mean|std_mean|var_mean|pdist|torch\.frexp\(\)) only supports? floating[- ]point(?: and complex)? dtypes/,
      floating
    ),
    ...messageOrLog(
      /kl_div: Integral inputs not supported|This function doesn["']t handle types other than float and double|quantile\(\) input tensor must be either float or double dtype|\bstft\(.{1,200}expected a tensor of floating point (?:or complex )?values/,
      floating
    ),
    ...messageOrLog(
      /multinomial only supports floating-point dtypes for input, got: (?<given>\w+)/,
      floating
    ),
    ...messageOrLog(
      /is a continuous probability distribution\. dtype must be a floating point but you specified (?<given>\w+(?: int)?)/,
      floating
    ),
    ...messageOrLog(
      /xpected both inputs to be Half, Float or Double tensors but got (?<given>\w+) and (?<second>\w+)|view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: (?<found>\w+)/,
      {
        read: ({ given, second, found }) => ({
          given: second && IS_WHOLE.test(second) ? second : (given ?? found),
          wanted: 'Float'
        })
      }
    ),
    ...messageOrLog(
      /[Qq]uantize only works on Float Tensor(?:, got (?<given>\w+))?/,
      floating
    ),
    ...messageOrLog(
      new RegExp(
        String.raw`\bUnknown Complex ScalarType for (?<given>${WHOLE})\b|\blinalg\.pinv\((?<found>${WHOLE})\{\[[\d, ]{0,60}\]\}\): expected a tensor with 2 or more dimensions of float`
      ),
      eitherWording
    )
  ],
  words: (trans, { given, wanted }) => ({
    title: trans.__('This needs floating-point numbers'),
    // Of two types the first may be the right one.
    cause:
      given && IS_WHOLE.test(given)
        ? trans.__(
            'Averages, norms, distributions and gradients are defined for floating-point and complex tensors only, and this is one of type %1.',
            given
          )
        : trans.__(
            'Averages, norms, distributions and gradients are defined for floating-point and complex tensors only, this one holds whole numbers or truth values.'
          ),
    fixes: [
      ...conversionFixes(
        trans,
        { given, wanted },
        trans.__('Make floating-point numbers of it')
      ),
      printTypes(trans)
    ]
  })
};

/** mean(dtype=…): the tensor may hold fractions, the option does not. */
export const RESULT_TYPE: IKind<'given' | 'wanted'> = {
  signs: messageOrLog(
    /could not infer output dtype\. Optional dtype must be either a floating point or complex dtype\. Got: (?<given>\w+)/,
    floating
  ),
  words: (trans, { given }) => ({
    title: trans.__('dtype= must be a type with a fraction'),
    cause: given
      ? trans.__(
          'The average of numbers is seldom whole, so dtype= takes floating-point and complex types only, and %1 was given. The type of the tensor is not to blame.',
          given
        )
      : trans.__(
          'The average of numbers is seldom whole, so dtype= takes floating-point and complex types only. The type of the tensor is not to blame.'
        ),
    fixes: [
      check(
        trans.__('Leave dtype= out, round the result where it must be whole'),
        'average = x.float().mean().round().long()'
      )
    ]
  })
};

/** torch/csrc/autograd: what is trained, not what is computed with. */
export const TRAINED: IKind<'given' | 'wanted'> = {
  signs: messageOrLog(
    /nly Tensors of floating point (?:and complex )?dtype can require gradients/,
    floating
  ),
  words: trans => ({
    title: trans.__('Only floating-point tensors can be trained'),
    cause: trans.__(
      'A tensor of whole numbers or truth values was to require gradients: either a parameter that was made of whole numbers, or the 4-bit or 8-bit weights of a quantised model.'
    ),
    fixes: [
      check(
        trans.__('A parameter of your own: make it of floating-point numbers'),
        'self.weight = nn.Parameter(values.float())'
      ),
      check(
        trans.__('Not to be trained, as indices are: a buffer'),
        "self.register_buffer('index', values)"
      ),
      {
        safety: 'check',
        title: trans.__('A quantised model: train an adapter (LoRA) on it'),
        detail: trans.__(
          'Its weights stay as they are. What shards parameters (ZeRO stage 3, FSDP) does not work with all kinds of them.'
        )
      }
    ]
  })
};
