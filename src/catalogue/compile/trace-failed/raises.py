import torch
@torch.compile(backend='eager')

# %% raises
def f(x):
    return x.unfold(0, 5, 1)
f(torch.ones(3))

# %% fixed
def f(x):
    return x.unfold(0, 2, 1)
f(torch.ones(3))
