import numpy as np
import torch

# %% raises
torch.from_numpy(np.zeros(3, dtype=np.int))

# %% fixed
torch.from_numpy(np.zeros(3, dtype=int))
