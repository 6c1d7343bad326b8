from torch import nn

# %% raises
class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(2, 1)
Net()

# %% fixed
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
Net()
