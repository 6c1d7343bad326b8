import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';

const dims = { read: (): Values => ({ kind: 'dims' }) };

/** A shape in brackets, a batch size as it is. */
function sizes(printed: string): string {
  return printed.includes(',') ? `[${printed}]` : printed;
}

const entry: IEntry = {
  id: 'tensor/rnn-state',
  answers: [
    'Expected hidden size (2, 64, 128), got (2, 32, 128)',
    'Expected hidden[0] size (1, 4, 2), got [1, 5, 2]',
    'For batched 3-D input, hx should also be 3-D but got 2-D tensor',
    "Input batch size 4 doesn't match hidden0 batch size 5"
  ],
  signs: [
    ...said(
      /xpected hidden(?:\[\d\])? size [([](?<wanted>[\d, ]+)[)\]], got [([](?<given>[\d, ]+)[)\]]/
    ),
    ...said(/xpected hidden(?:\[\d\])? size [([]/),
    ...said(
      /nput batch size (?<wanted>\d+) doesn["']t match hidden(?:\d|\[\d\])? ?batch size (?<given>\d+)/
    ),
    ...said(
      /For (?:un)?batched \d-D input,? hx (?:and cx )?should also be \d-D/,
      dims
    )
  ],
  page(trans, { wanted, given, kind }) {
    const known = wanted !== undefined && given !== undefined;
    return {
      title: trans.__('The state given to the RNN has the wrong shape'),
      cause: known
        ? trans.__(
            'The layer needs a state of %1 here and got %2. The batch in the state must be that of the input: usual with a shorter last batch, or batch_first forgotten.',
            sizes(wanted),
            sizes(given)
          )
        : kind === 'dims'
          ? trans.__(
              'With a batch, input and state have three dimensions; without one, both have two. Here one of them has a batch and the other has not.'
            )
          : trans.__(
              'The state is [num_layers × directions, batch, hidden_size], and its batch must be that of the input: usual with a shorter last batch, or batch_first forgotten.'
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Make the state from the batch at hand'),
          detail: trans.__(
            'batch_first=True moves the batch of the input to the front, not that of the state.'
          ),
          code: 'h = torch.zeros(rnn.num_layers, x.size(0), rnn.hidden_size, device=x.device)  # x.size(1) without batch_first'
        },
        {
          safety: 'safe',
          title: trans.__('Or give none: it starts at zero'),
          code: 'output, state = rnn(x)'
        },
        {
          safety: 'check',
          title: trans.__(
            'State kept from batch to batch: skip the shorter last one'
          ),
          code: 'loader = DataLoader(dataset, batch_size=32, drop_last=True)'
        }
      ],
      notThis: [
        trans.__(
          '“input.size(-1) must be equal to input_size” is about the input, not about the state.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: LSTM, shapes of input and state'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: "Input batch size 1 doesn't match hidden[0] batch size 2",
      torch: '1.0',
      origin: 'reference',
      values: { wanted: '1', given: '2' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Expected hidden[0] size (1, 4, 2), got [1, 5, 2]',
      torch: '2.13',
      origin: 'run',
      values: { wanted: '1, 4, 2', given: '1, 5, 2' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'For batched 3-D input, hx should also be 3-D but got 2-D tensor',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'dims' }
    },
    {
      ename: 'RuntimeError',
      evalue: "Input batch size 4 doesn't match hidden0 batch size 5",
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'input.size(-1) must be equal to input_size. Expected 3, got 4'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'rnn = torch.nn.GRU(3, 2, batch_first=True)',
      'x = torch.ones(5, 7, 3)',
      'h = torch.zeros(1, 7, 2)',
      'rnn(x, h)'
    ].join('\n'),
    fixed: [
      'import torch',
      'rnn = torch.nn.GRU(3, 2, batch_first=True)',
      'x = torch.ones(5, 7, 3)',
      'h = torch.zeros(rnn.num_layers, x.size(0), rnn.hidden_size, device=x.device)',
      'rnn(x, h)'
    ].join('\n')
  }
};

export default entry;
