import torch
old, model = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1, bias=False)
checkpoint = {'state_dict': old.state_dict(), 'optimizer': torch.optim.Adam(old.parameters()).state_dict()}

# %% raises
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
optimizer.load_state_dict(checkpoint['optimizer'])

# %% fixed
model.load_state_dict(checkpoint['state_dict'], strict=False)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
