# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
logits = torch.randn(4, 50, device=device)
logits[2, 7] = float("inf")


def sample(logits, temperature):
    probs = torch.softmax(logits / temperature, dim=-1)
    return torch.multinomial(probs, num_samples=1)  # true


# %%
tokens = sample(logits, 0.8)
more = sample(logits[:2], 0.8)
print(tokens.flatten().tolist())
