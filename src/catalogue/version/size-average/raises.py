import torch

# %% raises
torch.nn.MSELoss(size_average=False)

# %% fixed
torch.nn.MSELoss(reduction='sum')
