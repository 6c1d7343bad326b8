import torch.distributed as dist

# %% raises
dist.barrier()

# %% fixed
dist.init_process_group('gloo', init_method='tcp://127.0.0.1:0', rank=0, world_size=1)
dist.barrier()
dist.destroy_process_group()
