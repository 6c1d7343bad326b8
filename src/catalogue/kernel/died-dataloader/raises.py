import nbformat.v4 as v4
from nbclient import NotebookClient
def run(cell):
    NotebookClient(v4.new_notebook(cells=[v4.new_code_cell(cell)])).execute()
LOAD = "from torch.utils.data import DataLoader\nimport os\n"

# %% raises
run(LOAD + 'for x in DataLoader([1, 2], num_workers=1): os.kill(os.getpid(), 9)')

# %% fixed
run(LOAD + 'for x in DataLoader([1, 2], num_workers=0): os.getpid()')
