import torch
from torch.nn.utils.rnn import pack_padded_sequence
x, lengths = torch.ones(2, 3, 4), torch.tensor([2, 3])

# %% raises
packed = pack_padded_sequence(x, lengths, batch_first=True)

# %% fixed
packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
