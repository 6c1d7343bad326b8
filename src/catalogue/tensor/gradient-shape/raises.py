import torch
x = torch.ones(2, requires_grad=True)
y = x * 2

# %% raises
y.backward(torch.ones(3))

# %% fixed
y.backward(torch.ones_like(y))
