import torch

# %% raises
torch.use_deterministic_algorithms(True)
x = torch.zeros(4)
x.put_(torch.tensor([1]), torch.tensor([1.0]))

# %% fixed
torch.use_deterministic_algorithms(True, warn_only=True)
x = torch.zeros(4)
x.put_(torch.tensor([1]), torch.tensor([1.0]))
