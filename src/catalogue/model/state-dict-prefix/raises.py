import torch
trained = torch.nn.DataParallel(torch.nn.Linear(2, 1))
state = trained.state_dict()
model = torch.nn.Linear(2, 1)

# %% raises
model.load_state_dict(state)

# %% fixed
state = {k.removeprefix('module.'): v for k, v in state.items()}
model.load_state_dict(state)
