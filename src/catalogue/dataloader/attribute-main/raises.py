# %% raises
import torch
from torch.utils.data import DataLoader, Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        return torch.tensor(index)
for batch in DataLoader(Numbers(), num_workers=1, multiprocessing_context='spawn'):
    pass

# %% fixed
import pathlib, sys, tempfile
from torch.utils.data import DataLoader
MODULE = """
import torch
from torch.utils.data import Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        return torch.tensor(index)
"""
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, 'my_numbers.py').write_text(MODULE)
    sys.path.insert(0, folder)
    from my_numbers import Numbers
    for batch in DataLoader(Numbers(), num_workers=1, multiprocessing_context='spawn'):
        pass
