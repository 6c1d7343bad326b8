import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=4)
options = parser.parse_args([])

# %% raises
layer = torch.nn.Linear(3, options.widht)

# %% fixed
layer = torch.nn.Linear(3, options.width)
