import torch

# %% raises
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.ones(8)
size = {'x': {0: torch.export.Dim('n')}}
torch.export.export(Net(), (torch.ones(8),), dynamic_shapes=size)

# %% fixed
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.ones(x.shape[0])
size = {'x': {0: torch.export.Dim('n')}}
torch.export.export(Net(), (torch.ones(8),), dynamic_shapes=size)
