import torch
model, criterion = torch.nn.Linear(2, 1), torch.nn.MSELoss()
x, y = torch.ones(3, 2), torch.zeros(3, 1)

# %% raises
loss = torch.tensor(criterion(model(x), y).item())
loss.backward()

# %% fixed
loss = criterion(model(x), y)
loss.backward()
