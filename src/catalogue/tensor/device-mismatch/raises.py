import torch
device = 'cpu'

# %% raises
model = torch.nn.Linear(2, 2)
x = torch.ones(1, 2, device='meta')
model(x)

# %% fixed
model = torch.nn.Linear(2, 2).to(device)
x = torch.ones(1, 2)
x = x.to(device)
model(x)
