import { define } from '../../define';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import type { IReading } from '../../../incident/types';
import type { IWords } from '../../define';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import { sizesOf } from '../shared/shapes';
import { withDropLast } from '../../shared/edits/loader';

/** Whether the failure lies in torch's own RNN, LSTM or GRU. */
function inRnn(reading: IReading): boolean {
  return passedThrough(reading, /\btorch\/nn\/modules\/rnn\.py/);
}

/** What both kinds say beside the cause. */
function titleAndFixes(trans: ITranslate): Pick<IWords, 'title' | 'fixes'> {
  return {
    title: trans.__('The state given to the RNN has the wrong shape'),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Make the state from the batch at hand'),
        detail: trans.__(
          'batch_first=True moves the batch of the input to the front, not that of the state.'
        ),
        code: 'layers = rnn.num_layers * (2 if rnn.bidirectional else 1)\nh = torch.zeros(layers, x.size(0), rnn.hidden_size, device=x.device)  # x.size(1) without batch_first'
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
        code: 'loader = DataLoader(dataset, batch_size=32, drop_last=True)',
        edit: withDropLast
      }
    ]
  };
}

/** An input without a batch, with a state that has one. */
function batchFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('The input lacks its batch: add it'),
      'x = x.unsqueeze(1)  # with batch_first=True: unsqueeze(0)'
    ),
    check(
      trans.__(
        'Or a single sequence is meant: take the batch out of the state'
      ),
      'h = h.squeeze(1)'
    )
  ];
}

/** A state of one layer without the dimension for it. */
function layersFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('The state lacks the dimension of the layers: add it'),
      'h = h.unsqueeze(0)  # [batch, hidden_size] becomes [1, batch, hidden_size]'
    ),
    {
      safety: 'safe',
      title: trans.__('Or give none: it starts at zero'),
      code: 'output, state = rnn(x)'
    }
  ];
}

/** An LSTM whose states have two dimensions each. */
function pairFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('The state of a GRU: use the same kind of RNN on both sides'),
      'self.rnn = nn.GRU(input_size, hidden_size, num_layers)  # or an LSTM as encoder, too',
      trans.__(
        'print(type(state)) tells: a tensor is one state, a tuple is (h, c).'
      )
    ),
    check(
      trans.__('A pair without layers: add that dimension'),
      'state = (h.unsqueeze(0), c.unsqueeze(0))'
    )
  ];
}

/** More layers are rather another size in the place of num_layers. */
const MOST_LAYERS = 16;

/** What differs between two states [layers * directions, batch, hidden_size]. */
function differs(
  wanted: string | undefined,
  given: string | undefined
): 'layers' | 'batch' | 'other' | undefined {
  const [should, got] = [sizesOf(wanted), sizesOf(given)];
  if (should?.length !== 3 || got?.length !== 3) {
    return undefined;
  }
  // Where layers and width agree, they are not what was refused.
  if (should[0] === got[0] && should[2] === got[2]) {
    return 'batch';
  }
  return should[0] > MOST_LAYERS ? 'layers' : 'other';
}

/** Where the state does not differ in its batch alone. */
function stateFixes(
  trans: ITranslate,
  wanted: string,
  what: 'layers' | 'other'
): IFix[] {
  const [layers] = sizesOf(wanted) ?? [];
  const made = check(
    trans.__('Give a state of this shape, or none: it starts at zero'),
    `h = torch.zeros(${wanted})  # layers × directions, batch, hidden_size`
  );
  return what === 'layers'
    ? [
        check(
          trans.__('Say how many layers are meant'),
          'rnn = nn.GRU(input_size, hidden_size, num_layers=1, batch_first=True)',
          trans.__(
            'The state then needs 1 in place of %1, or 2 if bidirectional.',
            layers
          )
        ),
        made
      ]
    : [made];
}

export default define({
  id: 'tensor/rnn-state',
  answers: [
    'Expected hidden size (2, 64, 128), got (2, 32, 128)',
    'Expected hidden[0] size (1, 4, 2), got [1, 5, 2]',
    'For batched 3-D input, hx should also be 3-D but got 2-D tensor',
    "Input batch size 4 doesn't match hidden0 batch size 5",
    'hidden0 has inconsistent hidden_size: got 30, expected 20',
    'GRUCell: Expected hidden to be 1D or 2D, got 3D instead'
  ],
  // The LSTM takes its state apart before it looks at it.
  refines: ['tensor/index-range', 'tensor/not-a-tensor'],
  values: ['wanted', 'given'],
  kinds: {
    size: {
      signs: [
        ...messageOrLog(
          /xpected hidden(?:\[\d\])? size [([](?<wanted>[\d, ]+)[)\]], got [([](?<given>[\d, ]+)[)\]]/,
          { confidence: 'likely' }
        ),
        ...messageOrLog(
          /nput batch size (?<wanted>\d+) doesn["']t match hidden(?:\d|\[\d\])? ?batch size (?<given>\d+)/
        )
      ],
      words: (trans, { wanted, given }) => {
        const what = differs(wanted, given);
        if (wanted && (what === 'layers' || what === 'other')) {
          return {
            title: trans.__('The state given to the RNN has the wrong shape'),
            cause:
              what === 'layers'
                ? trans.__(
                    'The state is [layers × directions, batch, hidden_size]: the RNN needs [%1] and got [%2]. So many layers are seldom meant: another size may stand in the place of num_layers.',
                    wanted,
                    given
                  )
                : trans.__(
                    'The state is [layers × directions, batch, hidden_size]: the RNN needs [%1] and got [%2].',
                    wanted,
                    given
                  ),
            fixes: stateFixes(trans, wanted, what)
          };
        }
        return {
          ...titleAndFixes(trans),
          cause:
            wanted !== undefined && given !== undefined && !wanted.includes(',')
              ? trans.__(
                  'The batch of the input is %1, that of the state %2, and they must be equal: usual with a shorter last batch, or batch_first forgotten.',
                  wanted,
                  given
                )
              : wanted !== undefined && given !== undefined
                ? trans.__(
                    'The layer needs a state of %1 here and got %2. The batch in the state must be that of the input: usual with a shorter last batch, or batch_first forgotten.',
                    `[${wanted}]`,
                    `[${given}]`
                  )
                : trans.__(
                    'The state is [num_layers × directions, batch, hidden_size], and its batch must be that of the input: usual with a shorter last batch, or batch_first forgotten.'
                  )
        };
      }
    },
    cell: {
      signs: messageOrLog(
        /\bhidden[01] has inconsistent hidden_size: got (?<given>\d{1,9}),? expected (?<wanted>\d{1,9})|\b(?<cell>RNN|GRU|LSTM)Cell: Expected (?:hidden|hx\[[01]\]) to be 1D or 2D, got (?<dims>\d)D/,
        {
          read: ({ given, wanted, cell, dims }) => ({
            given: given ?? (dims && `${dims}D`),
            wanted: wanted ?? cell
          })
        }
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('The state given to the cell has another shape'),
        cause:
          given && wanted && given.endsWith('D')
            ? trans.__(
                '%1Cell takes a state [batch, hidden_size], and it is %2. The state of a whole RNN, LSTM or GRU has the layers in front: [layers, batch, hidden_size].',
                wanted,
                given
              )
            : given && wanted
              ? trans.__(
                  'The state is %1 wide, and the cell was made with hidden_size=%2. In a stack of cells each has a state of its own; the input is not to blame.',
                  given,
                  wanted
                )
              : trans.__(
                  'A cell takes a state [batch, hidden_size], the LSTMCell a pair of them.'
                ),
        fixes: [
          given?.endsWith('D')
            ? {
                safety: 'check',
                title: trans.__('Take the state of one layer'),
                code: 'h = h[-1]  # the LSTM: h, c = h[-1], c[-1]'
              }
            : {
                safety: 'check',
                title: trans.__('Make the state from the cell itself'),
                code: 'h = torch.zeros(x.size(0), cell.hidden_size, device=x.device)'
              },
          {
            safety: 'safe',
            title: trans.__('Or give none: it starts at zero'),
            code: 'h = cell(x)  # LSTMCell: h, c = cell(x)'
          }
        ]
      })
    },
    pair: {
      signs: [
        {
          where: 'message',
          ename: /^IndexError$/,
          pattern: /^index 1 is out of bounds for dimension 0 with size 1$/,
          when: inRnn
        },
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["']tuple["'] object has no attribute ["'](?:dim|size)["']/,
          when: inRnn,
          read: () => ({ given: 'pair' })
        }
      ],
      words: (trans, { given }) => ({
        title: given
          ? trans.__('RNN and GRU take one state, and got a pair')
          : trans.__('The state of an LSTM is a pair, and it got a tensor'),
        cause: given
          ? trans.__(
              'The state given is a tuple, as the LSTM has it: (h, c). nn.RNN and nn.GRU have h alone.'
            )
          : trans.__(
              'An LSTM keeps two states, (h, c), and was given a single tensor, which it takes apart along its first dimension. nn.RNN and nn.GRU have h alone.'
            ),
        fixes: [
          given
            ? {
                safety: 'check',
                title: trans.__('Give h alone'),
                code: 'output, h = gru(x, h)'
              }
            : {
                safety: 'check',
                title: trans.__('Give both states as a pair'),
                code: 'output, (h, c) = lstm(x, (h, torch.zeros_like(h)))'
              },
          {
            safety: 'safe',
            title: trans.__('Or give none: it starts at zero'),
            code: 'output, state = rnn(x)'
          }
        ]
      })
    },
    dims: {
      signs: messageOrLog(
        /For (?:un)?batched \d-D input,? hx (?:and cx )?should also be (?<wanted>\d-D)(?: but got \(?(?<given>\d-D(?:, \d-D)?)\)? tensors?)?/,
        { confidence: 'likely' }
      ),
      words: (trans, { wanted, given }) => ({
        ...titleAndFixes(trans),
        ...(given === '2-D, 2-D'
          ? { fixes: pairFixes(trans) }
          : given === '3-D'
            ? { fixes: batchFixes(trans) }
            : given === '2-D'
              ? { fixes: layersFixes(trans) }
              : {}),
        cause:
          given === '2-D, 2-D'
            ? trans.__(
                'For this input h and c must be 3-D, and both are 2-D. Either a single state of two layers (of a GRU) was given, which an LSTM takes apart as (h, c), or h and c lack the dimension of the layers.'
              )
            : wanted && given
              ? trans.__(
                  'For this input the state must be %1, and it is %2. With a batch, input and state have three dimensions; without one, both have two.',
                  wanted,
                  given
                )
              : trans.__(
                  'With a batch, input and state have three dimensions; without one, both have two. Here one of them has a batch and the other has not.'
                )
      })
    }
  },
  common: trans => ({
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
  })
});
