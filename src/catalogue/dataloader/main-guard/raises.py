import pathlib, subprocess, sys, tempfile
SCRIPT = """
import torch
from torch.utils.data import DataLoader

# %% raises
loader = DataLoader(list(range(2)), num_workers=1, multiprocessing_context='spawn')
for batch in loader:
    pass
"""
with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder, 'train.py')
    script.write_text(SCRIPT)
    subprocess.run([sys.executable, str(script)], check=True)

# %% fixed
if __name__ == '__main__':
    loader = DataLoader(list(range(2)), num_workers=1, multiprocessing_context='spawn')
    for batch in loader:
        pass
"""
with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder, 'train.py')
    script.write_text(SCRIPT)
    subprocess.run([sys.executable, str(script)], check=True)
