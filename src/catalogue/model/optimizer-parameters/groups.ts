/** Which tensors an optimizer takes, and how they are handed over. */
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { listParameters } from './list';

export const GROUP_KINDS = {
  names: {
    signs: messageOrLog(
      /\ball optimizer param(?: group)?s should be with\/without names\. (?:Some param names are missing|cannot add param group (?<given>with|without) names to the optimizer)/
    ),
    words: (trans, { given }) => ({
      title: trans.__('Some parameters have names, others have none'),
      cause:
        given === 'with'
          ? trans.__(
              'The optimizer was made with model.parameters(), and the group added to it comes from named_parameters(): pairs of name and tensor. All or none have names.'
            )
          : given === 'without'
            ? trans.__(
                'The optimizer was made with model.named_parameters(), and the group added to it holds tensors alone. All or none have names.'
              )
            : trans.__(
                'The list mixes pairs of name and tensor, as named_parameters() gives them, with tensors alone. All or none have names.'
              ),
      fixes: [
        given === 'without'
          ? check(
              trans.__('Give the new group names, too'),
              "optimizer.add_param_group({'params': list(head.named_parameters())})"
            )
          : check(
              trans.__('Take the tensors alone, everywhere'),
              given === 'with'
                ? "optimizer.add_param_group({'params': list(head.parameters())})"
                : 'params = [p[1] if isinstance(p, tuple) else p for p in params]\noptimizer = torch.optim.AdamW(params, lr=1e-3)'
            ),
        listParameters(trans)
      ]
    })
  },
  muon: {
    signs: messageOrLog(
      /\bMuon only supports 2D parameters whereas we found a parameter with size: torch\.Size\((?<given>\[[\d, ]{0,60}\])\)/
    ),
    words: (trans, { given }) => ({
      title: given
        ? trans.__('Muon got a parameter of size %1', given)
        : trans.__('Muon got a parameter that is no matrix'),
      cause: trans.__(
        'Muon makes the update of a weight matrix orthogonal, so it takes parameters of two dimensions only. Biases, norms and convolutions go to AdamW, and so should embeddings and the last layer.'
      ),
      fixes: [
        check(
          trans.__('Two optimizers: matrices to Muon, the rest to AdamW'),
          'matrices = [p for p in model.parameters() if p.ndim == 2]\nothers = [p for p in model.parameters() if p.ndim != 2]\noptimizers = [torch.optim.Muon(matrices, lr=1e-3), torch.optim.AdamW(others, lr=3e-4)]'
        ),
        listParameters(trans)
      ]
    })
  },
  'muon-rate': {
    signs: messageOrLog(
      /\bAdjust learning rate function (?<given>[\w.]{1,40}) is not supported/
    ),
    words: (trans, { given }) => ({
      title: trans.__('Muon does not know this adjust_lr_fn'),
      cause: given
        ? trans.__(
            'adjust_lr_fn says how the learning rate follows the size of a matrix: “original” or “match_rms_adamw”, and it was given “%1”.',
            given
          )
        : trans.__(
            'adjust_lr_fn says how the learning rate follows the size of a matrix: “original” or “match_rms_adamw”.'
          ),
      fixes: [
        check(
          trans.__('With learning rates as for AdamW'),
          "optimizer = torch.optim.Muon(matrices, lr=1e-3, adjust_lr_fn='match_rms_adamw')"
        )
      ]
    })
  },
  form: {
    signs: messageOrLog(
      /\b(?:Sparse|Complex) params at indices (?<given>\[[\d, [\]]{1,60}\]): SparseAdam (?:requires dense|does not support complex) param|\b(?<name>Adafactor|Muon|SparseAdam) does not support complex parameters/
    ),
    words: (trans, { given, name }) => ({
      title: trans.__('The optimizer takes dense, real parameters only'),
      cause: given
        ? trans.__(
            'The parameters at %1 (group, place in it) are sparse or complex themselves. SparseAdam is for dense tables whose gradients are sparse, as nn.Embedding(sparse=True) makes them.',
            given
          )
        : trans.__(
            '%1 has no rule for complex numbers, and one of the parameters is complex.',
            name ?? 'Adafactor'
          ),
      fixes: [
        given
          ? check(
              trans.__('Keep the table dense, only its gradient sparse'),
              'table = nn.Embedding(1000, 64, sparse=True)\noptimizer = torch.optim.SparseAdam(table.parameters())'
            )
          : check(
              trans.__('Adam and SGD take complex parameters'),
              'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
            ),
        check(
          trans.__('Complex weights: keep real and imaginary parts'),
          'w = nn.Parameter(torch.view_as_real(w0))  # in forward: torch.view_as_complex(w)'
        )
      ]
    })
  },
  group: {
    signs: messageOrLog(
      /\bparam_group must be a dict, but got <class ["'](?<type>[\w.]{1,60})["']>|\boptimizer parameters need to be organized in ordered collections|\b(?<name>LBFGS) doesn["']t support per-parameter options/
    ),
    words: (trans, { type, name }) => ({
      title: trans.__('The groups of the optimizer have another form'),
      cause: type
        ? trans.__(
            'add_param_group() takes one dictionary, with the tensors under “params”, and was given a %1.',
            type
          )
        : name
          ? trans.__(
              'LBFGS has one learning rate for all parameters: it takes a single list, and no groups.'
            )
          : trans.__(
              'The parameters came as a set, which has no order: the state of the optimizer could not be matched to them after a restart.'
            ),
      fixes: [
        type
          ? check(
              trans.__('Wrap the list in a dictionary'),
              "optimizer.add_param_group({'params': list(head.parameters()), 'lr': 1e-3})"
            )
          : check(
              trans.__('Give one list'),
              `optimizer = torch.optim.${name ?? 'Adam'}(list(model.parameters()), lr=1e-3)`
            ),
        listParameters(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'type' | 'given' | 'name'>>;
