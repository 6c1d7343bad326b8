from torch import nn

parameters = nn.Linear(2, 3).state_dict()

# %% raises
weight = parameters['wieght']

# %% fixed
weight = parameters['weight']
