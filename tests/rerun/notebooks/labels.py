# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
logits = torch.randn(32, 10, device=device)
labels = (torch.arange(32) % 10 + 1).to(device)

# %%
loss = F.cross_entropy(logits, labels)  # true
accuracy = (logits.argmax(dim=1) == labels).float().mean()
print("loss", loss.item(), "accuracy", accuracy.item())
