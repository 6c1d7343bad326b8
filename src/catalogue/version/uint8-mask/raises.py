import torch
mask = torch.tensor([1, 0, 1], dtype=torch.uint8)

# %% raises
torch.arange(3)[mask]

# %% fixed
mask = mask.bool()
torch.arange(3)[mask]
