import ctypes, torch
from torch.utils.data import DataLoader, Dataset

# %% raises
class Images(Dataset):
    handle = 8  # an address that is not valid in the worker
    def __len__(self):
        return 2
    def __getitem__(self, index):
        pixels = ctypes.string_at(self.handle, 3)
        return torch.tensor(list(pixels))
for batch in DataLoader(Images(), num_workers=1):
    pass

# %% fixed
class Images(Dataset):
    handle = None  # opened by each worker
    def __len__(self):
        return 2
    def __getitem__(self, index):
        if self.handle is None:
            self.handle = ctypes.create_string_buffer(3)
        pixels = ctypes.string_at(self.handle, 3)
        return torch.tensor(list(pixels))
for batch in DataLoader(Images(), num_workers=1):
    pass
