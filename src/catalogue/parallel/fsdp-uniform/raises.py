import tempfile
import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
model[0].requires_grad_(False)

# %% raises
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        FSDP(model, device_id=torch.device('cpu'))
    finally:
        dist.destroy_process_group()

# %% fixed
with tempfile.TemporaryDirectory() as folder:
    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)
    try:
        FSDP(model, device_id=torch.device('cpu'), use_orig_params=True)
    finally:
        dist.destroy_process_group()
