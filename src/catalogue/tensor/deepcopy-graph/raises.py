import copy
import torch
x = torch.ones(3, requires_grad=True) * 2

# %% raises
y = copy.deepcopy(x)

# %% fixed
y = x.detach().clone()
