import tempfile, torch
import torch.distributed as dist
from torch.distributed.tensor import distribute_tensor, Replicate
folder = tempfile.TemporaryDirectory()
dist.init_process_group('gloo', init_method=f'file://{folder.name}/store', rank=0, world_size=1)

# %% raises
try:
    mesh = dist.init_device_mesh('cpu', (1,))
    weight = distribute_tensor(torch.ones(2, 2), mesh, [Replicate()])
    weight + torch.ones(2, 2)
finally:
    dist.destroy_process_group()
    folder.cleanup()

# %% fixed
try:
    mesh = dist.init_device_mesh('cpu', (1,))
    weight = distribute_tensor(torch.ones(2, 2), mesh, [Replicate()])
    weight + distribute_tensor(torch.ones(2, 2), mesh, [Replicate()])
finally:
    dist.destroy_process_group()
    folder.cleanup()
