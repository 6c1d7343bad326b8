import torch
x = torch.rand(4, 5)

# %% raises
parts = torch.hsplit(x, 2)

# %% fixed
parts = torch.tensor_split(x, 2, dim=1)
