import torch
raw = torch.tensor([-0.5, 0.5])

# %% raises
x = torch.normal(torch.zeros(2), raw)

# %% fixed
std = torch.exp(0.5 * raw)
x = torch.normal(torch.zeros(2), std)
