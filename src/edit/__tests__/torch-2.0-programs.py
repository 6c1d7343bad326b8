# With a torch 2.0.1 for CUDA and torchtext 0.15.2, on Python 3.11 without a GPU.

# %% cuda/no-gpu
import torch
model = torch.nn.Linear(2, 1).cuda()  # fast

# %% cuda/no-gpu
import torch
device = torch.device('cuda')
model = torch.nn.Linear(2, 1).to(device)

# %% compile/not-available
import torch
model = torch.nn.Linear(2, 1)
fast = torch.compile(model, mode='reduce-overhead')
y = fast(torch.ones(3, 2))

# %% compile/not-available
import torch
@torch.compile
def double(x):
    return x * 2

# %% model/vocab-default
import torch
from torchtext.vocab import build_vocab_from_iterator
texts = [['a', 'b'], ['a']]
vocab = build_vocab_from_iterator(texts, specials=['<unk>'])
ids = torch.tensor(vocab(['a', 'c']))
