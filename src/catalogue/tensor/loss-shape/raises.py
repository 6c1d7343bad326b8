import torch
import torch.nn.functional as F
output, target = torch.rand(4, 1), torch.ones(4)

# %% raises
F.binary_cross_entropy_with_logits(output, target)

# %% fixed
output = output.squeeze(-1)
F.binary_cross_entropy_with_logits(output, target)
