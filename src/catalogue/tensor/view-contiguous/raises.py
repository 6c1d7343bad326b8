import torch
x = torch.ones(2, 3, 4).permute(0, 2, 1)

# %% raises
x = x.view(x.size(0), -1)

# %% fixed
x = x.reshape(x.size(0), -1)
