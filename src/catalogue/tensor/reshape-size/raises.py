import torch
x = torch.ones(2, 3, 8, 8)

# %% raises
x = x.reshape(-1, 400)

# %% fixed
x = x.reshape(x.size(0), -1)
