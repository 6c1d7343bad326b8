import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { everyCallRenamed } from '../../shared/edits/calls';

export default define({
  id: 'tensor/inference-tensor',
  answers: [
    'Inference tensors cannot be saved for backward.',
    'Inplace update to inference tensor outside InferenceMode is not allowed.',
    'Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.'
  ],
  signs: [
    ...messageOrLog(
      /Inference tensors cannot be saved for backward|Cannot set version_counter for inference tensor|Inference tensors do not track version counter|on inference tensor outside InferenceMode|update to inference tensor outside InferenceMode/
    )
  ],
  words: trans => ({
    title: trans.__('A tensor from inference_mode is used in training'),
    cause: trans.__(
      'Tensors made under torch.inference_mode() (or by a trainer while it validates) carry no record for autograd, and never can. Later they are used where gradients are wanted, or changed in place.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Use no_grad() instead of inference_mode()'),
        code: 'with torch.no_grad():\n    features = model(x)',
        edit: everyCallRenamed('inference_mode', 'no_grad')
      },
      {
        safety: 'safe',
        title: trans.__('Or make a normal copy of the tensor'),
        code: 'features = features.clone()'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“does not require grad and does not have a grad_fn” means that the loss has no graph; there inference_mode is only one of the reasons.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: inference_mode'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html'
      },
      {
        title: trans.__('PyTorch: grad modes compared'),
        url: 'https://docs.pytorch.org/docs/stable/notes/autograd.html#grad-modes'
      }
    ]
  })
});
