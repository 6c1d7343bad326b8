import tempfile
import torch
model = torch.nn.Linear(2, 1)
with tempfile.TemporaryFile() as file:
    torch.save({'epoch': 3, 'state_dict': model.state_dict()}, file)
    file.seek(0)
    checkpoint = torch.load(file, map_location='cpu')

# %% raises
model.load_state_dict(checkpoint)

# %% fixed
model.load_state_dict(checkpoint['state_dict'])
