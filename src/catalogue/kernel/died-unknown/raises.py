import nbformat.v4 as v4
from nbclient import NotebookClient

# %% raises
cell = v4.new_code_cell('import os, signal; os.kill(os.getpid(), signal.SIGKILL)')
NotebookClient(v4.new_notebook(cells=[cell])).execute()

# %% fixed
cell = v4.new_code_cell('import os, signal; os.getpid()')
NotebookClient(v4.new_notebook(cells=[cell])).execute()
