import torch
img = torch.rand(3, 4, 4).numpy()

# %% raises
array = img.numpy()

# %% fixed
array = img.detach().cpu().numpy() if torch.is_tensor(img) else img
