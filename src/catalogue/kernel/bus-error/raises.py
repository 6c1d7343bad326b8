import faulthandler, mmap, tempfile
faulthandler.enable()

# %% raises
with tempfile.TemporaryFile() as data:
    data.truncate(4096)
    page = mmap.mmap(data.fileno(), 4096)
    data.truncate(0)  # another program cuts the file short
    print(page[0])

# %% fixed
with tempfile.TemporaryFile() as data:
    data.truncate(4096)
    page = mmap.mmap(data.fileno(), 4096)
    print(page[0])
