import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { asOperator } from '../../shared/edits/expressions';

export default define({
  id: 'tensor/dot-vectors',
  answers: ['RuntimeError: dot: Expected 1-D argument self, but got 2-D'],
  values: ['func', 'dims'],
  signs: messageOrLog(
    /\b(?<func>dot|vdot|ger|addr|inner): Expected 1-D argument \w{1,12}, but got (?<dims>\d{1,2})-D/
  ),
  words: (trans, { func = 'dot', dims }) => ({
    title: trans.__('%1() takes vectors alone', func),
    cause: dims
      ? trans.__(
          '%1() of torch multiplies two tensors of one dimension, and one has %2. NumPy’s dot() also multiplies matrices; torch has @ for that.',
          func,
          dims
        )
      : trans.__(
          '%1() of torch multiplies two tensors of one dimension. NumPy’s dot() also multiplies matrices; torch has @ for that.',
          func
        ),
    fixes: [
      {
        ...check(
          trans.__('Multiply matrices with @'),
          'y = a @ b  # torch.matmul(a, b)'
        ),
        edit: func === 'dot' ? asOperator('dot', '@') : undefined
      },
      check(
        trans.__('One number is meant: flatten both'),
        'y = torch.dot(a.flatten(), b.flatten())'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If one of them should be a vector, see where it got its dimensions.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.dot'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.dot.html'
      },
      {
        title: trans.__('PyTorch: torch.matmul'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.matmul.html'
      }
    ]
  })
});
