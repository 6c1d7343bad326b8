import torch

image = torch.ones(8, 6, 3)

# %% raises
assert image.shape == (3, 8, 6)

# %% fixed
image = image.permute(2, 0, 1)
assert image.shape == (3, 8, 6)
