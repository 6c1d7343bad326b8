# %% raises
import pytorch

# %% fixed
import torch
