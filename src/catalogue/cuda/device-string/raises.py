import torch

# %% raises
x = torch.zeros(3, device='gpu')

# %% fixed
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
x = torch.zeros(3, device=device)
