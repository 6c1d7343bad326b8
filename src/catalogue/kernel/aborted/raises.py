import ctypes
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
block = ctypes.c_void_p(libc.malloc(5000))
guard = libc.malloc(5000)

# %% raises
libc.free(block)
libc.free(block)

# %% fixed
libc.free(block)
