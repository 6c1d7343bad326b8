import torch

# %% raises
@torch.compile(backend='eager', fullgraph=True, dynamic=False)
def f(x):
    return x + 1
for size in range(2, 22):
    f(torch.ones(size))

# %% fixed
@torch.compile(backend='eager', fullgraph=True, dynamic=True)
def f(x):
    return x + 1
for size in range(2, 22):
    f(torch.ones(size))
