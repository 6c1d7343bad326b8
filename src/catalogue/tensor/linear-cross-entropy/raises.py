import torch
import torch.nn.functional as F
from torch import nn
head = nn.Linear(8, 5)
features, target = torch.rand(4, 8), torch.randint(5, (4,))

# %% raises
loss = F.linear_cross_entropy(features, head.weight.T, target)

# %% fixed
loss = F.linear_cross_entropy(features, head.weight, target)
