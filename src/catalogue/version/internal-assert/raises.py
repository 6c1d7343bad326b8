import torch

# %% raises
torch._C._functorch._vmap_decrement_nesting()

# %% fixed
torch._C._functorch._vmap_increment_nesting(3, 'error')
torch._C._functorch._vmap_decrement_nesting()
