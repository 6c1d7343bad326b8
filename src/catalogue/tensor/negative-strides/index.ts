import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { argumentWith } from '../../shared/edits/values';

export default define({
  id: 'tensor/negative-strides',
  answers: [
    'At least one stride in the given numpy array is negative, and tensors with negative strides are not currently supported.',
    'some of the strides of a given numpy array are negative. This is currently not supported, but will be added in future releases.'
  ],
  signs: [
    ...messageOrLog(
      /stride in the given numpy array is negative|tensors with negative strides are not (?:currently )?supported|strides of (?:a|the) given numpy array are negative/
    )
  ],
  words: trans => ({
    title: trans.__('The NumPy array is read backwards'),
    cause: trans.__(
      'A flip such as image[::-1] or np.flip() does not move the values, it reads them from the end. PyTorch cannot share such memory.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Copy the array'),
        code: 'x = torch.from_numpy(image.copy())',
        edit: argumentWith(['from_numpy', 'as_tensor', 'tensor'], 'copy')
      },
      {
        safety: 'safe',
        title: trans.__('Or flip the tensor instead'),
        code: 'x = torch.from_numpy(image).flip(0)'
      },
      {
        safety: 'safe',
        title: trans.__('In a transform: copy after the flip'),
        code: 'image = np.ascontiguousarray(image[:, ::-1])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'After transpose or permute the strides are only exchanged, not negative: then the message is another one.'
      )
    ],
    links: [
      LINKS.fromNumpy(trans),
      {
        title: trans.__('NumPy: ascontiguousarray'),
        url: 'https://numpy.org/doc/stable/reference/generated/numpy.ascontiguousarray.html'
      }
    ]
  })
});
