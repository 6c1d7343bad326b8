import torch
start, end = 10, 0

# %% raises
x = torch.arange(start, end)

# %% fixed
x = torch.arange(start, end, -1)
