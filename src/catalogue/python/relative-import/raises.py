import torch
from pathlib import Path

folder = Path('package_of_parts')
folder.mkdir(exist_ok=True)
(folder / '__init__.py').write_text('')
(folder / 'layers.py').write_text('import torch\nBlock = torch.nn.Identity\n')

# %% raises
from .layers import Block

# %% fixed
import sys
sys.path.insert(0, 'package_of_parts')
from layers import Block
