import torch.multiprocessing as mp
mp.set_start_method('spawn')

# %% raises
mp.set_start_method('spawn')

# %% fixed
mp.set_start_method('spawn', force=True)
