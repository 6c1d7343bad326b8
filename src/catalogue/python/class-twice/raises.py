import torch


class Net(torch.nn.Module):
    def __init__(self):
        super(Net, self).__init__()


Model = Net


class Net(torch.nn.Module):
    def __init__(self):
        super(Net, self).__init__()


# %% raises
Model()

# %% fixed
Net()
