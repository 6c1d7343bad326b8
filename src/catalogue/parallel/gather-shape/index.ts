import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { paddedWhole } from '../../shared/edits/rewritten';

/** torch/csrc/cuda/comm.cpp, `gather_out` and its forerunners. */
const SHAPES =
  /Input tensor at index (?<index>\d{1,2}) has invalid shape \[(?<given>[\d, ]{0,80})\],? but expected \[(?<wanted>[\d, ]{0,80})\]|[Gg]ather got an input of invalid size: got \[?(?<was>[\dx, ]{1,80}\d)\]?,? but expected \[?(?<should>[\dx, ]{1,80}\d)/;

const SCALARS =
  'all input tensors were scalars; will instead unsqueeze and return a vector';

export default define({
  id: 'parallel/gather-shape',
  answers: [
    'Input tensor at index 1 has invalid shape [5, 6, 768], but expected [5, 7, 768]',
    'Gather got an input of invalid size: got [2, 6, 768], but expected [2, 7, 768]'
  ],
  refines: ['tensor/broadcast-shape'],
  values: ['index', 'given', 'wanted'],
  signs: [
    ...messageOrLog(SHAPES, {
      read: ({ index, given, wanted, was, should }) => ({
        index,
        given: given ?? was,
        wanted: wanted ?? should
      })
    })
  ],
  kinds: {
    shapes: {
      words: (trans, { index, given, wanted }) => ({
        title: trans.__('The outputs of the GPUs differ in shape'),
        cause:
          given === undefined || wanted === undefined
            ? trans.__(
                'DataParallel cuts the batch into parts and puts the outputs together again, so they may differ in the first size only.'
              )
            : trans.__(
                'DataParallel puts the outputs of the GPUs together, so they may differ in the first size only: the first is [%1], number %2 is [%3]. Usually each GPU padded its part to its own longest sequence.',
                wanted,
                index ?? '1',
                given
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Pad to the length of the whole batch'),
            edit: paddedWhole,
            detail: trans.__(
              'Give the length to forward(): inside, each GPU sees its part only.'
            ),
            code: 'def forward(self, x, lengths):\n    total = x.size(1)\n    packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)\n    out, _ = self.lstm(packed)\n    out, _ = pad_packed_sequence(out, batch_first=True, total_length=total)\n    return out'
          },
          {
            safety: 'check',
            title: trans.__('Compute the loss inside forward()'),
            detail: trans.__('Then each GPU returns one number, which fits.'),
            code: 'return self.criterion(out, target).unsqueeze(0)'
          },
          {
            safety: 'check',
            title: trans.__(
              'Or one process for each GPU, which gathers nothing'
            ),
            code: '$ torchrun --nproc-per-node=2 train.py  # DistributedDataParallel'
          }
        ]
      })
    },
    // torch/nn/parallel/_functions.py, `Gather.forward`.
    scalars: {
      signs: [
        {
          where: 'message',
          pattern:
            /size of tensor [ab] \((?<given>\d{1,3})\) must match the size of tensor [ab] \((?<wanted>\d{1,12})\)/,
          when: reading => reading.mentions(SCALARS),
          confidence: 'likely'
        }
      ],
      words: (trans, { given }) => ({
        title: trans.__(
          'DataParallel made a vector of one number for each GPU'
        ),
        cause: trans.__(
          'Each GPU returned a single number, a loss or a scale, and DataParallel put them side by side, as its warning says. Now there is one entry for each GPU%1 where the code expects one number.',
          given ? ` (${given})` : ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make one number of them after the call'),
            detail: trans.__(
              'A loss is averaged; of a parameter, such as a scale, all entries are equal.'
            ),
            code: 'scale = scale.mean()'
          },
          {
            safety: 'check',
            title: trans.__(
              'Or one process for each GPU, which gathers nothing'
            ),
            code: '$ torchrun --nproc-per-node=2 train.py  # DistributedDataParallel'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'torch.gather says “Expected index … to be smaller than self”: that is an index.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: packed sequences with data parallelism'),
        url: 'https://docs.pytorch.org/docs/stable/notes/faq.html#pack-rnn-unpack-with-data-parallelism'
      },
      { title: trans.__('PyTorch: DataParallel'), url: LINKS.dataParallel }
    ]
  })
});
