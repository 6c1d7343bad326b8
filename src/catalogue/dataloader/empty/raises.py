import pathlib, tempfile
from torch.utils.data import DataLoader

# %% raises
with tempfile.TemporaryDirectory() as root:
    pathlib.Path(root, 'rose.jpg').touch()
    images = list(pathlib.Path(root).glob('*.png'))
DataLoader(images, shuffle=True)

# %% fixed
with tempfile.TemporaryDirectory() as root:
    pathlib.Path(root, 'rose.jpg').touch()
    images = list(pathlib.Path(root).glob('*.jpg'))
DataLoader(images, shuffle=True)
