import os
import tempfile

import torch

folder = tempfile.mkdtemp()
os.chdir(folder)

# %% raises
torch.save({'epoch': 1}, open('runs/model.pt', 'wb'))

# %% fixed
os.makedirs(os.path.dirname('runs/model.pt'), exist_ok=True)
torch.save({'epoch': 1}, open('runs/model.pt', 'wb'))
