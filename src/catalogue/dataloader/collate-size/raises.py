import torch

# %% raises
from torch.utils.data import DataLoader
texts = [torch.tensor([1, 2]), torch.tensor([3, 4, 5])]
for batch in DataLoader(texts, batch_size=2, num_workers=1):
    pass

# %% fixed
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
texts = [torch.tensor([1, 2]), torch.tensor([3, 4, 5])]
def collate(batch):
    return pad_sequence(batch, batch_first=True)
for batch in DataLoader(texts, batch_size=2, num_workers=1, collate_fn=collate):
    assert batch.shape == (2, 3)
