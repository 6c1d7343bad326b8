import torch
x = torch.rand(4100, 4100)
q = 0.95

# %% raises
value = x.quantile(q)

# %% fixed
k = round(q * (x.numel() - 1)) + 1
value = x.flatten().kthvalue(k).values
