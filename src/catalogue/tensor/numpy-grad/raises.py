import torch
x = torch.ones(3, requires_grad=True) * 2

# %% raises
array = x.numpy()

# %% fixed
array = x.detach().cpu().numpy()
