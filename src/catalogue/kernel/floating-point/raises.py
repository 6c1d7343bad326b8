import faulthandler, os, signal
faulthandler.enable()

# %% raises
os.kill(os.getpid(), signal.SIGFPE)

# %% fixed
os.getpid()
