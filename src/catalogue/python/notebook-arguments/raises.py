import argparse, sys
import torch
sys.argv = ['ipykernel_launcher.py', '-f', 'kernel-1.json']

# %% raises
parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=3)
args = parser.parse_args()

# %% fixed
parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=3)
args = parser.parse_args([])
assert args.epochs == 3
