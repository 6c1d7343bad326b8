import os, signal, torch
from torch.utils.data import DataLoader, Dataset
LIMIT = 1_000_000  # bytes a worker may hold

# %% raises
class Images(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        image = torch.zeros(1024, 1024)
        if image.nbytes > LIMIT:
            os.kill(os.getpid(), signal.SIGKILL)
        return image
for batch in DataLoader(Images(), num_workers=1):
    pass

# %% fixed
class Images(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        image = torch.zeros(256, 256)
        if image.nbytes > LIMIT:
            os.kill(os.getpid(), signal.SIGKILL)
        return image
for batch in DataLoader(Images(), num_workers=1):
    pass
