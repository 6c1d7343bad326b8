import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { onlyWhere } from '../../shared/edits/lines';

export default define({
  id: 'model/logged-value',
  answers: [
    "NotImplementedError: Got <class 'NoneType'>, but numpy array, torch tensor, or caffe2 blob name are expected.",
    "NotImplementedError: Got <class 'list'>, but numpy array or torch tensor are expected."
  ],
  values: ['type'],
  // torch/utils/tensorboard/_convert_np.py; tensorboardX has the same words.
  signs: messageOrLog(
    /\bGot <class ["'](?<type>[\w.]{1,60})["']>, but (?:expected )?numpy array(?:, torch tensor, or caffe2 blob name| or torch tensor)/,
    {
      read: ({ type }) => ({
        kind: type === 'NoneType' ? 'none' : 'other',
        type
      })
    }
  ),
  kinds: {
    none: {
      words: trans => ({
        title: trans.__('TensorBoard was given None to log'),
        cause: trans.__(
          'An add_scalar(), add_histogram() or add_image() got None: the value, or a gradient (p.grad of a layer that took no part), is not there yet.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Log only what is there'),
              "if value is not None:\n    writer.add_scalar('loss', value, step)"
            ),
            edit: onlyWhere(
              ['add_scalar', 'add_histogram'],
              [1, 'scalar_value'],
              x => `${x} is not None`
            )
          },
          check(
            trans.__('Gradients: ask each parameter'),
            'for name, p in model.named_parameters():\n    if p.grad is not None:\n        writer.add_histogram(name, p.grad, step)'
          )
        ]
      })
    },
    other: {
      words: (trans, { type }) => ({
        title: trans.__('TensorBoard cannot log a value of this type'),
        cause: trans.__(
          'It takes numbers, arrays and tensors, and got %1.',
          type ?? trans.__('another type')
        ),
        fixes: [
          check(
            trans.__('Log the number itself, or make a tensor'),
            "writer.add_scalar('loss', sum(losses) / len(losses), step)\nwriter.add_histogram('x', torch.tensor(values), step)"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A text goes to add_text(), a figure of matplotlib to add_figure().'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.tensorboard'),
        url: 'https://docs.pytorch.org/docs/stable/tensorboard.html'
      }
    ]
  })
});
