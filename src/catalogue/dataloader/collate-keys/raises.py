import torch
from torch.utils.data import DataLoader
samples = [{'x': 1, 'mask': 0}, {'x': 2}]

# %% raises
next(iter(DataLoader(samples, batch_size=2)))

# %% fixed
for sample in samples:
    sample.setdefault('mask', 0)
next(iter(DataLoader(samples, batch_size=2)))
