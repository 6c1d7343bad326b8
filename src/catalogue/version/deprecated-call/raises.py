import torch

# %% raises
torch.testing.assert_allclose(torch.ones(2), torch.ones(2))

# %% fixed
torch.testing.assert_close(torch.ones(2), torch.ones(2))
