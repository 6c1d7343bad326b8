import torch
from torch.utils.data import DataLoader
loader = DataLoader(torch.empty(0, 3))

# %% raises
def mean(loader):
    for x in loader:
        last = x.mean()
    return last

mean(loader)

# %% fixed
def mean(loader):
    last = None
    for x in loader:
        last = x.mean()
    return last

mean(loader)
