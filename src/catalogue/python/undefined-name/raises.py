import torch

# %% raises
model = nn.Linear(3, 4)

# %% fixed
from torch import nn

model = nn.Linear(3, 4)
