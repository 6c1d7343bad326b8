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

# %% tensor/device-mismatch
import torch
x = torch.ones(2, 3)
weight = torch.ones(2, 3, device='meta')
total = [weight * x,  # x
    'x']

# %% tensor/device-mismatch
import torch
from torch import nn
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4, 3))
    def forward(self, batch):
        return batch * self.weight
model = Scale()  # on the CPU
def predict(batch):
    return model(batch)
y = predict(torch.ones(4, 3, device='meta'))

# %% tensor/index-range
import torch
import torch.nn.functional as F
logits, labels = torch.rand(3, 4), torch.tensor([1, 4, 2])
loss = F.cross_entropy(logits, labels)

# %% tensor/index-range
import torch
criterion = torch.nn.CrossEntropyLoss()
head = torch.nn.Linear(2, 4)
batch = {'x': torch.rand(3, 2), 'y': torch.tensor([1, 4, 3])}
loss = criterion(head(batch['x']), target=batch['y'])

# %% tensor/index-range
import torch
head = torch.nn.Linear(in_features=2, out_features=4)
loss = torch.nn.functional.cross_entropy(head(torch.rand(3, 2)), torch.tensor([0, 6, 3]))

# %% tensor/index-range
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(10, 3, padding_idx=0)
    def forward(self, ids):
        return self.table(ids)
net = Net()
out = net(torch.tensor([[1, 12]]))

# %% tensor/loss-shape
import torch
output, target = torch.rand(4, 1), torch.ones(4)
loss = torch.nn.BCEWithLogitsLoss()(
    output,  # one for each
    target)

# %% tensor/loss-shape
import torch, torch.nn.functional as F
loss = F.cross_entropy(torch.rand(4, 3), torch.tensor([[0], [1], [2], [0]]))

# %% tensor/loss-shape
import torch
criterion = torch.nn.CrossEntropyLoss()
words = torch.rand(2, 5, 7)
loss = criterion(words, torch.zeros(2, 5, dtype=torch.long))

# %% tensor/loss-shape
import torch
criterion = torch.nn.CrossEntropyLoss()
masks = torch.zeros(2, 1, 4, 4, dtype=torch.long)
loss = criterion(torch.rand(2, 3, 4, 4), masks)

# %% tensor/conv-input
import torch
conv = torch.nn.Conv2d(3, 8, 3)
images = torch.zeros(2, 9, 9, 3)
y = conv(images)

# %% tensor/conv-input
import torch
net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(4))
net(torch.zeros(2, 3, 9, 9))

# %% tensor/conv-input
import torch
norm = torch.nn.LayerNorm(16)
y = norm(torch.zeros(2, 3, 12))

# %% tensor/conv-input
import torch
conv = torch.nn.Conv2d(3, 8, 3)
gray = torch.zeros(4, 1, 9, 9)
conv(gray)

# %% tensor/leaf-inplace
import torch
w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()
for step in range(2):
    w -= 0.1 * w.grad  # learn

# %% tensor/leaf-inplace
import torch
x = torch.ones(3, requires_grad=True)
if True:
    x *= 2 if True else 3

# %% tensor/inplace-modified
import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
y.add_(1)
y.sum().backward()

# %% tensor/inplace-modified
import torch
w = torch.ones(3, requires_grad=True)
act = torch.nn.ReLU(inplace=True)
y = w.sigmoid()
z = act(y)
z.sum().backward()

# %% tensor/backward-twice
import torch
w = torch.ones(3, requires_grad=True)
x = w.exp()
one, two = x.sum(), x.mean()
for step in range(1):
    one.backward()
    two.backward()  # and this

# %% tensor/backward-twice
import torch
rnn = torch.nn.GRU(2, 3)
h = None
for step in range(2):
    out, h = rnn(torch.ones(1, 1, 2), h)
    loss = out.sum()
    loss.backward()

# %% tensor/backward-twice
import torch
from torch import nn
lstm = nn.LSTM(2, 3)
state = (torch.zeros(1, 1, 3), torch.zeros(1, 1, 3))
for step in range(2):
    out, state = lstm(torch.ones(1, 1, 2), state)
    out.sum().backward()

# %% version/uint8-mask
import torch
mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
y = torch.zeros(3).masked_fill(mask, 2.)

# %% version/uint8-mask
import torch
mask = torch.tensor([True, False])
rest = torch.ones(2)[(1 - mask)], 1 - 0

# %% version/size-average
import warnings, torch
warnings.simplefilter('error')
criterion = torch.nn.MSELoss(size_average=False, reduce=True)

# %% version/sigmoid-deprecated
import warnings
import torch
import torch.nn.functional as F
warnings.simplefilter('error')
y = F.upsample(torch.zeros(1, 1, 2, 2), scale_factor=2), "F.upsample"

# %% version/deprecated-call
import warnings, torch
from torch.cuda.amp import autocast
warnings.simplefilter('error')
with autocast(enabled=False):
    y = torch.ones(1)

# %% compile/graph-break
import torch
def f(x):
    return x + 1 if x.sum() > 0 else x
fast = torch.compile(f, fullgraph=True, backend='eager')
y = fast(torch.ones(3))

# %% dataloader/options
from torch.utils.data import DataLoader
loader = DataLoader(list(range(4)), prefetch_factor=2, batch_size=2)

# %% dataloader/options
from torch.utils.data import DataLoader, SequentialSampler
data = list(range(4))
loader = DataLoader(data, shuffle=True, sampler=SequentialSampler(data))

# %% dataloader/options
from torch.utils.data import DataLoader
loader = DataLoader(list(range(4)))
first = loader[0]

# %% dataloader/options
from torch.utils.data import DataLoader
loader = DataLoader(list(range(4)))
first = next(loader)

# %% cuda/not-compiled
import torch
x = torch.ones(2).cuda(), 'cuda'

# %% cuda/not-compiled
import torch
device = 'cuda:0'
model = torch.nn.Linear(2, 1).to(device)

# %% cuda/device-string
import torch
device = torch.device("gpu")
x = torch.ones(2, device=device)

# %% cuda/device-assert-bce
import torch
criterion = torch.nn.BCELoss()
loss = criterion(torch.tensor([2., -1.]), torch.tensor([1., 0.]))

# %% cuda/device-assert-multinomial
import torch
scores = torch.tensor([[1., -2.]])
token = torch.multinomial(scores, num_samples=1)

# %% tensor/sequence-lengths
import torch
from torch.nn.utils import rnn
packed = rnn.pack_padded_sequence(torch.ones(2, 3, 4), torch.tensor([2, 3]), True)

# %% tensor/inference-tensor
import torch
w = torch.ones(3, requires_grad=True)
@torch.inference_mode()
def features():
    return torch.ones(3) * 2
(features() * w).sum().backward()

# %% tensor/memory-overlap
import torch
x = torch.arange(5.)
x[1:] = x[:-1]

# %% tensor/split-parts
import torch
parts = torch.hsplit(torch.ones(2, 5), 2)

# %% model/module-setup
from torch import nn
layers = [nn.Linear(2, 2), nn.ReLU()]
model = nn.Sequential(layers)

# %% model/optimizer-parameters
import torch
w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD(w, lr=0.1)

# %% model/whole-checkpoint
import torch
model = torch.nn.Linear(2, 1)
checkpoint = {'epoch': 3, 'state_dict': model.state_dict()}
model.load_state_dict(checkpoint)

# %% model/weights-only
import io, torch
class Config: pass
file = io.BytesIO()
torch.save({'config': Config()}, file)
file.seek(0)
if True:
    loaded = torch.load(file)

# %% parallel/dataparallel-attr
import torch
model = torch.nn.DataParallel(torch.nn.Linear(4, 2))
width = model.in_features, 'model.in_features'

# %% python/failed-import kind=name module=torch.nn name=Lienar package=torch near=Linear
import torch
from torch.nn import Lienar, ReLU
layer = Lienar(2, 1)

# %% python/missing-attribute kind=near type=module name=onez near=ones module=torch
import torch
x = torch.onez(2)

# %% tensor/reshape-size
import torch
x = torch.zeros(4, 3, 5)
x = x.view(-1, 16)

# %% tensor/range-arguments
import torch
x = torch.arange(10, 0, dtype=torch.float32)

# %% tensor/tolerance
import torch
same = torch.allclose(torch.ones(2), torch.ones(2), rtol = -1e-3)

# %% tensor/dimension-count
import torch
image = torch.zeros(5, 5, 3)
image = image.permute(0, 3, 1, 2)

# %% dataloader/subset-attribute
import torch
from torch.utils.data import TensorDataset, random_split
data = TensorDataset(torch.arange(4))
data.targets = [0, 1, 2, 3]
train, test = random_split(data, [3, 1])
labels = torch.tensor(train.targets)

# %% model/state-dict-size
import torch
state = torch.nn.Linear(4, 7).state_dict()
model = torch.nn.Linear(4, 3)
model.load_state_dict(state)

# %% python/missing-key kind=near key='loss' near='losses' type=dict count=1
import torch
logs = {'losses': torch.ones(1)}
x = logs["loss"]

# %% dataloader/attribute-main
import torch
from torch.utils.data import DataLoader, Dataset as Data
class Squares(Data):  # of numbers
    """Their squares."""
    def __init__(self, count=3):
        self.count = count
    def __len__(self):
        return self.count
    def __getitem__(self, index):
        return torch.tensor([each * each for each in (index,)])
for batch in DataLoader(Squares(), num_workers=1, multiprocessing_context='spawn'):
    pass

# %% dataloader/collate-keys
import torch
from torch.utils.data import DataLoader
samples = [{'x': 1, 'mask': 0}, {'x': 2}]
loader = DataLoader(samples, batch_size=2)  # of dicts
for batch in loader:
    pass

# %% dataloader/collate-size
import torch
from torch.utils.data import DataLoader
class Texts(torch.utils.data.Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        return torch.ones(index + 1), index
def run():
    loader = DataLoader(Texts(), batch_size=2)
    for x, y in loader:
        assert y.shape == (2,)
run()

# %% dataloader/collate-size
import torch
from torch.utils.data import DataLoader
samples = [{'ids': torch.ones(n), 'n': n} for n in (2, 3)]
batch = next(iter(DataLoader(samples, batch_size=2)))

# %% dataloader/collate-size
import torch
outputs = [torch.ones(4), torch.ones(3)]
everything = torch.stack(outputs)

# %% dataloader/collate-type
import torch
from torch.utils.data import DataLoader
class Box:
    pass
loader = DataLoader([(1, Box()), (2, Box())], batch_size=2)
for batch in loader:
    pass

# %% dataloader/collate-type
import torch
from torch.utils.data import DataLoader, Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        x = torch.tensor(index)  # no return
for batch in DataLoader(Numbers(), 2):
    pass

# %% dataloader/collate-type
import torch
from torch.utils.data import DataLoader, TensorDataset
dataset = TensorDataset(torch.ones(2)),
loader = DataLoader(dataset)
for batch in loader:
    pass

# %% tensor/already-array
import torch
img = torch.rand(3, 4).numpy()
array = img.reshape(-1).numpy()  # img.numpy()

# %% tensor/already-array
import torch
outputs = [torch.ones(2), torch.ones(3)]
array = outputs.numpy()

# %% tensor/already-array
import torch
total = 0.0
for loss in [0.5, 0.25]:
    total += loss.item()
print(torch.tensor(total))

# %% tensor/checkpoint-recompute
import torch
from torch.utils.checkpoint import checkpoint
w = torch.ones(2, requires_grad=True)
y = checkpoint(torch.sin, w * 2, use_reentrant=True)
torch.autograd.grad(y.sum(), w)

# %% tensor/differences
import torch
x = torch.rand(1, 8, 8)
d = torch.gradient(x, spacing=0.5)  # of a picture

# %% tensor/differences
import torch
d = torch.diff(torch.arange(4.), -1)

# %% tensor/distribution-arguments
import torch
from torch.distributions import Cauchy, Laplace, kl_divergence
p = Cauchy(torch.zeros(3), torch.ones(3))
q = Laplace(torch.zeros(3), torch.ones(3))
kl = kl_divergence(p, q)

# %% tensor/distribution-arguments
import torch
from torch.distributions import Independent, Normal, kl_divergence
p = Independent(Normal(torch.zeros(3), torch.ones(3)), 1)
q = Normal(torch.zeros(3), torch.ones(3))
kl = kl_divergence(p, q)

# %% tensor/distribution-arguments
import torch
dist = torch.distributions.Normal(0., 1.)
log_p = dist.log_prob(0.5)

# %% tensor/dot-vectors func=dot
import torch
a, b = torch.ones(2, 3), torch.ones(3, 2)
y = torch.dot(a, b).sum() * 2

# %% tensor/dot-vectors func=dot
import torch
a = torch.ones(2, 2)
y = 1 + a.dot(a + 1)

# %% tensor/empty-tensor
import torch
def best(scores):
    scores = scores[scores > 0.5]
    print(scores.max())  # the largest
best(torch.tensor([0.2, 0.4]))

# %% tensor/empty-tensor
import torch
count = 3
i = torch.randint(3, count, (1,))

# %% tensor/flip-roll
import torch
x = torch.roll(torch.ones(3, 4), (1, 2), 0)

# %% tensor/flip-roll
import torch
x = torch.rot90(torch.ones(1, 3, 4), dims=(1,))

# %% tensor/flip-roll
import torch
x = torch.ones(3)
y = [x.fliplr(), torch.flipud(x)]

# %% tensor/linear-cross-entropy
import torch
import torch.nn.functional as F
head = torch.nn.Linear(8, 5)
features, target = torch.rand(2, 4, 8), torch.randint(5, (2, 4))
loss = F.linear_cross_entropy(features, head.weight, target)

# %% tensor/quantile
import torch
x, q = torch.rand(4100, 4100), 0.5
middle = torch.quantile(x, q)

# %% tensor/quantile
import torch
percent = 95
value = torch.rand(10).quantile(percent)

# %% tensor/random-values
import torch
x = torch.ones(3).uniform_(1, -1)

# %% tensor/random-values
import torch
ids = torch.multinomial(torch.ones(3), num_samples=5)

# %% tensor/random-values
import torch
n = 0
ids = torch.multinomial(torch.ones(3), n)

# %% tensor/size-or-shape
import torch
x = torch.zeros(3, 4)
n = x.shape(0)

# %% tensor/spectrogram
import torch
window = torch.hann_window(64)
X = torch.stft(torch.rand(400), 64, window=window, return_complex=True)
y = torch.istft(X, 32)

# %% tensor/spectrogram
import torch
window = torch.hann_window(64)
X = torch.stft(torch.rand(400), 64, window=window, center=False, return_complex=True)
y = torch.istft(X, 64, window=window, center=False)

# %% tensor/argument-type
import torch
image = torch.rand(3, 4, 5)
x = image.transpose((1, 2, 0))  # .transpose((1, 2, 0))

# %% tensor/tensor-attribute
import torch
x = torch.tensor([3, 5])
where = x.flatten().count(5)

# %% tensor/tensor-attribute
import torch
x = torch.rand(2, requires_grad=True)
array = x.astype('float32')

# %% tensor/tensor-attribute
import torch
x = torch.rand(3)
y = x.unsqeeze(0)  # .unsqeeze

# %% tensor/vmap
import torch
f = lambda x: x + torch.rand_like(x)
out = torch.vmap(f)(torch.ones(3, 2))

# %% tensor/vmap
import torch
x, weight = torch.ones(4, 3), torch.ones(2, 3)
out = torch.vmap(lambda a, w: w @ a)(x, weight)

# %% model/class-not-object
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
model = Net
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

# %% model/class-not-object
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x
device = 'cpu'
model = Net.to(device)  # moved

# %% model/corrupt-checkpoint
import os, pickle, tempfile
import torch
path = os.path.join(tempfile.mkdtemp(), 'm.pt')
torch.save(torch.nn.Linear(2, 1).state_dict(), path)
with open(path, 'rb') as file:
    state = pickle.load(file)

# %% model/grad-scaler
import torch
scaler = torch.amp.GradScaler('cpu')
w = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([w], lr=0.1)
for step in range(2):
    loss = w.sum()
    loss.backward()  # not scaled
    scaler.step(optimizer)
    scaler.update()

# %% model/grad-scaler
import torch
scaler = torch.amp.GradScaler('cpu')
w = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([w], lr=0.1)
for step in range(2):
    scaler.scale(w.sum()).backward()
    scaler.step(optimizer)  # and no update

# %% model/init-by-name
import torch
from torch import nn
class LinearBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
def init(module):
    classname = module.__class__.__name__
    if classname.find('Linear') != -1:
        nn.init.zeros_(module.weight)
LinearBlock().apply(init)

# %% model/layer-options
import torch
from torch import nn
attention = nn.MultiheadAttention(100, 8)  # heads

# %% model/load-no-file
import torch
state = torch.nn.Linear(2, 1).state_dict()
weights = torch.load(state)

# %% model/not-a-list
import torch
model = torch.nn.Linear(3, 4)
first = model.parameters()[0]

# %% model/not-a-list
import torch
state = torch.nn.Linear(3, 4).state_dict()
first = state.keys()[0]

# %% model/optimizer-state
import torch
model = torch.nn.Linear(2, 1)
checkpoint = {'model': model.state_dict(), 'optimizer': torch.optim.SGD(model.parameters(), lr=1.).state_dict()}
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.load_state_dict(checkpoint)

# %% model/path-not-loaded kind=given
import tempfile, torch
path = tempfile.mktemp()
model = torch.nn.Linear(2, 1)
torch.save(model.state_dict(), path)
model.load_state_dict(path)

# %% model/scheduler-order
import warnings, torch
warnings.simplefilter('error')
w = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([w], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
for epoch in range(2):
    scheduler.step()
    w.sum().backward()
    optimizer.step()  # each epoch

# %% model/scheduler-order
import torch
optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
optimizer.step()
scheduler.step(metrics=0.5)

# %% model/scheduler-order
import torch
optimizer = torch.optim.Adagrad([torch.nn.Parameter(torch.ones(1))], lr=0.1)
scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 0.2)

# %% model/state-dict-as-model
import tempfile, torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
path = tempfile.mktemp()
torch.save(Net().state_dict(), path)
model = torch.load(path)
model.eval()

# %% model/uninitialized-parameter
import torch
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.rand(4, 3), torch.rand(4)), batch_size=2)
model = torch.nn.Sequential(torch.nn.LazyLinear(2), torch.nn.ReLU())
count = sum(p.numel() for p in model.parameters())

# %% parallel/start-method-set
import torch.multiprocessing as mp
mp.set_start_method('spawn')
if __name__ == '__main__':
    mp.set_start_method(method='fork')

# %% export/dynamic-shapes
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.ones(8)
sizes = {'x': {0: torch.export.Dim('n')}}
program = torch.export.export(Net(), (torch.ones(8),), dynamic_shapes=sizes)

# %% export/torchscript
import torch
def scale(x, *factors):
    return x * 2
x = torch.ones(2)
y = scale(x)
fast = torch.jit.script(scale)

# %% python/binary-as-text
import tempfile, torch
path = tempfile.mktemp()
torch.save({'a': torch.zeros(2)}, path, _use_new_zipfile_serialization=False)
state = open(path, encoding='utf-8').read()

# %% python/binary-as-text
import pathlib, pickle, tempfile, torch
path = tempfile.mktemp()
pathlib.Path(path).write_bytes(pickle.dumps([torch.ones(1).item()]))
with open(path, encoding='utf-8') as file:
    data = pickle.load(file)

# %% python/module-called
import glob
import torch
files = glob('*.pt')

# %% version/tensor-subclass
import torch
class Image(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented
class Mask(Image):
    pass
x, y = torch.ones(2).as_subclass(Image), torch.ones(2).as_subclass(Mask)
z = torch.add(x, y)

# %% parallel/static-graph
import tempfile
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group('gloo', init_method=f'file://{tempfile.mktemp()}', rank=0, world_size=1)
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    def forward(self, x, both):
        return self.one(x) + self.two(x) if both else self.one(x)
model = DDP(Net(), find_unused_parameters=True, static_graph=True)
for step in range(3):
    model(torch.ones(1, 2), step > 0).sum().backward()

# %% dataloader/worker-killed
import os, signal
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info
class Images(Dataset):
    def __len__(self):
        return 8
    def __getitem__(self, index):
        if get_worker_info().num_workers > 1:  # as if memory sufficed for one
            os.kill(os.getpid(), signal.SIGKILL)
        return torch.zeros(3)
loader = DataLoader(Images(), batch_size=2, num_workers=4)
for batch in loader:
    pass

# %% model/batches-tracked
import torch
from torch import nn
model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
state = model.state_dict()
del state['1.num_batches_tracked']
model.load_state_dict(state)  # all of it

# %% model/state-dict-missing from=fc1 to=fc
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
model = Net()
state = {'fc1.weight': torch.ones(1, 2), 'fc1.bias': torch.ones(1)}
model.load_state_dict(state)

# %% model/unpickle-path
import io, pathlib, sys, types
import torch
class PosixPath(pathlib.PosixPath):
    pass
PosixPath.__module__ = 'pathlib._local'
sys.modules['pathlib._local'] = types.SimpleNamespace(PosixPath=PosixPath)
file = io.BytesIO()
torch.save({'weights': torch.ones(1), 'path': PosixPath('runs')}, file)
del sys.modules['pathlib._local']
file.seek(0)
if True:
    checkpoint = torch.load(file, weights_only=False)

# %% tensor/rnn-state
import torch
from torch.utils.data import DataLoader
rnn = torch.nn.GRU(3, 4, batch_first=True)
h = torch.zeros(1, 2, 4)
for x in DataLoader(torch.rand(5, 6, 3), batch_size=2):
    out, h = rnn(x, h.detach())

# %% tensor/signal-window
import torch
window = torch.hann_window(8, periodic=False, layout=torch.sparse_coo)

# %% tensor/signal-window
import torch
window = torch.signal.windows.exponential(8, center=0)  # falls

# %% tensor/checked-operand
import torch
import torch.nn.functional as F
head = torch.nn.Linear(2, 4)
labels = torch.tensor([1, 4, 2])
loss = F.cross_entropy(head(torch.rand(3, 2)), labels)

# %% dataloader/error-not-rebuilt
import torch
from torch.utils.data import DataLoader, Dataset
class NotFound(Exception):
    message = 'not found'
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code
class Pages(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        raise NotFound('no page', 404)
for batch in DataLoader(Pages(), batch_size=2, num_workers=1):
    pass

# %% tensor/broadcast-shape
import torch
from torch.utils.data import DataLoader
loader = DataLoader(torch.rand(7, 3), batch_size=4)
kept = torch.zeros(4, 3)
for x in loader:
    kept = kept + x

# %% dataloader/broken-pipe
import os
from torch.utils.data import DataLoader
class Gone:
    def __reduce__(self):
        return os._exit, (3,)
data = [Gone(), bytes(1 << 20)]
loader = DataLoader(data, batch_size=None, num_workers=1, multiprocessing_context='forkserver')
for sample in loader:
    pass

# %% dataloader/worker-terminated
import os, signal
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info
class Images(Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        if get_worker_info().num_workers > 1:  # as a guard of memory does
            os.kill(os.getpid(), signal.SIGTERM)
        return torch.zeros(3)
for batch in DataLoader(Images(), num_workers=2):
    pass

# %% parallel/init
import torch.distributed as dist
from torch import nn
dist.init_process_group('gloo')  # one process

# %% parallel/init
import torch
import torch.distributed as dist
x = torch.ones(2)
if True:
    dist.all_reduce(x)

# %% parallel/init
import tempfile
import torch.distributed as dist
dist.init_process_group('gloo', init_method=f'file://{tempfile.mktemp()}', rank=0, world_size=1)
dist.init_process_group('gloo')

# %% model/checkpoint-key kind=weights key=state_dict
import torch
model = torch.nn.Linear(2, 1)
checkpoint = model.state_dict()
model.load_state_dict(checkpoint["state_dict"], strict=True)

# %% tensor/matmul-shape
import torch
from torch import nn
rnn = nn.GRU(3, hidden_size=8, batch_first=True)  # by time
out, h = rnn(torch.rand(2, 7, 5))

# %% tensor/matmul-shape
import torch
attention = torch.nn.MultiheadAttention(num_heads=2, embed_dim=8)
x = torch.rand(3, 2, 6)
out = attention(x, x, x)

# %% model/state-dict-missing
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
        self.register_buffer('position_ids', torch.arange(4))
model = Net()
state = model.state_dict()
del state['position_ids']
model.load_state_dict(state)

# %% python/wrong-object
import torch
net = torch.nn.Linear(2, 1)
optimizer = torch.optim.Adam(net, lr=0.1)

# %% version/python-name
import torch
from collections import Mapping as Mapped
print(isinstance(torch.nn.Linear(2, 3).state_dict(), Mapped))

# %% version/python-name
import torch
from fractions import gcd
print(torch.ones(gcd(4, 6)))

# %% model/no-attribute
import torch
conv = torch.nn.Conv2d(3, 8, 3)
sizes = [conv.weights.shape, 'conv.weights']

# %% model/no-attribute
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 2)
    def forward(self, x):
        return self.fcl(x)  # fcl, a slip
y = Net()(torch.rand(1, 4))
