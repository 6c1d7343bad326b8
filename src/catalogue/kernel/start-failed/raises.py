# %% raises
import sys
from jupyter_client import KernelManager
manager = KernelManager()
manager.kernel_spec.argv = [sys.executable, '-c', 'raise ImportError']
manager.start_kernel()
client = manager.blocking_client()
client.start_channels()
try:
    client.wait_for_ready(timeout=20)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)

# %% fixed
from jupyter_client import KernelManager
manager = KernelManager()
manager.start_kernel()
client = manager.blocking_client()
client.start_channels()
try:
    client.wait_for_ready(timeout=60)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
