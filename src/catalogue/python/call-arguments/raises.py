import torch

# %% raises
layer = torch.nn.Linear(3, 4, bais=False)

# %% fixed
layer = torch.nn.Linear(3, 4, bias=False)
