import os, tempfile
import torch
folder = tempfile.TemporaryDirectory()
os.environ['TORCHINDUCTOR_CACHE_DIR'] = folder.name
from torch._inductor import config

# %% raises
config.cpp.cxx = (None, 'a-compiler-that-is-not-there')
try:
    torch.compile(lambda x: x.sin() + 1)(torch.zeros(8))
finally:
    folder.cleanup()

# %% fixed
config.cpp.cxx = (None, 'g++')
try:
    torch.compile(lambda x: x.sin() + 1)(torch.zeros(8))
finally:
    folder.cleanup()
