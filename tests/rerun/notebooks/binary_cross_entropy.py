# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
model = nn.Sequential(nn.Linear(8, 1)).to(device)
x = torch.randn(64, 8, device=device)
y = torch.randint(0, 2, (64, 1), device=device).float()

# %%
p = model(x) * 3
loss = F.binary_cross_entropy(p, y)  # true
loss.backward()
print("loss", loss.item())
