import mmap, tempfile, torch
from torch.utils.data import DataLoader, Dataset

# %% raises
class Images(Dataset):
    free = 0  # bytes left in the shared memory
    def __len__(self):
        return 2
    def __getitem__(self, index):
        with tempfile.TemporaryFile() as shm:
            shm.truncate(4096)
            page = mmap.mmap(shm.fileno(), 4096)
            shm.truncate(self.free)
            page[0] = 1
        return torch.zeros(3)
for batch in DataLoader(Images(), num_workers=1):
    pass

# %% fixed
class Images(Dataset):
    free = 4096  # more shared memory: docker run --shm-size
    def __len__(self):
        return 2
    def __getitem__(self, index):
        with tempfile.TemporaryFile() as shm:
            shm.truncate(4096)
            page = mmap.mmap(shm.fileno(), 4096)
            shm.truncate(self.free)
            page[0] = 1
        return torch.zeros(3)
for batch in DataLoader(Images(), num_workers=1):
    pass
