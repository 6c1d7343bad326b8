import nbformat.v4 as v4
from nbclient import NotebookClient

# %% raises
NotebookClient(v4.new_notebook(cells=[v4.new_code_cell('import os; os._exit(3)')])).execute()

# %% fixed
NotebookClient(v4.new_notebook(cells=[v4.new_code_cell('import os; os.getpid()')])).execute()
