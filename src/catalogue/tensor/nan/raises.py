import torch
x = torch.zeros(3, requires_grad=True)

# %% raises
with torch.autograd.set_detect_anomaly(True):
    norm = x.pow(2).sum().sqrt()
    norm.backward()

# %% fixed
with torch.autograd.set_detect_anomaly(True):
    norm = (x.pow(2).sum() + 1e-12).sqrt()
    norm.backward()
