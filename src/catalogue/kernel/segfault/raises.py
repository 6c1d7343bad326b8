import ctypes, faulthandler
faulthandler.enable()

# %% raises
ctypes.string_at(8)

# %% fixed
ctypes.string_at(ctypes.create_string_buffer(b'8'))
