import torch
from torch.utils.data import DataLoader, Dataset

# %% raises
class Images(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        image = torch.zeros(3)
next(iter(DataLoader(Images(), batch_size=2)))

# %% fixed
class Images(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        image = torch.zeros(3)
        return image
next(iter(DataLoader(Images(), batch_size=2)))
