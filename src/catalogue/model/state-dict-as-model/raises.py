import io
import torch
Net = lambda: torch.nn.Linear(2, 1)
path = io.BytesIO()
torch.save(Net().state_dict(), path)
path.seek(0)

# %% raises
model = torch.load(path)
model.eval()

# %% fixed
state = torch.load(path, map_location='cpu')
model = Net()
model.load_state_dict(state)
model.eval()
