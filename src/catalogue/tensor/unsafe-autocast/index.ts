import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { logitsLoss } from '../../shared/edits/losses';

export default define({
  id: 'tensor/unsafe-autocast',
  answers: [
    'torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.'
  ],
  signs: [
    ...messageOrLog(
      // aten/src/ATen/autocast_mode.cpp
      /binary_cross_entropy and torch\.nn\.BCELoss are unsafe to autocast/
    )
  ],
  words: trans => ({
    title: trans.__('BCELoss is not allowed under autocast'),
    cause: trans.__(
      'In half precision the sigmoid before it rounds to exactly 0 or 1, and the logarithm of the loss is infinite then. BCEWithLogitsLoss does both steps in one and has no such trouble.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Use the loss that takes logits'),
        detail: trans.__(
          'Remove the sigmoid at the end of the model; use torch.sigmoid() where you need probabilities.'
        ),
        code: 'criterion = nn.BCEWithLogitsLoss()\nloss = criterion(logits, target)',
        edit: logitsLoss
      },
      {
        safety: 'check',
        title: trans.__('Or compute this loss in float32'),
        code: "with torch.autocast('cuda', enabled=False):\n    loss = F.binary_cross_entropy(prob.float(), target.float())"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A loss that is nan without this message has another cause, often a learning rate that is too large.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: autocast, prefer BCEWithLogitsLoss'),
        url: 'https://docs.pytorch.org/docs/stable/amp.html#prefer-binary-cross-entropy-with-logits-over-binary-cross-entropy'
      },
      {
        title: trans.__('PyTorch: BCEWithLogitsLoss'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html'
      }
    ]
  })
});
