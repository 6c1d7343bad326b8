import { define } from '../../define';

export default define({
  id: 'topic/weight-decay',
  answers: [
    'weight_decay shrinks layers that get no gradient',
    'weight decay on unused or frozen parameters',
    'weights of an unused layer go to 0',
    'no weight decay for bias and normalisation'
  ],
  words: trans => ({
    title: trans.__('Weight decay shrinks layers that do not learn'),
    cause: trans.__(
      'The optimizer skips a parameter whose grad is None, but one whose grad is a tensor of zeros is still made smaller in each step. So a layer that is not used just now can slowly go to 0.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Do not hand unused parameters to the optimizer'),
        detail: trans.__(
          'Give them to it when they are needed, with optimizer.add_param_group.'
        ),
        code: 'for p in model.layer4.parameters():\n    p.requires_grad_(False)\noptimizer = torch.optim.SGD(\n    (p for p in model.parameters() if p.requires_grad), lr=0.1, weight_decay=1e-4)'
      },
      {
        safety: 'check',
        title: trans.__('Set gradients to None, not to zero'),
        detail: trans.__(
          'It is the default since PyTorch 2.0. In older versions, with set_to_none=False, or where a branch is multiplied by 0, zeros remain. Momentum, too, goes on moving a parameter whose grad is zero.'
        ),
        code: 'optimizer.zero_grad(set_to_none=True)'
      },
      {
        safety: 'check',
        title: trans.__('Spare biases and normalisation layers the decay'),
        code: "decay = [p for p in model.parameters() if p.ndim >= 2]\nrest = [p for p in model.parameters() if p.ndim < 2]\noptimizer = torch.optim.AdamW([\n    {'params': decay, 'weight_decay': 1e-2},\n    {'params': rest, 'weight_decay': 0.0}], lr=1e-3)"
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which parameters get no gradient'),
        code: 'for name, p in model.named_parameters():\n    if p.grad is None or not p.grad.any():\n        print(name, p.norm().item())'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'In Adam weight_decay is added to the gradient; AdamW shrinks the weights directly, as the textbook says.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: zero_grad, None and zero are not the same'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html'
      },
      {
        title: trans.__('PyTorch: options for groups of parameters'),
        url: 'https://docs.pytorch.org/docs/stable/optim.html#per-parameter-options'
      },
      {
        title: trans.__('PyTorch: SGD, where weight decay enters'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html'
      }
    ]
  })
});
