import torch
rnn = torch.nn.GRU(3, 2, batch_first=True)
x = torch.ones(5, 7, 3)

# %% raises
h = torch.zeros(1, 7, 2)
rnn(x, h)

# %% fixed
h = torch.zeros(rnn.num_layers, x.size(0), rnn.hidden_size, device=x.device)
rnn(x, h)
