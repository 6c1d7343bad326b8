import torch
model = torch.nn.Linear(3, 4)

# %% raises
print(len(model.parameters()))

# %% fixed
parts = list(model.parameters())
print(len(parts), parts[0])
