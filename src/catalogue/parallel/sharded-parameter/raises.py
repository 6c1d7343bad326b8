import torch
layer = torch.nn.Embedding(10, 4)

# %% raises
# as DeepSpeed leaves a weight outside of forward
layer.weight.data = torch.empty(0)
layer(torch.tensor([1, 2]))

# %% fixed
whole = layer.weight.data
layer.weight.data = torch.empty(0)
# gathered for the time of its use
layer.weight.data = whole
layer(torch.tensor([1, 2]))
