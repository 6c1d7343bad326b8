import torch

# %% raises
x = torch.ones(2) @ torch.ones(3)

# %% fixed
x = torch.ones(3) @ torch.ones(3)
