import torch
x = torch.tensor([3, 5])

# %% raises
x.pop()

# %% fixed
last, x = x[-1], x[:-1]
