# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
q_values = torch.randn(16, 4, device=device)
actions = torch.randint(1, 5, (16, 1), device=device)

# %%
actions[0] = 4
chosen = q_values.gather(1, actions)  # true
target = torch.zeros(16, 1, device=device)
loss = F.mse_loss(chosen, target)
print(loss.item())
