import numpy as np
import torch
array = np.array(['1.5', '2'], dtype=object)

# %% raises
x = torch.from_numpy(array)

# %% fixed
x = torch.from_numpy(array.astype(np.float32))
