import io, pathlib, torch
class Saved:
    def __reduce__(self): return pathlib.WindowsPath, ("data",)
file = io.BytesIO()
torch.save({'data': Saved()}, file)
file.seek(0)

# %% raises
checkpoint = torch.load(file, weights_only=False)

# %% fixed
place = getattr(pathlib, '_local', pathlib)  # Python 3.13
kept = place.WindowsPath
place.WindowsPath = place.PosixPath
try:
    checkpoint = torch.load(file, weights_only=False)
finally:
    place.WindowsPath = kept
