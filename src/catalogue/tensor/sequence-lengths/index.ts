import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { visibleCode } from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { argumentThen, keywordGiven } from '../../shared/edits/calls';

const PACK =
  'packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)';

function compare(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare batch and lengths'),
    code: 'print(x.shape, lengths)'
  };
}

/**
 * A visible line that puts the batch first, where another puts it second: the
 * model takes one of the two orders.
 */
function batchFirstLine(reading: IReading): string | undefined {
  const { lines } = visibleCode(reading);
  const first = lines.filter(line => line.includes('.unsqueeze(0)'));
  return first.length === 1 &&
    lines.some(line => line.includes('.unsqueeze(1)')) &&
    first[0].trim().length <= 120
    ? first[0].trim()
    : undefined;
}

export default define({
  id: 'tensor/sequence-lengths',
  answers: [
    '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence',
    "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0",
    'Expected `len(lengths)` to be equal to batch_size, but got 1 (batch_size=2)',
    'received an empty list of sequences'
  ],
  values: ['given', 'wanted', 'layout'],
  kinds: {
    unsorted: {
      // aten/src/ATen/native/PackedSequence.cpp; before 1.1 without the
      // option's name.
      signs: messageOrLog(
        /["'`]?lengths["'`]? (?:array must be sorted in decreasing order when ["'`]?enforce_sorted["'`]? is True|array has to be sorted in decreasing order)/
      ),
      words: trans => ({
        title: trans.__('The sequences are not sorted by length'),
        cause: trans.__(
          'pack_padded_sequence() expects the longest sequence first, unless it is told to sort by itself. Without batch_first=True it also takes the second dimension for the batch.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Let it sort; the output keeps your order'),
            code: PACK,
            edit: keywordGiven(
              ['pack_padded_sequence', 'pack_sequence'],
              'enforce_sorted',
              'False'
            )
          },
          {
            safety: 'check',
            title: trans.__(
              'torch before 1.1: sort batch and lengths yourself'
            ),
            code: 'lengths, order = lengths.sort(descending=True)\nx = x[order]'
          },
          compare(trans)
        ]
      })
    },
    zero: {
      signs: messageOrLog(
        /[Ll]ength of all samples has to be greater than 0, but found an element in ["'`]lengths["'`] that is <= ?0/
      ),
      words: trans => ({
        title: trans.__('A sequence in the batch has length 0'),
        cause: trans.__(
          'An RNN needs at least one step of each sequence. Often a text has no word left after cleaning, or all its words were unknown or counted as padding.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Leave empty samples out of the dataset'),
            code: 'samples = [s for s in samples if len(s) > 0]'
          },
          {
            safety: 'check',
            title: trans.__('Or count at least one step, a padding'),
            code: 'lengths = lengths.clamp(min=1)'
          },
          compare(trans)
        ]
      })
    },
    count: {
      signs: [
        ...messageOrLog(
          /xpected ["'`]?len\(lengths\)["'`]? to be equal to batch_size, but got (?<given>\d{1,9}) \(batch_size=(?<wanted>\d{1,9})\)/,
          { read: (_, reading) => ({ layout: batchFirstLine(reading) }) }
        ),
        // Up to 0.3.
        ...messageOrLog(/\blengths array has incorrect size/)
      ],
      words: (trans, { given, wanted, layout }) => ({
        title: trans.__('There is not one length for each sequence'),
        cause:
          given !== undefined && wanted !== undefined
            ? trans.__(
                'The number of sequences in the batch is %1, that of lengths %2. Without batch_first=True the second dimension counts as the batch.',
                wanted,
                given
              )
            : trans.__(
                'The batch has another number of sequences than lengths were given. Without batch_first=True the second dimension counts as the batch.'
              ),
        fixes: [
          ...(given === '1' || layout
            ? [
                check(
                  trans.__(
                    'One sentence: the step first, the batch second, [%1, 1]',
                    wanted ?? 'length'
                  ),
                  layout
                    ? layout.replace('unsqueeze(0)', 'unsqueeze(1)')
                    : 'x = x.unsqueeze(1)  # not unsqueeze(0); or x.t()',
                  trans.__(
                    'Everything that goes through the model needs that order, a baseline or reference too.'
                  )
                )
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Batch in the first dimension: say so'),
            code: PACK
          },
          compare(trans)
        ]
      })
    },
    empty: {
      // torch/csrc/utils: `pad_sequence`, `pack_sequence`, `cat` of old.
      signs: messageOrLog(
        /\breceived an empty list of sequences|\bCannot pack empty tensors/
      ),
      words: trans => ({
        title: trans.__('There is no sequence in the list'),
        cause: trans.__(
          'pad_sequence() and pack_sequence() got an empty list. Often a filter left nothing of this batch, or a generator was used up before.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Look how many there are, and from where'),
            code: 'sequences = list(sequences)\nprint(len(sequences))'
          },
          {
            safety: 'check',
            title: trans.__('In a collate function: skip what is empty'),
            code: 'batch = [item for item in batch if item is not None]\nif not batch:\n    return None  # and leave None out in the training loop'
          },
          compare(trans)
        ]
      })
    },
    shape: {
      signs: messageOrLog(
        /["'`]lengths["'`] argument should be a 1D CPU int64 tensor, but got (?!1D)(?<given>\d{1,2})D/
      ),
      words: (trans, { given }) => ({
        title: trans.__('The lengths are not a list of whole numbers'),
        cause: trans.__(
          'One number for each sequence is wanted: a list, or a tensor of one dimension on the CPU. The tensor given has %1 dimensions.',
          given ?? trans.__('more')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make it one dimension'),
            code: 'lengths = lengths.flatten().cpu()'
          },
          compare(trans)
        ]
      })
    },
    // Before torch 2.1 the message does not say which of the three it is.
    unsaid: {
      signs: messageOrLog(
        /["'`]lengths["'`] argument should be a 1D CPU int64 tensor(?!, but got)/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('The lengths must be one row of int64 on the CPU'),
        cause: trans.__(
          'pack_padded_sequence() reads one whole number for each sequence, on the CPU. Usually the lengths are on the GPU like the batch; else what was passed for them has two dimensions, such as ids or a mask.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('They are on the GPU: bring them to the CPU'),
            code: PACK,
            edit: argumentThen(
              ['pack_padded_sequence'],
              [1, 'lengths'],
              '.cpu()'
            )
          },
          check(
            trans.__('A mask or ids were passed: count the tokens'),
            'lengths = attention_mask.sum(dim=1).cpu()'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which of the three it is'),
            code: 'print(lengths.shape, lengths.dtype, lengths.device)'
          }
        ]
      })
    },
    total: {
      // torch/nn/utils/rnn.py.
      signs: messageOrLog(
        /xpected total_length to be at least the length of the longest sequence in input, but got total_length=(?<given>\d{1,9}) and max sequence length being (?<wanted>\d{1,9})/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('total_length is shorter than the longest sequence'),
        cause:
          given !== undefined && wanted !== undefined
            ? trans.__(
                'The longest sequence has %1 steps, and total_length=%2 was asked for.',
                wanted,
                given
              )
            : trans.__(
                'The longest sequence has more steps than total_length allows.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the padded length of the input'),
            code: 'output, lengths = pad_packed_sequence(packed, batch_first=True, total_length=x.size(1))'
          },
          compare(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor”: only the device is wrong, use lengths.cpu().'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: pack_padded_sequence'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_padded_sequence.html'
      },
      {
        title: trans.__('PyTorch: pad_sequence'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html'
      }
    ]
  })
});
