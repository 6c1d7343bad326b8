import torch
from torch import nn


class ConvBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(3, 4, 3)


net = ConvBlock()

# %% raises
def weights_init(m):
    if 'Conv' in m.__class__.__name__:
        nn.init.normal_(m.weight, 0.0, 0.02)


for m in [net]:
    weights_init(m)

# %% fixed
def weights_init(m):
    if isinstance(m, (nn.Conv2d, nn.ConvTranspose2d, nn.Linear)):
        nn.init.normal_(m.weight, 0.0, 0.02)


net.apply(weights_init)
