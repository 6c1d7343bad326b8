import torch
def scale(x, *factors):
    return x * 2

# %% raises
torch.jit.script(scale)

# %% fixed
torch.jit.trace(scale, torch.ones(2))
