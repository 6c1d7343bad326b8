import torch
import numpy as np
model = torch.nn.Linear(2, 1)
x = torch.from_numpy(np.ones((3, 2)))

# %% raises
model(x)

# %% fixed
x = x.float()
model(x)
