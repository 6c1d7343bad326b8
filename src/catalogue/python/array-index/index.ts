import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/array-index',
  answers: [
    'IndexError: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices',
    'IndexError: arrays used as indices must be of integer (or boolean) type'
  ],
  signs: [
    {
      where: 'message',
      pattern:
        /^only integers, slices \(`:`\), ellipsis \(`\.\.\.`\), numpy\.newaxis \(`None`\)|^arrays used as indices must be of integer \(or boolean\) type/,
      ename: /^IndexError$/,
      when: isTorchInPlay,
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('A NumPy array is asked for an index that is no integer'),
    cause: trans.__(
      'What stands in the brackets is a fraction, a text, a tuple or a tensor of another kind. Usual: the result of a division, a value in place of its position, or the name of a column.'
    ),
    fixes: [
      check(
        trans.__('Make whole numbers of it'),
        'index = int(index)  # an array: index.astype(int); a tensor: index.long().numpy()'
      ),
      check(
        trans.__('Draw and count positions, not values'),
        'i = np.random.choice(len(values))\nvalue = values[i]'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See what it is'),
        code: 'print(type(index), index)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('A tensor that is asked says “tensors used as indices …”.')
    ],
    links: [
      {
        title: trans.__('NumPy: indexing'),
        url: 'https://numpy.org/doc/stable/user/basics.indexing.html'
      }
    ]
  })
});
