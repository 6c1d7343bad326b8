import glob

import torch

# %% raises
path = sorted(glob.glob('checkpoints/*.pt'))[-1]

# %% fixed
path = next(iter(sorted(glob.glob('checkpoints/*.pt'))[-1:]), None)
