import torch
x = torch.rand(4000)
n_fft = 400
window = torch.hann_window(n_fft)

# %% raises
X = torch.stft(x, n_fft, window=window, center=False, return_complex=True)
y = torch.istft(X, n_fft, window=window, center=False)

# %% fixed
X = torch.stft(x, n_fft, window=window, center=True, return_complex=True)
y = torch.istft(X, n_fft, window=window, center=True, length=x.shape[-1])
