import torch
Net = torch.nn.Identity

# %% raises
model = Net.to('cpu')

# %% fixed
model = Net().to('cpu')
