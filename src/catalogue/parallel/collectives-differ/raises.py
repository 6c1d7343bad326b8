import tempfile, torch
import torch.distributed as dist
import torch.multiprocessing as mp

# %% raises
def work(rank, folder):
    dist.set_debug_level(dist.DebugLevel.DETAIL)
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    total = torch.ones(2)
    if rank == 0:
        dist.all_reduce(total)
    else:
        dist.broadcast(total, 0)
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')

# %% fixed
def work(rank, folder):
    dist.set_debug_level(dist.DebugLevel.DETAIL)
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    total = torch.ones(2)
    dist.all_reduce(total)
    dist.destroy_process_group()
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')
