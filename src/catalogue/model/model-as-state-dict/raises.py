import torch
loaded = torch.nn.Linear(2, 1)  # as torch.load gives it
model = torch.nn.Linear(2, 1)

# %% raises
model.load_state_dict(loaded)

# %% fixed
model.load_state_dict(loaded.state_dict())
