import torch
model = torch.nn.LazyLinear(2)

# %% raises
print(sum(p.numel() for p in model.parameters()))

# %% fixed
with torch.no_grad():
    model(torch.ones(2, 4))
print(sum(p.numel() for p in model.parameters()))
