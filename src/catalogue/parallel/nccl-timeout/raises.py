# %% raises
import datetime, tempfile, time
import torch.distributed as dist
import torch.multiprocessing as mp
def work(rank, folder):
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    if rank == 0:
        dist.monitored_barrier(timeout=datetime.timedelta(seconds=1))
    time.sleep(60)  # rank 1 is busy elsewhere, until it is ended with rank 0
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')

# %% fixed
import datetime, tempfile
import torch.distributed as dist
import torch.multiprocessing as mp
def work(rank, folder):
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)
    dist.monitored_barrier(timeout=datetime.timedelta(seconds=20))
    dist.destroy_process_group()
with tempfile.TemporaryDirectory() as folder:
    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')
