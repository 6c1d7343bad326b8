import torch
x = torch.arange(5.)

# %% raises
x[1:] = x[:-1]

# %% fixed
x[1:] = x[:-1].clone()
