# %% raises
import os, tempfile
import torch
folder = tempfile.TemporaryDirectory()
os.environ['TORCHINDUCTOR_CACHE_DIR'] = folder.name
# The CPU's code is written with Triton too when asked to.
compiled = torch.compile(lambda x: x.sin() + 1, options={'cpu_backend': 'triton'})
try:
    compiled(torch.zeros(8))
finally:
    folder.cleanup()

# %% fixed
import torch
compiled = torch.compile(lambda x: x.sin() + 1, backend='eager')
compiled(torch.zeros(8))
