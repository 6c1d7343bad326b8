# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
memory = torch.zeros(100, 8, device=device)
slots = torch.tensor([3, 99, 100], device=device)
rows = torch.randn(3, 8, device=device)

# %%
memory[slots] = rows  # true
norm = memory.norm(dim=1)
print(norm.max().item())
