import torch
x = torch.rand(2, 50, 3)

# %% raises
c = torch.cov(x)

# %% fixed
c = torch.cov(x.flatten(0, -2).T)
