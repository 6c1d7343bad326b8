/** MultiheadAttention: query, key and value, or one of the masks. */
import { check } from '../../fix';
import type { IKind } from '../../define';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { callingPackage } from '../../shared/code-owner';
import { placeUnknown } from '../../shared/loading';
import { messageOrLog } from '../../signs';
import { printShape } from '../shared/print-shape';

/**
 * Whose attention it is, where it is none of the user's own: a package's, or one
 * that is not at hand, in a model that the line at hand calls.
 */
function ownerOf(reading: IReading): string | undefined {
  return (
    callingPackage(reading) ??
    (/(?:attn|attention|[Mm]ulti_?[Hh]ead|mha)\w{0,20}\(|Transformer/.test(
      reading.code
    ) ||
    /\bnn\.Module\b/.test(reading.code) ||
    placeUnknown(reading)
      ? undefined
      : 'unknown')
  );
}

/** Code that was written for a torch that did not ask for it, or for other input. */
function ofOthers(trans: ITranslate, owner: string): IFix {
  return check(
    owner === 'unknown'
      ? trans.__('A model of others: take the packages that it was made for')
      : trans.__('Give the model of %1 the input that it was made for', owner),
    owner === 'unknown'
      ? '%pip install -r requirements.txt  # of the repository, torch included'
      : 'print(x.shape)  # images: [N, 3, height, width]',
    trans.__(
      'Older torch did not check the dimensions: code that passed others on must be changed where it calls the attention, or run with the release of its time.'
    )
  );
}

// torch/nn/functional.py, `_mha_shape_check`.
export const ATTENTION_KINDS = {
  attention: {
    signs: messageOrLog(
      /query should be unbatched 2D or batched 3D tensor but received (?<has>\d{1,2})-D|For (?:un)?batched \([23]-D\) `query`, expected `key` and `value` to be|Expected query, key, and value to all be {1,2}at least 2 dimensional, but got query\.dim:/,
      {
        read: (_, reading) => ({ owner: ownerOf(reading) })
      }
    ),
    words: (trans, { has, owner }) => ({
      title: trans.__('Attention got the wrong number of dimensions'),
      cause:
        (has === undefined
          ? ''
          : `${trans.__('The query has %1 dimensions.', has)} `) +
        trans.__(
          'MultiheadAttention takes query, key and value of 3 dimensions each, [length, batch, features], or [batch, length, features] with batch_first=True; without a batch all have 2.'
        ),
      fixes: [
        ...(owner === undefined ? [] : [ofOthers(trans, owner)]),
        check(
          owner === 'unknown'
            ? trans.__(
                'Your own attention: bring all three to [batch, length, features]'
              )
            : trans.__('Bring all three to [batch, length, features]'),
          'x = x.flatten(2).transpose(1, 2)  # [N, C, H, W] to [N, H * W, C]\nattention = nn.MultiheadAttention(dim, heads, batch_first=True)',
          trans.__(
            'Feature maps of images [N, C, H, W] are flattened first; a single vector is a sequence of length 1.'
          )
        ),
        printShape(trans)
      ]
    })
  },
  mask: {
    signs: messageOrLog(
      /For (?:un)?batched \([23]-D\) `query`, expected `(?<argument>key_padding_mask|attn_mask)` to be `None`,? (?:or )?(?<names>[123]-D(?: or [23]-D)?) but found (?<has>\d{1,2})-D/
    ),
    words: (trans, { argument, names, has }) => ({
      title: has
        ? trans._n(
            'The %2 of the attention has %1 dimension',
            'The %2 of the attention has %1 dimensions',
            Number(has),
            argument
          )
        : trans.__('A mask of the attention has the wrong dimensions'),
      cause:
        argument && names
          ? trans.__(
              '%1 must be %2 here; query, key and value are right. key_padding_mask is [batch, length of the keys], attn_mask [length, length of the keys] or [batch * heads, length, length of the keys].',
              argument,
              names
            )
          : trans.__(
              'key_padding_mask is [batch, length of the keys], attn_mask [length, length of the keys] or [batch * heads, length, length of the keys]. Query, key and value are right.'
            ),
      fixes: [
        argument === 'attn_mask'
          ? check(
              trans.__('One mask for all, or one for each head'),
              'mask = mask[0, 0]  # from [batch, 1, length, length]\n# or mask.expand(-1, heads, -1, -1).flatten(0, 1)'
            )
          : check(
              trans.__('Take the dimensions of size 1 away'),
              'mask = mask.flatten(1)  # [batch, 1, 1, length] becomes [batch, length]'
            ),
        {
          safety: 'diagnostic',
          ofLine: true,
          title: trans.__('Print the shapes just before the line'),
          code: 'print(query.shape, mask.shape)'
        }
      ]
    })
  }
} satisfies Record<string, IKind<'argument' | 'names' | 'has' | 'owner'>>;
