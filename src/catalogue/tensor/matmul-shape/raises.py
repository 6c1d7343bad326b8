import torch

# %% raises
layer = torch.nn.Linear(512, 10)
layer(torch.zeros(32, 784))

# %% fixed
layer = torch.nn.Linear(784, 10)
layer(torch.zeros(32, 784))
