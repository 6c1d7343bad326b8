import torch
weight = torch.ones(3, requires_grad=True)

# %% raises
with torch.inference_mode():
    features = torch.ones(3) * 2
(features * weight).sum().backward()

# %% fixed
with torch.no_grad():
    features = torch.ones(3) * 2
(features * weight).sum().backward()
