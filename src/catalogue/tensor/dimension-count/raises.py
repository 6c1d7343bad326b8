import torch
x = torch.ones(8, 8, 3)

# %% raises
x = x.permute(0, 3, 1, 2)

# %% fixed
x = x.unsqueeze(0)
x = x.permute(0, 3, 1, 2)
