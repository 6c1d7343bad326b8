import torch
x = torch.zeros(3, 4)

# %% raises
n = x.size[0]

# %% fixed
n = x.shape[0]
