import torch
from torch.utils.checkpoint import checkpoint

# %% raises
cache = []
def block(x):
    cache.append(x.sin())
    return torch.cat(cache).cos()
x = torch.ones(2, requires_grad=True)
checkpoint(block, x, use_reentrant=False).sum().backward()

# %% fixed
def block(x):
    return torch.cat([x.sin()]).cos()
x = torch.ones(2, requires_grad=True)
checkpoint(block, x, use_reentrant=False).sum().backward()
