import torch
from torch.utils.data import DataLoader
norm = torch.nn.BatchNorm1d(3)

# %% raises
for x in DataLoader(torch.rand(5, 3), batch_size=4):
    norm(x)

# %% fixed
for x in DataLoader(torch.rand(5, 3), batch_size=4, drop_last=True):
    norm(x)
