import torch
from torch.distributions import Independent, Normal, kl_divergence
p = Independent(Normal(torch.zeros(3), torch.ones(3)), 1)
q = Normal(torch.zeros(3), torch.ones(3))

# %% raises
kl = kl_divergence(p, q)

# %% fixed
q = Independent(q, 1)
kl = kl_divergence(p, q)
