import torch

layers = []

# %% raises
layers = layers.append(torch.nn.Linear(3, 4))
layers.append(torch.nn.ReLU())

# %% fixed
layers.append(torch.nn.Linear(3, 4))
layers.append(torch.nn.ReLU())
