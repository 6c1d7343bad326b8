import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/array-truth',
  answers: [
    'ValueError: The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()',
    'ValueError: The truth value of a Series is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().'
  ],
  values: ['what'],
  signs: [
    {
      where: 'message',
      confidence: 'likely',
      pattern:
        /^The truth value of an? (?<what>array with more than one element|Series|DataFrame|Index) is ambiguous/,
      ename: /^ValueError$/,
      when: isTorchInPlay
    }
  ],
  words: (trans, { what }) => ({
    title: trans.__('Many values are neither true nor false'),
    cause:
      what && !what.startsWith('array')
        ? trans.__(
            'if, while, and, or, not, in and == of lists want one answer, and a %1 gives one for each row.',
            what
          )
        : trans.__(
            'if, while, and, or, not, in and == of lists want one answer, and an array gives one for each element.'
          ),
    fixes: [
      check(
        trans.__('Say whether one or all must hold'),
        'if (a == b).all():  # or .any(); np.array_equal(a, b)'
      ),
      check(
        trans.__('Conditions on rows: & and | with brackets'),
        'chosen = df[(df.x > 0) & (df.y < 1)]'
      ),
      check(
        trans.__('Ask whether it is there, or empty'),
        'if a is not None and len(a) > 0:'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('A tensor says “Boolean value of Tensor …” for the same.')
    ],
    links: [
      {
        title: trans.__('NumPy: all'),
        url: 'https://numpy.org/doc/stable/reference/generated/numpy.all.html'
      }
    ]
  })
});
