import torch

# %% raises
attention = torch.nn.MultiheadAttention(embed_dim=10, num_heads=3)

# %% fixed
attention = torch.nn.MultiheadAttention(embed_dim=12, num_heads=3)
