import torch

def settings():
    config = {'lr': 0.1}

# %% raises
settings()['lr']

# %% fixed
def settings():
    config = {'lr': 0.1}
    return config

settings()['lr']
