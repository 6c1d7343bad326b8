import torch
x = torch.rand(1, 8, 8)

# %% raises
d = torch.gradient(x)

# %% fixed
dy, dx = torch.gradient(x, dim=(-2, -1))
