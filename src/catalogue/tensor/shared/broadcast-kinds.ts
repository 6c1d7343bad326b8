import type { IFix, ISign, ITranslate } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';

/** Masks of attention, by what they say. */
const ATTENTION_MASK =
  /Mask shape should match input\. mask: \[|xpected key_padd(?:ed|ing)_mask\.shape\[0\] to be \d|xpecting key_padding_mask shape of \(|xpected `attn_mask` shape to be \(|The size of the [23]D attn_mask is not correct|\bAttention mask should be of size \([\d, ]{1,40}\), but is torch\.Size/;

/** Operations with a rule of their own. */
export const KIND_SIGNS: readonly ISign[] = [
  ...said(ATTENTION_MASK, ofKind('attention')),
  ...said(/shape of the [23]D attn_mask is/, ofKind('attention')),
  ...said(
    /xpected src to have a size equal to the slice of self\. src size = \[|\bsize \{?\[[\d, ]{0,60}\]\}? is not expandable to size/,
    ofKind('expand')
  ),
  ...said(
    /The expanded size of the tensor \(-\d{1,9}\) isn["']t allowed in a leading, non-existing dimension/,
    ofKind('leading')
  ),
  ...said(
    /Number of elements of source < number of ones in mask/,
    ofKind('source')
  ),
  ...said(
    /\b(?:masked_fill|index_fill)_? only supports a 0-dimensional value tensor, but got tensor with [1-9]/,
    ofKind('fill')
  ),
  ...said(
    /\blinalg\.cross: inputs (?:dimension -?\d{1,2} must have length 3|must have the same number of dimensions)|\bno dimension of size 3 in input/,
    ofKind('cross')
  )
];

interface IWords {
  readonly title: string;
  readonly cause: string;
  readonly fix: IFix;
}

const KINDS: Readonly<Record<string, (trans: ITranslate) => IWords>> = {
  attention: trans => ({
    title: trans.__('The attention mask has the wrong shape'),
    cause: trans.__(
      'attn_mask is [target length, source length] or [batch * heads, target, source], key_padding_mask [batch, source length]. Often the two were exchanged, or batch and length, since batch_first=False is the default.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('One mask for padding, another for the future'),
      code: 'padding = ids == pad_id  # [batch, length]\nfuture = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])\ny, _ = attention(x, x, x, key_padding_mask=padding, attn_mask=future)'
    }
  }),
  leading: trans => ({
    title: trans.__('expand() needs a size for each new dimension'),
    cause: trans.__(
      'In expand() -1 keeps the size of a dimension that the tensor has. It was given more sizes than the tensor has dimensions, and the new ones stand in front.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Add the dimension where it belongs, then expand'),
      code: 'x = x.unsqueeze(-1).expand(-1, n)'
    }
  }),
  source: trans => ({
    title: trans.__('There are fewer values than places in the mask'),
    cause: trans.__(
      'masked_scatter() fills the places that the mask marks with the values of the source, one after another. In models for images and text it means more image places in the text than image features: the processor does not belong to the model, or images are missing.'
    ),
    fix: {
      safety: 'diagnostic',
      title: trans.__('Count both'),
      detail: trans.__(
        'A mask [N, L] must be stretched to [N, L, D] for values of size D.'
      ),
      code: 'print(mask.sum().item(), source.numel())'
    }
  }),
  fill: trans => ({
    title: trans.__('Only a single number can be filled in'),
    cause: trans.__(
      'masked_fill() and index_fill() write one and the same number to all places, and were given a tensor with dimensions.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Take where() for a value of its own at each place'),
      code: 'x = torch.where(mask, values, x)'
    }
  }),
  cross: trans => ({
    title: trans.__('The cross product needs vectors of length 3'),
    cause: trans.__(
      'The cross product is defined for vectors of three numbers, in the dimension named by dim (the last one unless told), and both tensors need the same number of dimensions.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Vectors in the plane: add a third number, 0'),
      code: 'a = F.pad(a, (0, 1))'
    }
  })
};

/** The words of a kind of this file, or nothing for the others. */
export function kindWords(
  trans: ITranslate,
  kind: string | undefined
): IWords | undefined {
  return KINDS[kind ?? '']?.(trans);
}
