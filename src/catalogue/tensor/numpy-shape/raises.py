import numpy as np
import torch

yhat = torch.rand(6).numpy()
rows = np.zeros((2, 4))

# %% raises
zz = yhat.reshape(rows.shape)

# %% fixed
yhat = torch.rand(8).numpy()
zz = yhat.reshape(rows.shape)
