/** RNN, LSTM, GRU and their cells: the features stand last. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import type { IKind, ValuesOf } from '../../define';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { CONVOLUTION } from './dimensions';
import { printShape } from './print-shape';

type Value = 'layer' | 'given';

function cellFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('A cell takes one step: go through the sequence'),
      'h = torch.zeros(x.size(0), cell.hidden_size, device=x.device)\nfor step in x.unbind(1):  # [batch, length, features]\n    h = cell(step, h)  # LSTMCell: h, c = cell(step, (h, c))'
    )
  ];
}

function layerFixes(
  trans: ITranslate,
  { given }: ValuesOf<Value>
): readonly IFix[] {
  const dims = Number(given);
  if (dims > 3) {
    return [
      check(
        trans.__('Melt the dimensions of the features into one'),
        'x = x.flatten(2)  # [batch, length, …] becomes [batch, length, features]'
      ),
      check(
        trans.__('Feature maps [N, C, H, W]: the width is the sequence'),
        'x = x.flatten(1, 2).transpose(1, 2)  # [N, W, C * H], batch_first=True'
      )
    ];
  }
  return dims === 2
    ? [
        check(
          trans.__('Give it its batch of one'),
          'x = x.unsqueeze(1)  # [length, 1, features]; with batch_first=True unsqueeze(0)'
        )
      ]
    : [
        check(
          trans.__('One number at each step: features of size 1'),
          'x = x.unsqueeze(-1)  # [length, 1]'
        ),
        check(
          trans.__('One step of many features: a sequence of length 1'),
          'x = x.unsqueeze(0)  # [1, features]'
        )
      ];
}

export const SEQUENCE_KINDS = {
  sequence: {
    signs: messageOrLog(
      /(?<layer>RNN|LSTM|GRU): Expected input to be (?:\dD(?:,? or |, )){1,2}\dD, got (?<given>\d)D|input must have 3 dimensions, got (?<old>\d)/,
      {
        read: ({ layer, given, old }) => ({ layer, given: given ?? old })
      }
    ),
    words: (trans, { layer, given }) => ({
      title: given
        ? trans._n(
            '%2 got an input of %1 dimension',
            '%2 got an input of %1 dimensions',
            Number(given),
            layer ?? 'RNN'
          )
        : trans.__('The RNN got the wrong number of dimensions'),
      cause: trans.__(
        '%1 takes [length, batch, features], with batch_first=True [batch, length, features]: three dimensions, the features last. Without a batch it is [length, features], from torch 1.11 on.',
        layer ?? 'nn.RNN'
      ),
      fixes: [...layerFixes(trans, { given }), printShape(trans)]
    })
  },
  cell: {
    signs: messageOrLog(
      /(?<layer>(?:RNN|LSTM|GRU)Cell): Expected input to be (?:\dD(?:,? or |, )){1,2}\dD, got (?<given>\d)D|input has less dimensions than expected/,
      { when: reading => !passedThrough(reading, CONVOLUTION) }
    ),
    words: (trans, { layer, given }) => ({
      title: given
        ? trans._n(
            '%2 got an input of %1 dimension',
            '%2 got an input of %1 dimensions',
            Number(given),
            layer ?? 'RNNCell'
          )
        : trans.__('The RNN cell got the wrong number of dimensions'),
      cause: trans.__(
        '%1 computes a single step, of [batch, features] or, for one sample, [features]. A whole sequence has one dimension more.',
        layer ?? 'nn.RNNCell'
      ),
      fixes: [...cellFixes(trans), printShape(trans)]
    })
  }
} satisfies Record<string, IKind<Value>>;
