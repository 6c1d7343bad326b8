import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { beforeNumpy } from '../../shared/edits/values';

export default define({
  id: 'tensor/numpy-grad',
  answers: [
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
    "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead."
  ],
  signs: [
    ...messageOrLog(
      /Can["']?t call [`"']?numpy\(\)[`"']? on (?:a )?(?:Tensor|Variable) that requires grad/i
    )
  ],
  words: trans => ({
    title: trans.__('The tensor still belongs to the autograd graph'),
    cause: trans.__(
      'NumPy cannot record operations, so a tensor that requires gradients is not handed over silently. detach() gives the same values without the graph.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Detach before NumPy'),
        detail: trans.__(
          'cpu() changes nothing where the tensor is there already.'
        ),
        code: 'array = x.detach().cpu().numpy()',
        edit: beforeNumpy('detach', 'cpu')
      },
      {
        safety: 'safe',
        title: trans.__('Predict without a graph at all'),
        code: 'with torch.no_grad():\n    array = model(x).cpu().numpy()'
      },
      {
        safety: 'safe',
        title: trans.__('For one number, for a plot or a log: item()'),
        code: 'losses.append(loss.item())'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Inside the loss detach() is wrong: nothing behind it would be trained. Stay with torch functions there.'
      )
    ],
    links: [
      LINKS.numpy(trans),
      {
        title: trans.__('PyTorch: detach'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html'
      }
    ]
  })
});
