import torch

# %% raises
device = torch.device('cuda')
model = torch.nn.Linear(2, 1).to(device)

# %% fixed
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
model = torch.nn.Linear(2, 1).to(device)
