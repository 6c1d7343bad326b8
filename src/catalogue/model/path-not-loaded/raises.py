import tempfile
import torch
folder = tempfile.TemporaryDirectory()
checkpoint = folder.name + '/c.pt'
torch.save({'model': {}}, checkpoint)

# %% raises
state = checkpoint['model']

# %% fixed
checkpoint = torch.load(checkpoint, map_location='cpu')
state = checkpoint['model']
