import torch

# %% raises
batch_size = 2 ** 40
x = torch.zeros(batch_size, 256)

# %% fixed
batch_size = 32
x = torch.zeros(batch_size, 256)
