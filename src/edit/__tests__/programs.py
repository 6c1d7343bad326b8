# %% dataloader/pickle
import torch
from torch.utils.data import DataLoader
def make(workers):
    return DataLoader(
        list(range(4)), 2,
        collate_fn=lambda batch: batch,
        num_workers=workers,  # more is faster
        prefetch_factor=4, persistent_workers=True, timeout = 5,
        multiprocessing_context='spawn',
    )
loader = make(2)
for batch in loader:
    pass

# %% dataloader/pickle
import torch, torch.utils.data as data
train = data.DataLoader(list(range(4)), num_workers=1, collate_fn=lambda batch: batch, multiprocessing_context='spawn')
other = data.DataLoader([1, 2], num_workers=2)
for epoch in range(1):
    for step, batch in enumerate(train):
        pass

# %% tensor/batchnorm-single
import torch
from torch.utils.data import DataLoader
norm = torch.nn.BatchNorm1d(3)
loader = DataLoader(torch.rand(5, 3), batch_size=4)
unused = DataLoader(torch.rand(5, 3), batch_size=4)
def train():
    for x in loader:
        y = norm(x)
train()

# %% tensor/numpy-grad
import numpy as np
import torch
x = torch.ones(3, requires_grad=True)
pairs = [np.array(2 * x), 'x.numpy()']

# %% tensor/numpy-grad
import torch
x = torch.ones(3, requires_grad=True)
value = (x
    * 2  # x.numpy()
    ).numpy()

# %% tensor/negative-strides
import numpy as np
import torch
image = np.ones((2, 3))
x = torch.from_numpy(image[::-1])

# %% model/weights-only
import io
import torch
class Config: pass
path = io.BytesIO()
torch.save({'config': Config()}, path)
path.seek(0)
def load():
    return torch.load(path,
                      weights_only=True)
load()
