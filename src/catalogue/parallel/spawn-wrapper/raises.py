import torch.multiprocessing as mp

# %% raises
SETTINGS = {'epochs': 1}
def train(rank):
    print(rank, SETTINGS['lr'])
mp.start_processes(train, nprocs=1, start_method='fork')

# %% fixed
SETTINGS = {'epochs': 1, 'lr': 0.1}
def train(rank):
    print(rank, SETTINGS['lr'])
mp.start_processes(train, nprocs=1, start_method='fork')
