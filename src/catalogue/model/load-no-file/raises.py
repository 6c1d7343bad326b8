import io, torch
file = io.BytesIO()
torch.save({'weight': torch.ones(2)}, file)
file.seek(0)

# %% raises
path = None
torch.load(path)

# %% fixed
path = file
torch.load(path)
