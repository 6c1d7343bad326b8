# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
from custom_kernel import add_one_at

histogram = torch.zeros(256, device=device)
where = torch.tensor([0, 17, 1 << 40], device=device)

# %%
add_one_at(histogram, where)  # true
total = histogram.sum()
print("counted", total.item())
