import torch
import torch.nn.functional as F
mean, target = torch.zeros(2), torch.ones(2)
log_var = torch.tensor([-0.5, 0.3])

# %% raises
loss = F.gaussian_nll_loss(mean, target, log_var)

# %% fixed
var = torch.exp(log_var)
loss = F.gaussian_nll_loss(mean, target, var)
