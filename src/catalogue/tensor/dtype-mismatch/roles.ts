/** Tensors whose part in the operation says which of them to convert. */
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { typed } from '../shared/types';
import { printTypes } from './conversion';

/** Before those of two types in general, which these are as well. */
export const ROLE_SIGNS = [
  ...messageOrLog(
    /xpected out tensor to have dtype (?<wanted>[\w:]{1,30}(?: int)?), but got (?<given>[\w:]{1,30}(?: int)?) instead|xpected object of scalar type (?<result>\w{1,30}) but got scalar type (?<made>\w{1,30}) for argument ["']out["']|xpected the dtype for input and out to match, but got (?<input>\w{1,30}) for input["']s dtype and (?<out>\w{1,30}) for out["']s/,
    {
      read: ({ wanted, given, result, made, input, out }) => ({
        ...typed().read({
          wanted: wanted ?? result ?? input,
          given: given ?? made ?? out
        }),
        kind: 'out' as const
      })
    }
  ),
  ...messageOrLog(
    /(?:condition to be a boolean tensor, but got a tensor with|only supports boolean masks, but got mask with) dtype (?<given>(?!Byte|torch\.uint8)[\w.]{1,30})/,
    {
      read: groups => ({
        ...typed({ wanted: 'Bool' }).read(groups),
        kind: 'mask' as const
      })
    }
  ),
  ...messageOrLog(
    /\bscatter\w{0,12}\(\): Expected self\.dtype to be equal to src\.dtype/,
    { read: () => ({ kind: 'source' as const }) }
  )
];

export const ROLE_KINDS = {
  out: {
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('out= is %1, the result is %2', given, wanted)
          : trans.__('out= has another number type than the result'),
      cause: trans.__(
        'The tensor given as out= must have the number type of the result; nothing is converted on the way into it. The inputs are not to blame.'
      ),
      fixes: [
        check(
          trans.__('Leave out= away, and convert the result'),
          'y = torch.amax(x, dim=0).to(out.dtype)'
        ),
        printTypes(trans)
      ]
    })
  },
  mask: {
    words: (trans, { given }) => ({
      title: given
        ? trans.__('The mask is %1, it must be Bool', given)
        : trans.__('The mask must hold truth values'),
      cause: trans.__(
        'A mask, or the condition of where(), says True or False for each place. Numbers are not taken for that; a comparison gives a mask at once.'
      ),
      fixes: [
        check(
          trans.__('Compare, or convert: what is not 0 becomes True'),
          'mask = mask > 0.5  # or mask.bool()'
        )
      ]
    })
  },
  source: {
    words: trans => ({
      title: trans.__('What is written has another number type'),
      cause: trans.__(
        'scatter() writes the values of src into the tensor and converts none of them. Under autocast, or with half(), one of the two is often float16 and the other float32.'
      ),
      fixes: [
        check(
          trans.__('Give the source the type of the tensor'),
          'x.scatter_(dim, index, src.to(x.dtype))'
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See the number types'),
          code: 'print(x.dtype, src.dtype)'
        }
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted'>>;
