import torch
a = torch.ones(3)
b = torch.ones(3)

# %% raises
same = torch.allclose(a, b, atol=-1e-3)

# %% fixed
same = torch.allclose(a, b, rtol=1e-5, atol=1e-8)
