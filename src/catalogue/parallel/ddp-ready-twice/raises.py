import tempfile, torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

# %% raises
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
    def forward(self, x):
        x = checkpoint(self.a, x, use_reentrant=True)
        return checkpoint(self.a, x, use_reentrant=True)
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        model = DistributedDataParallel(Net(), find_unused_parameters=True)
        model(torch.ones(1, 2, requires_grad=True)).sum().backward()
    finally:
        dist.destroy_process_group()

# %% fixed
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
    def forward(self, x):
        x = checkpoint(self.a, x, use_reentrant=False)
        return checkpoint(self.a, x, use_reentrant=False)
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        model = DistributedDataParallel(Net(), find_unused_parameters=True)
        model(torch.ones(1, 2, requires_grad=True)).sum().backward()
    finally:
        dist.destroy_process_group()
