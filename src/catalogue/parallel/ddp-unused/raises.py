import tempfile, torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used = torch.nn.Linear(2, 2)
        self.unused = torch.nn.Linear(2, 2)
    def forward(self, x):
        return self.used(x)

# %% raises
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        model = DistributedDataParallel(Net())
        for step in range(2):
            model(torch.ones(1, 2)).sum().backward()
    finally:
        dist.destroy_process_group()

# %% fixed
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        model = DistributedDataParallel(Net(), find_unused_parameters=True)
        for step in range(2):
            model(torch.ones(1, 2)).sum().backward()
    finally:
        dist.destroy_process_group()
