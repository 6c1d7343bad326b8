import torch
layer = torch.nn.Linear(2, 1)
x, mask = torch.ones(3, 2), torch.ones(3)

# %% raises
layer(x, mask)

# %% fixed
layer(x)
