import torch
a = torch.ones(2, 4)
b = torch.ones(2)

# %% raises
c = a + b

# %% fixed
c = a + b.unsqueeze(-1)
