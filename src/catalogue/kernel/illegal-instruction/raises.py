import ctypes, faulthandler, mmap, platform
faulthandler.enable()

# %% raises
unknown = bytes(4) if platform.machine() in ('arm64', 'aarch64') else b'\x0f\x0b'
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(unknown)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
ctypes.CFUNCTYPE(None)(address)()

# %% fixed
known = bytes.fromhex('c0035fd6') if platform.machine() in ('arm64', 'aarch64') else b'\xc3'
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(known)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
ctypes.CFUNCTYPE(None)(address)()
