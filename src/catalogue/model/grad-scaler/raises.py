import torch
scaler = torch.amp.GradScaler('cpu')
weight = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([weight], lr=0.1)

# %% raises
weight.sum().backward()
scaler.step(optimizer)
scaler.update()

# %% fixed
scaler.scale(weight.sum()).backward()
scaler.step(optimizer)
scaler.update()
