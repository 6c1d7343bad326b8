import resource, torch

# %% raises
from torch.utils.data import DataLoader
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (80, hard))
kept = []
for batch in DataLoader([torch.zeros(2)] * 100, num_workers=1):
    kept.append(batch)

# %% fixed
import torch.multiprocessing
from torch.utils.data import DataLoader
torch.multiprocessing.set_sharing_strategy('file_system')
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (80, hard))
kept = []
for batch in DataLoader([torch.zeros(2)] * 100, num_workers=1):
    kept.append(batch)
