import torch
from torch.utils.data import TensorDataset, random_split
dataset = TensorDataset(torch.randn(10, 2))
dataset.targets = list(range(10))
train, valid = random_split(dataset, [8, 2])

# %% raises
targets = train.targets

# %% fixed
targets = [train.dataset.targets[i] for i in train.indices]
