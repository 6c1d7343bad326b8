import torch
from torch import nn

model = nn.Sequential()
model.classifier = nn.Sequential(nn.Dropout(), nn.Linear(4, 10))
num_classes = 3

# %% raises
model.classifier[6] = nn.Linear(4, num_classes)

# %% fixed
model.classifier[-1] = nn.Linear(model.classifier[-1].in_features, num_classes)
