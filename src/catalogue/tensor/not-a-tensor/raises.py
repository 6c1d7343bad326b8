import torch
lstm, linear = torch.nn.LSTM(2, 3), torch.nn.Linear(3, 1)
x = torch.ones(4, 1, 2)

# %% raises
linear(lstm(x))

# %% fixed
output, state = lstm(x)
linear(output)
