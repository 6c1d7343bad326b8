import torch
n = 400 - 512

# %% raises
window = torch.signal.windows.hann(n)

# %% fixed
n_fft = 512
window = torch.signal.windows.hann(n_fft)
