import torch
x = torch.rand(3, 4)

# %% raises
x = x.roll(shifts=(1, 2), dims=-1)

# %% fixed
x = x.roll(shifts=(1, 2), dims=(-2, -1))
