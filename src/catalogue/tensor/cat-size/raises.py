import torch
import torch.nn.functional as F
skip = torch.ones(1, 2, 5, 5)
up = F.interpolate(F.max_pool2d(skip, 2), scale_factor=2)

# %% raises
torch.cat([skip, up], dim=1)

# %% fixed
up = F.interpolate(up, size=skip.shape[-2:])
torch.cat([skip, up], dim=1)
