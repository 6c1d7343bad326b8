from torch import nn

layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1)])
names = [type(layer).__name__ for layer in layers]

# %% raises
last = names[len(layers)]

# %% fixed
last = names[-1]
