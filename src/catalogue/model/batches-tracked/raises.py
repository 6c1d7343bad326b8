import torch
old = [k for k in torch.nn.BatchNorm1d(2).state_dict() if 'tracked' not in k]
model = torch.nn.BatchNorm1d(2)
state = {name: model.state_dict()[name].clone() for name in old}

# %% raises
for name in model.state_dict():
    model.state_dict()[name].copy_(state[name])

# %% fixed
result = model.load_state_dict(state, strict=False)
print(result.missing_keys, result.unexpected_keys)
