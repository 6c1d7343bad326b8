import tempfile, torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel

# %% raises
def train(rank, folder):
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    width = 3 + rank  # each rank counts for itself
    DistributedDataParallel(torch.nn.Linear(2, width))
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(train, args=(folder,), nprocs=2, start_method='fork')

# %% fixed
def train(rank, folder):
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    width = [3 + rank]
    dist.broadcast_object_list(width, src=0)
    DistributedDataParallel(torch.nn.Linear(2, width[0]))
    dist.destroy_process_group()
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(train, args=(folder,), nprocs=2, start_method='fork')
