from torch import nn
model = nn.Sequential(nn.Linear(4, 2))

# %% raises
model.fc = nn.Linear(model.classifier.in_features, 3)

# %% fixed
print([name for name, _ in model.named_children()])
model[0] = nn.Linear(model[0].in_features, 3)
