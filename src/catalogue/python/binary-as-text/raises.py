import pickle
import tempfile
import torch
folder = tempfile.TemporaryDirectory()
path = folder.name + '/model.pth'
torch.save({'a': torch.zeros(2)}, path, _use_new_zipfile_serialization=False)

# %% raises
state = open(path, encoding='utf-8').read()  # torch

# %% fixed
state = torch.load(path, map_location='cpu')
