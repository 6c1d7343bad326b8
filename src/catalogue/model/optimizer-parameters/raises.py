import torch
from torch import nn

# %% raises
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(3)]
torch.optim.Adam(Net().parameters())

# %% fixed
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])
torch.optim.Adam(Net().parameters())
