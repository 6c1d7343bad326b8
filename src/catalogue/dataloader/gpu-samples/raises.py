import torch
from multiprocessing.reduction import ForkingPickler
import torch.multiprocessing
weight = torch.ones(2, requires_grad=True)

# %% raises
ForkingPickler.dumps(weight * 2)

# %% fixed
ForkingPickler.dumps((weight * 2).detach().clone())
