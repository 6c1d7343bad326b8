import torch
scores = torch.tensor([0.2, 0.4])
scores = scores[scores > 0.5]

# %% raises
best = scores.max()

# %% fixed
if scores.numel() > 0:
    best = scores.max()
