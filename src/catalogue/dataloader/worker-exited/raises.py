# %% raises
import os, torch
from torch.utils.data import DataLoader, Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        os._exit(1)
for batch in DataLoader(Numbers(), num_workers=1):
    pass

# %% fixed
import torch
from torch.utils.data import DataLoader, Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        return torch.tensor(index)
for batch in DataLoader(Numbers(), num_workers=1):
    pass
