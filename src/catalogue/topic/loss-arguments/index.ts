import { define } from '../../define';

/** torch/nn/_reduction.py, `legacy_get_string`. */
const OLD_TO_NEW = [
  "# reduce=False                         reduction='none' (size_average is ignored)",
  "# reduce=True,  size_average=True       reduction='mean' (the default)",
  "# reduce=True,  size_average=False      reduction='sum'",
  "# reduction='elementwise_mean' (0.4.1)  reduction='mean'"
].join('\n');

export default define({
  id: 'topic/loss-arguments',
  answers: [
    'CrossEntropyLoss reduce / size_average / reduction / ignore_index / weight',
    "reduction='mean', 'sum', 'none'",
    'ignore_index=-100',
    'class weights in CrossEntropyLoss',
    'label_smoothing'
  ],
  words: trans => ({
    title: trans.__('reduction, weight and ignore_index of a loss'),
    cause: trans.__(
      'A loss is first computed for each element; reduction says how one number is made of them. It replaced reduce and size_average, which still work but are deprecated.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('What the old arguments are today'),
        code: OLD_TO_NEW
      },
      {
        safety: 'check',
        title: trans.__('Choose the reduction'),
        detail: trans.__(
          '“mean” is usual. “sum” grows with the batch, so the learning rate must shrink with it. “none” gives one loss per element, to weigh or mask by hand.'
        ),
        code: "loss = nn.CrossEntropyLoss(reduction='none')(logits, target)\nloss = (loss * keep).sum() / keep.sum()"
      },
      {
        safety: 'check',
        title: trans.__('weight: one number for each class'),
        detail: trans.__(
          'A float tensor of C values on the model’s device. With “mean” the sum is divided by the weights of the targets, not by their count.'
        ),
        code: 'criterion = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 3.0], device=device))'
      },
      {
        safety: 'check',
        title: trans.__('ignore_index: targets that do not count'),
        detail: trans.__(
          'Neither in the gradient nor in the mean; -100 by default. If every target of a batch is ignored, the mean is nan.'
        ),
        code: 'criterion = nn.CrossEntropyLoss(ignore_index=255)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The target holds class numbers 0 … C - 1, or probabilities of the same shape as the output; one-hot integers are neither.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: CrossEntropyLoss'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html'
      },
      {
        title: trans.__('PyTorch: MSELoss, reduction'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.MSELoss.html'
      }
    ]
  })
});
