import torch
x = torch.arange(6.)
index = torch.tensor([4, 2]) / 2

# %% raises
x[index]

# %% fixed
index = index.long()
x[index]
