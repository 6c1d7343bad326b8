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

# %% tensor/matmul-shape
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(in_features=128, out_features=64)
        self.fc2 = nn.Linear(  # the head
            32, 10)
    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))
net = Net()
y = net(torch.zeros(4, 128))

# %% tensor/conv-input
import torch
layers = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.Conv2d(4, 2, 3, bias=False))
layers(torch.zeros(1, 3, 9, 9))

# %% tensor/dtype-mismatch
import torch
from torch import nn
model = nn.Linear(2, 1)
x = torch.ones(3, 2, dtype=torch.float64)
def step(batch):
    return model(batch).sum()
step(x)

# %% tensor/index-dtype
import torch
table = torch.arange(6.)
where = torch.tensor([4., 2.])
found = [table[where.flip(0)], 1]

# %% tensor/view-contiguous
import torch
x = torch.ones(2, 3, 4)
y = (x.transpose(1, 2)
      .view(2, -1))

# %% model/state-dict-prefix
import torch
trained = torch.nn.DataParallel(torch.nn.Linear(2, 1))
model = torch.nn.Linear(2, 1)
checkpoint = trained.state_dict()
model.load_state_dict(
    checkpoint, strict=True)

# %% model/state-dict-prefix
import torch
model = torch.nn.DataParallel(torch.nn.Linear(2, 1))
state = torch.nn.Linear(2, 1).state_dict()
model.load_state_dict(state)

# %% version/numpy-dtype
import numpy as np
import torch
a = np.zeros(3, dtype=np.float)
b, c = "np.float", a.astype(np.float)  # np.float

# %% tensor/not-scalar
import torch
losses = torch.ones(3)
total = losses.item()

# %% tensor/no-grad
import torch
losses = torch.ones(3, requires_grad=True) * 2
losses.backward()

# %% version/removed-api
import torch
optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, verbose=True, factor=0.5)

# %% python/undefined-name
"""A notebook."""
# imports are missing
import torch
x = np.ones(3); y = torch.from_numpy(x)

# %% python/undefined-name kind=near name=critereon near=criterion
import torch
criterion = torch.nn.MSELoss()
loss = critereon(torch.ones(1), torch.ones(1)), 'critereon', dict(critereon=1)

# %% python/call-arguments kind=near call=Linear keyword=bais near=bias
import torch
layer = torch.nn.Sequential(torch.nn.Linear(3, 4, bais = False), torch.nn.ReLU())

# %% version/removed-api kind=name module=torch.nn name=Sofmax meant=Softmax
import torch
layer = torch.nn.Sequential(torch.nn.Sofmax(dim=1), torch.nn.Linear(1, 1))
