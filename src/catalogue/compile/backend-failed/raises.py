import torch

# %% raises
def my_backend(graph, inputs):
    raise RuntimeError('no kernel for this graph')
torch.compile(lambda x: x + 1, backend=my_backend)(torch.ones(3))

# %% fixed
torch.compile(lambda x: x + 1, backend='eager')(torch.ones(3))
