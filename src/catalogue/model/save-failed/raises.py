import os, tempfile
import torch
state = torch.nn.Linear(2, 1).state_dict()

# %% raises
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'checkpoints', 'model.pt')
    torch.save(state, path)

# %% fixed
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'checkpoints', 'model.pt')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    torch.save(state, path)
