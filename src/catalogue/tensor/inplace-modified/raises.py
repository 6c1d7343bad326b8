import torch
w = torch.ones(3, requires_grad=True)
x = w.exp()

# %% raises
x += 1
x.sum().backward()

# %% fixed
x = x + 1
x.sum().backward()
