import torch
x = torch.eye(3).to_sparse()

# %% raises
x.softmax(0)

# %% fixed
x = x.to_dense()
x.softmax(0)
