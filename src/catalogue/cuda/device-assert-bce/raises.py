import torch
output = torch.tensor([[2.0], [-1.0]])
target = torch.tensor([[1.0], [0.0]])

# %% raises
torch.nn.BCELoss()(output, target)

# %% fixed
torch.nn.BCEWithLogitsLoss()(output, target)
