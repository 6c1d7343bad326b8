"""Programs on names, imports and calls that fail for real, and run once they are mended.

What mends a program is made of what the kernel told of its failure, as the first fix is.
"""

import pytest

SETUP = """
import torch, torch.nn.functional as F
from torch import nn, optim
x = torch.ones(1, 1, 4, 4)
model = nn.Linear(4, 2)
"""

#: Calls of torch with an argument that is misspelt.
CALLS = [
    "nn.Linear(3, 4, bais=False)",
    "nn.Conv2d(1, 2, kernel_sise=3)",
    "torch.utils.data.DataLoader([1], batchsize=2)",
    "F.interpolate(x, size=8, mod='nearest')",
    "optim.SGD(model.parameters(), lrr=1.0)",
    "optim.Adam(model.parameters(), weight_decy=0.1)",
    "optim.lr_scheduler.StepLR(optim.SGD(model.parameters()), step_sise=1)",
    "nn.BatchNorm2d(1, momentun=0.1)",
    "nn.Embedding(3, 4, padding_indx=0)",
    "nn.TransformerEncoderLayer(4, 2, dim_feedforwrd=8)",
    "F.cross_entropy(torch.ones(2, 3), torch.zeros(2).long(), label_smothing=0.1)",
    "nn.CrossEntropyLoss(ignore_indx=0)",
]

#: Imports of what torch calls by another name.
IMPORTS = [
    "from torch.nn import Liner",
    "import torch.nn.functionl as F",
    "from torch.utils.data import Dataloader",
    "from torch.utils.data import TensorDataSet",
    "from torch.optim.lr_schedular import StepLR",
    "from torch.optim import Adm",
    "import torch.optm",
    "from torch.nn.utils import clip_grad_nrm_",
    "from torch.nn.parallel import DistributedDataParalel",
    "import torch.autogrd",
    "from torch.nn import CrossEntropyLos",
    "from torch.utils.data import random_spilt",
]

#: Cells that were not run, and one that needs a name of theirs.
CELLS = [
    (["loss = nn.MSELoss()"], "loss(x, x)"),
    (["print(head)", "head = nn.Linear(4, 1)"], "head(x)"),
    (["def step(data):\n    return model(data)"], "step(x)"),
    (["class Net(nn.Module):\n    def forward(self, x): return x"], "Net()(x)"),
    (["from torch.utils.data import TensorDataset as Pairs"], "Pairs(x)"),
    (["a, lr = 1, 0.1"], "optim.SGD(model.parameters(), lr=lr)"),
    (["import torch.nn.utils.prune as prune"], "prune.is_pruned(model)"),
    (["with torch.no_grad():\n    out = model(x)"], "out.shape"),
    (["%%time\nfeatures = x.flatten()"], "features.sum()"),
    (["total: int = 3"], "torch.ones(total)"),
]

#: Names that are slips of names which are there.
SLIPS = ["modle(x)", "optm.SGD(model.parameters())", "troch.ones(2)", "print(modell)"]


@pytest.fixture
def failing(failing_torch):
    failing_torch.kernel.run(SETUP)
    return failing_torch


def runs(failing, code):
    reply = failing.kernel.run(code)
    assert reply["status"] == "ok", (code, reply.get("evalue"))


@pytest.mark.sampled
@pytest.mark.parametrize("code", CALLS)
def test_a_call_with_the_argument_that_is_nearest(failing, code):
    facts = failing(code)
    assert facts["package"] == "torch"
    runs(failing, code.replace(f"{facts['keyword']}=", f"{facts['near']}="))


@pytest.mark.sampled
@pytest.mark.parametrize("code", IMPORTS)
def test_an_import_of_the_name_that_is_nearest(failing, code):
    facts = failing(code)
    wrong = facts["name"] or facts["module"].rpartition(".")[2]
    assert facts["package"] == "torch"
    runs(failing, code.replace(wrong, facts["near"].rpartition(".")[2]))


@pytest.mark.sampled
@pytest.mark.parametrize(("cells", "code"), CELLS)
def test_a_name_whose_cell_is_run(failing, cells, code):
    (told,) = failing(code, cells)["cells"]
    assert told["ran"] is None
    runs(failing, cells[told["cell"]])
    runs(failing, code)


@pytest.mark.sampled
@pytest.mark.parametrize("code", SLIPS)
def test_a_name_that_is_a_slip_of_another(failing, code):
    facts = failing(code)
    runs(failing, code.replace(facts["name"], facts["near"]))
