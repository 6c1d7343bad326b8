import torch
x = torch.tensor([1.0, 2.0])

# %% raises
value = x.item()

# %% fixed
value = x.mean().item()
