import torch
from torch import nn
x = torch.rand(3)

# %% raises
y = nn.GELU('exact')(x)

# %% fixed
layer = nn.GELU(approximate='none')
y = layer(x)
