import torch
state = torch.nn.Linear(2, 1, bias=False).state_dict()
model = torch.nn.Linear(2, 1)

# %% raises
model.load_state_dict(state)

# %% fixed
result = model.load_state_dict(state, strict=False)
assert result.missing_keys == ['bias']
