import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/plot-lengths',
  answers: [
    'ValueError: x and y must have same first dimension, but have shapes (10,) and (9,)',
    'ValueError: x and y must be the same size'
  ],
  values: ['x', 'y'],
  signs: [
    {
      where: 'message',
      // matplotlib: axes/_base.py and axes/_axes.py.
      pattern:
        /^x and y must (?:have same first dimension(?:, but have shapes \((?<x>\d{1,9}),? ?[\d, ]{0,30}\) and \((?<y>\d{1,9}),? ?[\d, ]{0,30}\))?|be the same size$)/,
      ename: /^ValueError$/,
      when: isTorchInPlay,
      confidence: 'likely'
    }
  ],
  words: (trans, { x, y }) => ({
    title: trans.__('The two lists of the plot differ in length'),
    cause:
      x && y
        ? trans.__(
            'There are %1 values for x and %2 for y. Usually a list of losses was filled by another number of epochs than x counts: a training that was stopped, or a cell run twice that appends again.',
            x,
            y
          )
        : trans.__(
            'A plot takes one y for each x. Usually a list of losses was filled by another number of epochs than x counts.'
          ),
    fixes: [
      check(
        trans.__('Count x from what is to be drawn'),
        'plt.plot(range(1, len(losses) + 1), losses)'
      ),
      check(
        trans.__('Empty the lists where the training begins'),
        'train_losses, val_losses = [], []  # in the cell of the training, before its loop'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('An image that is not drawn has its channels first, usually.')
    ],
    links: [
      {
        title: trans.__('Matplotlib: plot'),
        url: 'https://matplotlib.org/stable/api/_as_gen/matplotlib.pyplot.plot.html'
      }
    ]
  })
});
