import torch
weight = torch.ones(3, requires_grad=True)

# %% raises
weight += 1

# %% fixed
with torch.no_grad():
    weight += 1
