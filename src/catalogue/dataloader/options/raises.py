from torch.utils.data import DataLoader

# %% raises
DataLoader(list(range(4)), num_workers=0, persistent_workers=True)

# %% fixed
DataLoader(list(range(4)), num_workers=2, persistent_workers=True)
