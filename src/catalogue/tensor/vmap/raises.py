import torch
import torch.nn.functional as F
x = torch.randn(4, 3)

# %% raises
out = torch.vmap(F.dropout)(x)

# %% fixed
out = torch.vmap(F.dropout, randomness='different')(x)
