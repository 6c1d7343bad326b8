import torch
from torch.utils.data import DataLoader, Dataset

# %% raises
class Flowers(Dataset):
    labels = {"rose": 0}
    def __len__(self):
        return 2
    def __getitem__(self, index):
        name = ["rose", "tulip"][index]
        return torch.tensor(self.labels[name])
for batch in DataLoader(Flowers(), num_workers=1):
    pass

# %% fixed
class Flowers(Dataset):
    labels = {"rose": 0, "tulip": 1}
    def __len__(self):
        return 2
    def __getitem__(self, index):
        name = ["rose", "tulip"][index]
        return torch.tensor(self.labels[name])
for batch in DataLoader(Flowers(), num_workers=1):
    pass
