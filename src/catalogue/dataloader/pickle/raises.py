import torch
from torch.utils.data import DataLoader

# %% raises
loader = DataLoader(
    list(range(4)),
    collate_fn=lambda batch: batch,
    num_workers=1,
    multiprocessing_context='spawn',
)
for batch in loader:
    pass

# %% fixed
loader = DataLoader(
    list(range(4)),
    collate_fn=lambda batch: batch,
    num_workers=0,
)
for batch in loader:
    pass
