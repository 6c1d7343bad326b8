import torch
loss = torch.tensor(0.5)

# %% raises
value = loss.data[0]

# %% fixed
value = loss.item()
