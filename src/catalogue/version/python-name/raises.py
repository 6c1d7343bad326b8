import torch

weights = torch.nn.Linear(2, 3).state_dict()

# %% raises
from collections import Mapping
print(isinstance(weights, Mapping))

# %% fixed
from collections.abc import Mapping
print(isinstance(weights, Mapping))
