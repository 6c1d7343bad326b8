import torch

# %% raises
x = torch.ones(3, device='meta')
array = x.numpy()

# %% fixed
x = torch.ones(3, device='cpu')
array = x.numpy()
