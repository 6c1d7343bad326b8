import { define } from '../../define';

export default define({
  id: 'topic/moving-to-gpu',
  answers: [
    'Module.cuda() in place, Tensor.cuda() not',
    'model.to(device), tensor.to(device)',
    'tensor.cuda() has no effect',
    'input is on the CPU although .cuda() was called'
  ],
  words: trans => ({
    title: trans.__('model.to() moves the model, tensor.to() gives a copy'),
    cause: trans.__(
      'On a module, .to() and .cuda() move its parameters and buffers in place. On a tensor they return a new one and leave the old where it was: the result must be assigned.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Assign the tensor back'),
        code: 'model.to(device)             # in place; model = model.to(device) is the same\nx = x.to(device)             # x.to(device) alone does nothing\ny = y.to(device)'
      },
      {
        safety: 'check',
        title: trans.__(
          'A tensor of the module that is not a parameter: register it'
        ),
        detail: trans.__(
          'A plain attribute stays behind when the module moves.'
        ),
        code: "self.register_buffer('mean', torch.zeros(3))  # was self.mean = torch.zeros(3)"
      },
      {
        safety: 'check',
        title: trans.__('Layers in a list: use ModuleList'),
        detail: trans.__(
          'Layers in a Python list are not found, neither for moving nor for the optimizer.'
        ),
        code: 'self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])'
      },
      {
        safety: 'check',
        title: trans.__(
          'Tensors made in forward: make them where the input is'
        ),
        code: 'noise = torch.randn_like(x)\nmask = torch.zeros(n, device=x.device)'
      },
      {
        safety: 'check',
        title: trans.__('Move the model before making the optimizer'),
        code: 'model.to(device)\noptimizer = torch.optim.Adam(model.parameters())'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See where things are'),
        code: 'print(next(model.parameters()).device, x.device)'
      }
    ]
  }),
  common: trans => ({
    notThis: [],
    links: [
      {
        title: trans.__('PyTorch: Module.to'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.to'
      },
      {
        title: trans.__('PyTorch: Tensor.to'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html'
      }
    ]
  })
});
