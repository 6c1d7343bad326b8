import torch
width = 8

# %% raises
layer = torch.nn.Conv2d(3, width / 2, 3)

# %% fixed
layer = torch.nn.Conv2d(3, width // 2, 3)
