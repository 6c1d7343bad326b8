import torch
state = torch.nn.Linear(2, 1).state_dict()
model = torch.nn.Linear(2, 1, device='meta')

# %% raises
model = model.to('cpu')
model.load_state_dict(state)

# %% fixed
model = model.to_empty(device='cpu')
model.load_state_dict(state)
