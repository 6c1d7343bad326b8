import torch
x = torch.sparse_coo_tensor(torch.tensor([[0, 0]]), torch.ones(2), (3,))

# %% raises
values = x.values()

# %% fixed
x = x.coalesce()
indices, values = x.indices(), x.values()
