import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Per kind: title, cause and first fixes. */
type Words = readonly [title: string, cause: string, fixes: IFix[]];

const PACK =
  'packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)';

/** The words of `tensor/sequence-lengths`. */
export function sequenceWords(
  trans: ITranslate,
  { kind, given, wanted }: Values
): Words {
  switch (kind) {
    case 'zero':
      return [
        trans.__('A sequence in the batch has length 0'),
        trans.__(
          'An RNN needs at least one step of each sequence. Often a text has no word left after cleaning, or all its words were unknown or counted as padding.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Leave empty samples out of the dataset'),
            code: 'samples = [s for s in samples if len(s) > 0]'
          },
          {
            safety: 'check',
            title: trans.__('Or count at least one step, a padding'),
            code: 'lengths = lengths.clamp(min=1)'
          }
        ]
      ];
    case 'count':
      return [
        trans.__('There is not one length for each sequence'),
        given !== undefined && wanted !== undefined
          ? trans.__(
              'The number of sequences in the batch is %1, that of lengths %2. Without batch_first=True the second dimension counts as the batch.',
              wanted,
              given
            )
          : trans.__(
              'The batch has another number of sequences than lengths were given. Without batch_first=True the second dimension counts as the batch.'
            ),
        [
          {
            safety: 'check',
            title: trans.__('Batch in the first dimension: say so'),
            code: PACK
          }
        ]
      ];
    case 'empty':
      return [
        trans.__('There is no sequence in the list'),
        trans.__(
          'pad_sequence() and pack_sequence() got an empty list. Often a filter left nothing of this batch, or a generator was used up before.'
        ),
        [
          {
            safety: 'diagnostic',
            title: trans.__('Look how many there are, and from where'),
            code: 'sequences = list(sequences)\nprint(len(sequences))'
          },
          {
            safety: 'check',
            title: trans.__('In a collate function: skip what is empty'),
            code: 'batch = [item for item in batch if item is not None]\nif not batch:\n    return None  # and leave None out in the training loop'
          }
        ]
      ];
    case 'shape':
      return [
        trans.__('The lengths are not a list of whole numbers'),
        trans.__(
          'One number for each sequence is wanted: a list, or a tensor of one dimension on the CPU. The tensor given has %1 dimensions.',
          given ?? trans.__('more')
        ),
        [
          {
            safety: 'check',
            title: trans.__('Make it one dimension'),
            code: 'lengths = lengths.flatten().cpu()'
          }
        ]
      ];
    case 'total':
      return [
        trans.__('total_length is shorter than the longest sequence'),
        given !== undefined && wanted !== undefined
          ? trans.__(
              'The longest sequence has %1 steps, and total_length=%2 was asked for.',
              wanted,
              given
            )
          : trans.__(
              'The longest sequence has more steps than total_length allows.'
            ),
        [
          {
            safety: 'check',
            title: trans.__('Take the padded length of the input'),
            code: 'output, lengths = pad_packed_sequence(packed, batch_first=True, total_length=x.size(1))'
          }
        ]
      ];
    default:
      return [
        trans.__('The sequences are not sorted by length'),
        trans.__(
          'pack_padded_sequence() expects the longest sequence first, unless it is told to sort by itself. Without batch_first=True it also takes the second dimension for the batch.'
        ),
        [
          {
            safety: 'safe',
            title: trans.__('Let it sort; the output keeps your order'),
            code: PACK
          },
          {
            safety: 'check',
            title: trans.__(
              'torch before 1.1: sort batch and lengths yourself'
            ),
            code: 'lengths, order = lengths.sort(descending=True)\nx = x[order]'
          }
        ]
      ];
  }
}
