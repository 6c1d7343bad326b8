import torch
state = torch.nn.Linear(2, 1).state_dict()
model = torch.nn.Linear(2, 1, bias=False)

# %% raises
model.load_state_dict(state)

# %% fixed
result = model.load_state_dict(state, strict=False)
assert result.unexpected_keys == ['bias']
