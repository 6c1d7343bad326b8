import torch

# %% raises
@torch.compile(fullgraph=True, backend='eager')
def f(x):
    if x.sum() > 0:
        return x + 1
    return x - 1
f(torch.ones(3))

# %% fixed
@torch.compile(backend='eager')
def f(x):
    if x.sum() > 0:
        return x + 1
    return x - 1
f(torch.ones(3))
