import time, torch
from torch.utils.data import DataLoader, Dataset

# %% raises
class Slow(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        time.sleep(3)
        return torch.tensor(index)
for batch in DataLoader(Slow(), num_workers=1, timeout=1):
    break

# %% fixed
class Slow(Dataset):
    def __len__(self):
        return 1
    def __getitem__(self, index):
        time.sleep(1.5)
        return torch.tensor(index)
for batch in DataLoader(Slow(), num_workers=1, timeout=0):
    pass
