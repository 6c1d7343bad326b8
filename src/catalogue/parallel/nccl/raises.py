import tempfile
import torch.distributed as dist

# %% raises
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('nccl', init_method=f'file://{folder}/meet', rank=0, world_size=1)

# %% fixed
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    dist.destroy_process_group()
