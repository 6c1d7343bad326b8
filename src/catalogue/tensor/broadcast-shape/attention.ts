/** A mask of attention whose shape the message tells. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { sizesOf } from '../shared/shapes';

/** What the shapes prove; undefined where they leave it open. */
function storyOf({
  a,
  b
}: ValuesOf<'a' | 'b'>): 'padding' | 'length' | undefined {
  const [mask, wanted] = [sizesOf(a), sizesOf(b)];
  if (mask?.length !== 2 || wanted?.length !== 2) {
    return undefined;
  }
  const [rows, columns] = mask;
  const [target, source] = wanted;
  if (rows !== columns && columns === source && rows !== target) {
    return 'padding';
  }
  return rows === columns && target === source && rows !== target
    ? 'length'
    : undefined;
}

function usualFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('One mask for padding, another for the future'),
      'padding = ids == pad_id  # [batch, length]\nfuture = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])\ny, _ = attention(x, x, x, key_padding_mask=padding, attn_mask=future)'
    )
  ];
}

/**
 * The words for a mask `a` where `b` was expected, both as sizes between commas.
 * @param look - the fix that prints the shapes
 */
export function attentionWords(
  trans: ITranslate,
  { a, b }: ValuesOf<'a' | 'b'>,
  look: IFix
): IWords {
  const title = trans.__('The attention mask has the wrong shape');
  switch (storyOf({ a, b })) {
    case 'padding':
      return {
        title,
        cause: trans.__(
          'attn_mask says which position may see which: it must be [%2]. The mask is [%1], as [batch, length]: it marks padding, as that of a tokenizer does, and belongs into another argument.',
          a,
          b
        ),
        fixes: [
          check(
            trans.__('Give it as the mask for padding, where True is left out'),
            'padding = attention_mask == 0\ny = encoder(x, src_key_padding_mask=padding)  # decoder: tgt_key_padding_mask, MultiheadAttention: key_padding_mask'
          ),
          look
        ]
      };
    case 'length':
      return {
        title,
        cause: trans.__(
          'The mask is [%1], and attention takes the input for a length that needs [%2]. Either batch and length of the input are exchanged, or the mask was made for another length.',
          a,
          b
        ),
        fixes: [
          check(
            trans.__('Batch and length exchanged: turn the input'),
            'x = x.transpose(0, 1)  # or make the layer with batch_first=True for [batch, length, features]'
          ),
          check(
            trans.__('Or make the mask for the length at hand'),
            'mask = nn.Transformer.generate_square_subsequent_mask(x.size(1))  # of [batch, length, features]'
          ),
          look
        ]
      };
    default:
      return {
        title,
        cause: trans.__(
          'attn_mask is [target length, source length] or [batch * heads, target, source], key_padding_mask [batch, source length]. Often the two were exchanged, or batch and length, since batch_first=False is the default.'
        ),
        fixes: [...usualFixes(trans), look]
      };
  }
}
