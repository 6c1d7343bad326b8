import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
q = k = v = torch.ones(1, 1, 2, 2)

# %% raises
with sdpa_kernel([SDPBackend.CUDNN_ATTENTION]):
    y = torch.nn.functional.scaled_dot_product_attention(q, k, v)

# %% fixed
with sdpa_kernel([SDPBackend.CUDNN_ATTENTION, SDPBackend.MATH]):
    y = torch.nn.functional.scaled_dot_product_attention(q, k, v)
