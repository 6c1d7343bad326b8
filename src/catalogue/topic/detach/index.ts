import { define } from '../../define';

export default define({
  id: 'topic/detach',
  answers: [
    'Tensor.detach()',
    'torch.Tensor.detach() between two models',
    'stop the gradient, train model B only',
    'detach, no_grad, requires_grad_(False), item'
  ],
  words: trans => ({
    title: trans.__('detach(): the same values without their history'),
    cause: trans.__(
      'detach() returns a tensor that shares the data but is cut off from the graph: no gradient flows back through it. Put between two models, it lets only the second one learn.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Train B on the output of A, without training A'),
        code: 'features = A(x).detach()\nloss = criterion(B(features), y)\nloss.backward()  # gradients for B only'
      },
      {
        safety: 'check',
        title: trans.__('A never learns: do not even build its graph'),
        detail: trans.__('It saves the memory of the graph, too.'),
        code: 'with torch.no_grad():\n    features = A(x)'
      },
      {
        safety: 'check',
        title: trans.__('A is frozen but gradients must pass through it'),
        detail: trans.__('Here detach() would be wrong.'),
        code: 'A.requires_grad_(False)\noutput = A(generator(z))  # the generator still learns'
      },
      {
        safety: 'check',
        title: trans.__('Adding up losses: take the number'),
        detail: trans.__(
          'A sum of loss tensors keeps every graph alive, and memory grows.'
        ),
        code: 'total += loss.item()'
      },
      {
        safety: 'check',
        title: trans.__(
          'The data is shared: clone before changing it in place'
        ),
        code: 'copy = x.detach().clone()'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '.data does nearly the same, but autograd does not notice changes made through it: avoid it.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Tensor.detach'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html'
      },
      {
        title: trans.__('PyTorch: disabling gradients locally'),
        url: 'https://docs.pytorch.org/docs/stable/notes/autograd.html#locally-disabling-gradient-computation'
      }
    ]
  })
});
