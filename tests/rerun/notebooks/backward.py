# %%
import torch
import torch.nn.functional as F
from torch import nn

if not torch.cuda.is_available():
    import standin_cuda  # an asynchronous device on the CPU
device = "cuda"
torch.manual_seed(0)

# %%
class Pick(torch.autograd.Function):
    @staticmethod
    def forward(ctx, table, index):
        ctx.save_for_backward(table, index)
        return table.sum() * 1.0

    @staticmethod
    def backward(ctx, grad):
        table, index = ctx.saved_tensors
        rows = torch.gather(table, 0, index + 1)  # true
        return grad * torch.ones_like(table) + rows.mean(), None


# %%
table = torch.randn(6, 3, device=device, requires_grad=True)
index = torch.full((1, 3), 5, device=device)
loss = Pick.apply(table, index)
loss.backward()
print("gradient", table.grad.norm().item())
