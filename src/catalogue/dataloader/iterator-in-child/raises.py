import multiprocessing
from torch.utils.data import DataLoader
iterator = iter(DataLoader(list(range(8)), num_workers=1))
batch = next(iterator)

# %% raises
def child():
    global iterator
    iterator = None
process = multiprocessing.get_context('fork').Process(target=child)
process.start()
process.join()
del iterator

# %% fixed
del iterator
def child():
    pass
process = multiprocessing.get_context('fork').Process(target=child)
process.start()
process.join()
