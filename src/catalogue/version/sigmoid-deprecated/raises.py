import torch
import torch.nn.functional as F

# %% raises
F.upsample(torch.zeros(1, 1, 2, 2), scale_factor=2)

# %% fixed
F.interpolate(torch.zeros(1, 1, 2, 2), scale_factor=2)
