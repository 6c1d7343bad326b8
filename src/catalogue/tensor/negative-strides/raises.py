import numpy as np
import torch
image = np.ones((2, 3))[::-1]

# %% raises
x = torch.from_numpy(image)

# %% fixed
x = torch.from_numpy(image.copy())
