import torch

epochs = 3

# %% raises
for epoch in epochs:
    print(epoch)

# %% fixed
for epoch in range(epochs):
    print(epoch)
