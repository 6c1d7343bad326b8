import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { madePositive } from '../../shared/edits/calls';

export default define({
  id: 'tensor/tolerance',
  answers: [
    'rtol must be greater than or equal to zero, but got -0.4',
    'atol must be greater than or equal to zero, but got -0.4'
  ],
  values: ['name', 'given'],
  signs: messageOrLog(
    /\b(?<name>[ra]tol) must be greater than or equal to zero, but got (?<given>-[\d.e+-]{1,24})/
  ),
  words: (trans, { name, given }) => ({
    title:
      name && given
        ? trans.__('The tolerance %1 is %2', name, given)
        : trans.__('A tolerance is below 0'),
    cause: trans.__(
      'Two numbers a and b are close where |a - b| is at most atol + rtol * |b|. Both are 0 or more; a power of ten written as 1e3 or -1e3 in place of 1e-3 is the usual slip.'
    ),
    fixes: [
      {
        ...check(
          trans.__('Write the tolerances as small positive numbers'),
          'same = torch.allclose(a, b, rtol=1e-5, atol=1e-8)'
        ),
        edit: name === undefined ? undefined : madePositive(name)
      },
      {
        safety: 'diagnostic',
        title: trans.__('See how far apart they are'),
        code: 'print((a - b).abs().max())'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“Tensor-likes are not close!” comes from assert_close(), where the numbers do differ.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.allclose'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.allclose.html'
      }
    ]
  })
});
