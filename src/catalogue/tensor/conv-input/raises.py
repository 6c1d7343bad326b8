import torch
conv = torch.nn.Conv2d(3, 4, kernel_size=3)
x = torch.ones(1, 1, 8, 8)

# %% raises
conv(x)

# %% fixed
x = x.repeat(1, 3, 1, 1)
conv(x)
