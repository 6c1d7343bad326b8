import torch
model = torch.nn.DataParallel(torch.nn.Linear(4, 2))

# %% raises
model.in_features

# %% fixed
model.module.in_features
