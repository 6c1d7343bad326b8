import io
import torch
class Net(torch.nn.Linear): pass
file = io.BytesIO()
torch.save(Net(2, 1), file)
del Net  # as in another notebook
file.seek(0)

# %% raises
model = torch.load(file, weights_only=False)

# %% fixed
class Net(torch.nn.Linear): pass
model = torch.load(file, weights_only=False)
