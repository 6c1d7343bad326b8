import warnings, torch
warnings.simplefilter('error')
weight = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([weight], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)

# %% raises
scheduler.step()
optimizer.step()

# %% fixed
optimizer.step()
scheduler.step()
