import torch
x = torch.rand(2, 5)
boundaries = torch.tensor([[0.2, 0.6], [0.3, 0.9]])

# %% raises
bins = torch.bucketize(x, boundaries)

# %% fixed
bins = torch.searchsorted(boundaries, x)
