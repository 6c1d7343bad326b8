import torch

images = torch.ones(3, 32, 48)

# %% raises
n, c, h, w = images.shape

# %% fixed
n, c, h, w = images.unsqueeze(0).shape
