"""Variables that outlive a restart: what is kept, what is not and why, and who may read it."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from companion_kernel import RESCUE, RESTORE

FOR_ALL = {"key": "key", "seconds": 60, "size": 2**32}

#: What the cells of a new kernel define again.
CLASSES = """
import array, asyncio, collections, dataclasses, datetime, decimal, enum, fractions, functools
import io, itertools, math, pathlib, random, re, socket, sqlite3, subprocess, sys, threading, uuid
import numpy as np
import torch
from torch import nn
Point = collections.namedtuple("Point", "x y")
class Color(enum.Enum): RED = 1
@dataclasses.dataclass
class Record: name: str; rows: list
class Plain:
    def __init__(self, i): self.i = i; self.own = [i]
    def method(self): return self.i
class Slots:
    __slots__ = ("a", "b")
    def __init__(self, i): self.a = i; self.b = {i}
class Mapping(dict): pass
class State:
    def __init__(self, i): self.i = i
    def __getstate__(self): return {"j": self.i}
    def __setstate__(self, state): self.i = state["j"]
class Net(nn.Module):
    def __init__(self, i=0):
        super().__init__()
        self.layer, self.own = nn.Linear(3, 4), torch.arange(i + 1)
    def forward(self, x): return self.layer(x)
def function(x): return x + 1
"""

#: Expressions of the number `i`, by the kind they make, and come back equal.
KEPT = {
    "int": "i", "big_int": "10**40 + i", "float": "i / 3", "infinity": "math.inf",
    "complex": "complex(i, 2)", "bool": "bool(i % 2)", "none": "None", "string": "'a' * i",
    "surrogate": "'\\ud800' * i", "bytes": "bytes([i])", "bytearray": "bytearray([i])",
    "range": "range(i)", "slice": "slice(i)", "ellipsis": "...", "tuple": "(i, [i])",
    "list": "[i, 'x']", "dict": "{'a': {i: [i]}}", "set": "{i, 'b'}", "frozenset": "frozenset([i])",
    "ordered": "collections.OrderedDict(b=i, a=2)", "counter": "collections.Counter('aab' * i)",
    "default": "collections.defaultdict(list, {i: [1]})", "deque": "collections.deque([i], 5)",
    "named": "Point(i, [i])", "dataclass": "Record('a', [i])", "plain": "Plain(i)",
    "slots": "Slots(i)", "mapping": "Mapping(a=i)", "state": "State(i)", "enum": "Color.RED",
    "decimal": "decimal.Decimal(i) / 7", "fraction": "fractions.Fraction(i, 7)",
    "date": "datetime.date(2026, 1, 1 + i)", "delta": "datetime.timedelta(i)",
    "time": "datetime.datetime(2026, 1, 1, i, tzinfo=datetime.timezone.utc)",
    "uuid": "uuid.UUID(int=i)", "path": "pathlib.PurePath('a', str(i))",
    "pattern": "re.compile('a' * i)", "exception": "ValueError('a', i)",
    "buffer": "array.array('d', [i, 2])", "bytes_io": "io.BytesIO(b'ab')",
    "string_io": "io.StringIO('ab')", "partial": "functools.partial(function, i)",
    "bound": "Plain(i).method", "imported": "math.sin", "library_class": "collections.deque",
    "random": "random.Random(i)", "array": "np.arange(i + 3.0)", "large_array": "np.arange(9999.0) + i",
    "fortran": "np.asfortranarray(np.arange(12.0).reshape(3, 4))", "strided": "np.arange(20)[::-3]",
    "structured": "np.zeros(3, [('a', 'i4'), ('b', 'f8')])", "empty_array": "np.zeros((0, i + 1))",
    "objects": "np.array([i, 'a', [i]], object)", "scalar": "np.float32(i)",
    "masked": "np.ma.masked_less(np.arange(5), i)", "dates": "np.array(['2026-01-0%d' % (i + 1)], 'M8[D]')",
    "read_only": "frozen(np.arange(4) + i)", "generator": "np.random.default_rng(i)",
    "tensor": "torch.arange(i + 4.0)", "large_tensor": "torch.arange(99999) + i",
    "bfloat16": "torch.ones(3, dtype=torch.bfloat16) * i",
    "uint16": "torch.arange(i + 1, dtype=torch.int32).to(torch.uint16)",
    "float8": "torch.ones(3).mul(i).to(torch.float8_e4m3fn)", "memory": "torch.ones(3).mul(i).untyped_storage()",
    "large_float8": "torch.ones(99999).mul(i).to(torch.float8_e4m3fn)", "transposed": "torch.rand(3, 4).T",
    "scalar_tensor": "torch.tensor(i)", "sparse": "torch.eye(3).to_sparse()",
    "complex_tensor": "torch.ones(2) * complex(i, 1)", "leaf": "torch.ones(2, requires_grad=True)",
    "parameter": "nn.Parameter(torch.rand(3))", "model": "Net(i)",
    "sequential": "nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.BatchNorm1d(3))",
    "weights": "Net(i).state_dict()", "optimizer": "torch.optim.Adam(Net(i).parameters(), lr=0.1 + i)",
    "dataset": "torch.utils.data.TensorDataset(torch.rand(4, 2))", "size": "torch.Size([i, 2])",
    "dtype": "torch.float16", "device": "torch.device('cuda', i)",
    "torch_generator": "torch.Generator().manual_seed(i)", "meta": "torch.empty(i, 2, device='meta')",
}  # fmt: skip
#: ... and what does not outlive its process, with the reason.
NOT_KEPT = {
    "module": ("math", "module"), "function": ("function", "definition"),
    "class": ("Plain", "definition"), "made": ("(n for n in range(i))", "generator"),
    "coroutine": ("asyncio.sleep(i)", "generator"), "file": ("open(os.devnull)", "file"),
    "inner_file": ("{'a': [open(os.devnull, 'w')]}", "file"), "lock": ("threading.Lock()", "lock"),
    "inner_lock": ("Plain(threading.RLock())", "lock"), "event": ("threading.Event()", "lock"),
    "socket": ("socket.socket()", "socket"), "thread": ("threading.Thread(target=print)", "thread"),
    "frame": ("sys._getframe()", "frame"), "memory_view": ("memoryview(b'ab')", "type"),
    "database": ("sqlite3.connect(':memory:')", "type"), "fails": ("Fails()", "error"),
    "exits": ("Exits()", "error"), "deep": ("nested(i)", "deep"), "on_gpu": ("on_gpu(i)", "device"),
    "gpu_memory": ("on_gpu(i).untyped_storage()", "device"), "computes": ("Computes(i)", "device"),
}  # fmt: skip
HELPERS = """
import os
from torch._subclasses import FakeTensorMode
class Fails:
    def __reduce__(self): raise KeyError
class Exits:
    def __reduce__(self): raise SystemExit
def nested(i):
    value = []
    for _ in range(10**5): value = [value]
    return value
def frozen(array):
    array.flags.writeable = False
    return array
fake = FakeTensorMode()
def on_gpu(i):
    with fake: return torch.empty(i + 1, 4, device="cuda")
class Computes:
    def __init__(self, i): self.value = on_gpu(i)
    def __reduce__(self): return (list, (self.value + 1,))
"""
PRINTS = """
def print_of(value, depth=0):
    one = lambda each: print_of(each, depth + 1)
    name = type(value).__module__ + "." + type(value).__qualname__
    if depth > 8: return name
    if isinstance(value, (io.BytesIO, io.StringIO)): return name + repr(value.getvalue())
    if isinstance(value, torch.UntypedStorage): return name + str(value.tolist())
    if isinstance(value, torch.Tensor):
        data = value if value.device.type == "meta" else value.to_dense()
        told = [] if value.device.type == "meta" else data.tolist()
        return repr((name, value.dtype, value.shape, value.layout, value.requires_grad, told))
    if isinstance(value, np.ndarray):
        flags = value.flags.writeable, value.flags.f_contiguous
        return repr((name, value.dtype, value.shape, flags, one(value.tolist())))
    if isinstance(value, (nn.Module, torch.optim.Optimizer)):
        return name + one(dict(value.state_dict())) + one(value.__dict__.get("own"))
    if isinstance(value, random.Random): return repr(value.getstate())
    if isinstance(value, np.random.Generator): return repr(value.bit_generator.state)
    if isinstance(value, torch.Generator): return repr(value.get_state().tolist())
    if isinstance(value, dict): return name + str([(one(k), one(v)) for k, v in value.items()])
    if isinstance(value, (set, frozenset)): return name + str(sorted(map(one, value)))
    if isinstance(value, (list, tuple, collections.deque)): return name + str([*map(one, value)])
    if callable(value) and hasattr(value, "__qualname__"): return name + value.__qualname__
    if isinstance(value, functools.partial): return name + one((value.func.__name__, value.args))
    if type(value).__module__ == "__main__" or type(value).__repr__ is object.__repr__:
        slots = {each: getattr(value, each) for each in getattr(type(value), "__slots__", ())}
        return name + one({**slots, **getattr(value, "__dict__", {})})
    return name + repr(value)
"""  # fmt: skip
COUNT = 4


def restored(told):
    return {each["name"]: each for each in told["variables"]}


def run(kernel, code):
    reply = kernel.run(code)
    assert reply["status"] == "ok", f"{reply.get('ename')}: {reply.get('evalue')}\n{code[:500]}"


def value_of(kernel, expression):
    reply = kernel.reply(kernel.send("", silent=True, user_expressions={"value": expression}))
    value = reply["user_expressions"]["value"]
    assert value["status"] == "ok", value
    return eval(value["data"]["text/plain"])


def prints(kernel, names):
    run(kernel, PRINTS)
    return value_of(kernel, f"__import__('json').dumps([print_of(globals()[n]) for n in {names}])")


def test_variables_of_each_kind_are_equal_or_named_with_the_reason(kernels):
    kernel = kernels()
    run(kernel, CLASSES + HELPERS)
    kept = [f"{kind}_{i}" for kind in KEPT for i in range(1, COUNT + 1)]
    lines = [
        *(f"{kind}_{i} = (lambda i: {KEPT[kind]})({i})" for kind in KEPT for i in range(1, COUNT + 1)),
        *(
            f"no_{kind}_{i} = (lambda i: {code})({i})"
            for kind, (code, _) in NOT_KEPT.items()
            for i in range(1, COUNT + 1)
        ),
    ]
    assert len(KEPT) + len(NOT_KEPT) >= 60
    assert len(lines) >= 300
    run(kernel, "\n".join(lines))
    before = prints(kernel, kept)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert {name: told[name]["reason"] for name in kept if told[name]["reason"]} == {}
    for kind, (_, reason) in NOT_KEPT.items():
        for i in range(1, COUNT + 1):
            assert told[f"no_{kind}_{i}"]["reason"]["kind"] == reason, told[f"no_{kind}_{i}"]

    kernel.start_again()
    run(kernel, CLASSES)
    back = restored(kernel.ask(RESTORE, key="key", names=kept))
    assert {name: back[name] for name in kept if back[name]["state"] != "back"} == {}
    for name, one, other in zip(kept, json.loads(before), json.loads(prints(kernel, kept))):
        assert one == other, name


ALIASES = """
import numpy as np, torch
from torch import nn
one = [1]
other, inside = one, {"a": {"b": one}}
ring = []
ring.append(ring)
whole = np.arange(20000.0)
part, small = whole[10:20], np.arange(8)
small_part = small[2:4]
tensor = torch.arange(20000.0)
rows, few = tensor.view(100, 200)[3], torch.arange(4)
few_part = few[1:]
model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=1)
weights, apart = model.weight, [5]
values = np.arange(30000.0)
samples = torch.utils.data.TensorDataset(torch.from_numpy(values))
loader = torch.utils.data.DataLoader(samples, batch_size=5)
lent = torch.zeros(3, 3)
lent_array = lent.numpy()
"""
STILL_ONE = """
assert one is other is inside["a"]["b"] and ring[0] is ring
part[0], small_part[0] = -1, -2
assert whole[10] == -1 and small[2] == -2
rows[0], few_part[0] = -3, -4
assert tensor[600] == -3 and few[1] == -4
assert optimizer.param_groups[0]["params"][0] is model.weight is weights
tensor.resize_(40000)
values[0], lent_array[1, 1] = -5, 6
assert loader.dataset is samples and samples[0][0] == -5 and lent[1, 1] == 6
"""


def test_what_was_one_object_is_one_again(kernels):
    kernel = kernels()
    run(kernel, ALIASES)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert told["one"]["group"] == told["other"]["group"] == told["inside"]["group"]
    assert told["model"]["group"] == told["optimizer"]["group"] == told["weights"]["group"]
    assert told["whole"]["group"] == told["part"]["group"]
    assert told["tensor"]["group"] == told["rows"]["group"]
    assert len({told[name]["group"] for name in ("one", "model", "apart", "whole", "tensor")}) == 5
    # What shares memory comes back together, and its loader runs no code of the user's.
    assert len({told[name]["group"] for name in ("values", "samples", "loader")}) == 1
    assert told["loader"]["contents"] == ["module", "plain", "torch"]
    assert told["values"]["contents"] == ["array", "plain"]
    assert all(each["whole"] for each in told.values() if not each["reason"])
    kernel.start_again()
    kernel.ask(RESTORE, key="key")
    run(kernel, STILL_ONE)


CALLABLE = """
import torch
from torch import nn
from torch.utils.data import DataLoader, random_split
functions, classes = [random_split], [DataLoader]
class Numbers(torch.utils.data.Dataset):
    def __len__(self): return 2
    def __getitem__(self, at): return at
def collate(rows): return rows
own_data = DataLoader(Numbers())
own_collate = DataLoader([1, 2], collate_fn=collate)
hooked = nn.Linear(2, 2)
handle = hooked.register_forward_hook(collate)
replaced = nn.Linear(2, 2)
replaced.forward = collate
layer = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
"""


def test_what_runs_code_of_the_users_or_is_code_stands_for_no_cell(kernels):
    kernel = kernels()
    run(kernel, CALLABLE)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert {name for name, each in told.items() if each["contents"]} == {"layer"}


SHARED_WITH_LOST = """
import numpy as np, torch
rows, plain = [1], [2]
def reading(given):
    while given: yield given
reader = reading(rows)
whole, pair = np.zeros(9), torch.zeros(4)
reader_of_view, reader_of_pair = reading(whole[2:4]), reading([pair[1:]])
def by_default(row, into=(given := [3])): into.append(row)
held = [4]
class OfClass: shared = {"a": held}
def decorated(into):
    def decorate(function):
        def call(x): into.append(function(x))
        call.__qualname__ = function.__qualname__
        return call
    return decorate
noted = [5]
@decorated(noted)
def noting(x): return x
tensor = torch.zeros(9)
array = tensor[2:].numpy()
leaf = torch.ones(2, requires_grad=True)
result = leaf * 2
trained = torch.ones(2, requires_grad=True)
trained.sum().backward()
"""


def test_what_is_tied_to_something_else_is_told(kernels):
    kernel = kernels()
    run(kernel, SHARED_WITH_LOST)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert told["reader"]["reason"] == {"kind": "generator", "type": "generator"}
    assert {told[name]["reason"] for name in ("rows", "given", "held", "noted")} == {None}
    # A generator or a definition reads the others: a copy would not be the same.
    assert [name for name, each in told.items() if each["whole"]] == ["plain", "leaf"]
    notes = {name: each["notes"] for name, each in told.items() if each["notes"]}
    assert notes == {
        "tensor": ["memory"],
        "array": ["memory"],
        "result": ["graph"],
        "trained": ["gradient"],
    }


ON_GPU = """
import torch
from torch import nn
from torch._subclasses import FakeTensorMode
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
with FakeTensorMode():
    model[0].weight = nn.Parameter(torch.empty(3, 2, device="cuda"))
    batch = {"x": torch.empty(4, 2, device="cuda"), "names": ["a"]}
    batch["same"] = batch["x"]
"""


def test_what_was_on_a_gpu_is_named(kernels):
    kernel = kernels()
    run(kernel, ON_GPU)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert told["batch"]["lost"] == [{"path": "batch['x']", "what": "[4, 2] float32, cuda:0"}]
    assert told["model"]["lost"] == [{"path": "model.0.weight", "what": "[3, 2] float32, cuda:0"}]
    assert not told["model"]["whole"]
    kernel.start_again()
    back = restored(kernel.ask(RESTORE, key="key"))
    assert back["batch"]["lost"] == told["batch"]["lost"]
    run(
        kernel,
        "assert batch['x'].device.type == 'meta' and batch['x'] is batch['same'], batch\n"
        "assert batch['names'] == ['a'] and [*batch['x'].shape] == [4, 2]\n"
        "assert [each.device.type for each in model.parameters()] == ['meta', 'cpu']",
    )


def test_a_class_that_was_defined_anew_or_in_a_function_is_told(kernels):
    kernel = kernels()
    run(kernel, "class Own: pass\nown = Own()\ndef made():\n    class Inner: pass\n    return Inner()")
    run(kernel, "class Own: pass\ninner, nameless = made(), lambda: 1")
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert told["own"]["reason"] == {"kind": "redefined", "type": "Own"}
    assert told["inner"]["reason"] == {"kind": "local", "type": "made.<locals>.Inner"}
    assert told["nameless"]["reason"] == {"kind": "local", "type": "<lambda>"}


#: `npm run setup` puts them there: other kernels are without.
PICKLERS = Path(sys.prefix) / "picklers"
#: What pickle itself does not keep.
OF_PICKLERS = """
class Old: label = "old"
class Net(nn.Module):
    def forward(self, x): return x * 2
redefined, redefined_net = Old(), Net()
class Old: pass
class Net: pass
def made():
    class Inner:
        def told(self): return "inner"
    return Inner()
def adding(into): return lambda x: into.append(x)
inner, nameless, into, scale = made(), lambda x: x + 1, [0], 2
add = adding(into)
def scaling(): return lambda x: x * scale
scaled = scaling()
"""
CAME_BACK = """
import torch
assert type(redefined).label == "old" and inner.told() == "inner" and nameless(1) == 2
assert redefined_net(torch.ones(1)).item() == 2
add(3)
assert into == [0, 3]
"""


@pytest.mark.skipif(not PICKLERS.is_dir(), reason="needs what npm run setup installs")
@pytest.mark.parametrize("module", ["cloudpickle", "dill"])
def test_a_pickler_that_the_kernel_has_keeps_more(kernels, monkeypatch, tmp_path, module):
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / module).symlink_to(PICKLERS / module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "only"))
    kernel = kernels()
    run(kernel, CLASSES + HELPERS)
    run(kernel, "\n".join(f"no_{kind} = (lambda i: {code})(1)" for kind, (code, _) in NOT_KEPT.items()))
    run(kernel, OF_PICKLERS)
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    for kind, (_, reason) in NOT_KEPT.items():
        assert told[f"no_{kind}"]["reason"]["kind"] == reason, kind
    more = ["redefined", "redefined_net", "inner", "nameless", "into", "add", "scale", "scaled"]
    assert {told[name]["reason"] for name in more} == {None}
    # Code of the user's stands for no cell, and what shares with it neither.
    assert [name for name in more if told[name]["contents"]] == ["scale"]
    assert told["add"]["group"] == told["into"]["group"]
    told_of_names = [name for name in more if "names" in told[name]["notes"]]
    assert told_of_names == (["scaled"] if module == "cloudpickle" else [])
    kernel.start_again()
    back = restored(kernel.ask(RESTORE, key="key", names=more))
    assert {each["state"] for each in back.values()} == {"back"}
    run(kernel, CAME_BACK)
    # A function of cloudpickle's has names of its own, with the values of then.
    run(kernel, f"scale = 5\nassert scaled(1) == {5 if module == 'dill' else 2}")


def test_a_kill_in_the_middle_leaves_whole_variables_or_none(kernels):
    kernel = kernels()
    run(
        kernel,
        "import os, signal, torch\nclass Last:\n"
        "    def __reduce__(self):\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "def items(n):\n    return {i: [torch.arange(50000) + i] for i in range(n)}\n"
        "early, middle = items(3), [*items(3).values(), Last()]",
    )
    kernel.send(
        "",
        silent=True,
        user_expressions={"torch_triage": expression(RESCUE, **FOR_ALL)},
    )
    assert kernel.wait_for_end() == -signal.SIGKILL
    kernel.start_again()
    told = restored(kernel.ask(RESTORE, key="key"))
    assert {name: each["state"] for name, each in told.items()} == {"early": "back"}
    run(kernel, "import torch\nassert all((early[i][0] == torch.arange(50000) + i).all() for i in range(3))")
    assert value_of(kernel, "[name for name in globals() if name in ('middle', 'Last')]") == []


def expression(names, **arguments):
    from companion_kernel import expression_of, source_of

    return expression_of(source_of(names), arguments)


def folder_of(tmp_path):
    (folder,) = (tmp_path / "torch-triage").glob("rescue-*")
    return folder


def rescue_some(kernel, code="a, b = [1], [2]"):
    run(kernel, code)
    told = kernel.ask(RESCUE, **FOR_ALL)
    kernel.start_again()
    return told


@pytest.mark.skipif(sys.platform == "win32", reason="modes and owners of POSIX")
def test_only_what_this_user_wrote_is_read(kernels, tmp_path):
    kernel = kernels()
    rescue_some(kernel, "a, b, c, d, e = [1], [2], [3], [4], [5]")
    folder = folder_of(tmp_path)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o777 for each in folder.iterdir()} == {0o600}
    first, second, third, fourth, _ = sorted(folder.glob("*.group"))
    first.chmod(0o644)
    data = second.read_bytes()
    outside = tmp_path / "outside"
    outside.write_bytes(data)
    outside.chmod(0o600)
    second.unlink()
    second.symlink_to(outside)
    os.link(third, tmp_path / "another name")
    fourth.write_bytes(fourth.read_bytes()[:-3])
    if os.getuid() == 0:
        os.chown(sorted(folder.glob("*.group"))[4], 12345, 12345)
    else:
        sorted(folder.glob("*.group"))[4].chmod(0o620)
    assert kernel.ask(RESTORE, key="key")["variables"] == []
    run(kernel, "assert not {'a', 'b', 'c', 'd', 'e'} & {*globals()}")


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
@pytest.mark.parametrize("mode", [0o770, 0o755, 0o702])
def test_a_rescue_that_others_can_reach_is_none(kernels, tmp_path, mode):
    kernel = kernels()
    name = rescue_some(kernel)["name"]
    folder_of(tmp_path).chmod(mode)
    assert kernel.ask(RESTORE, key="key") is None
    assert kernel.ask(RESTORE, key="key", name=name) is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_no_rescue_goes_where_others_may_write(kernels, tmp_path):
    kernel = kernels()
    (tmp_path / "torch-triage").mkdir(mode=0o700)
    (tmp_path / "torch-triage").chmod(0o777)
    run(kernel, "a = 1")
    assert kernel.ask(RESCUE, **FOR_ALL) is None
    assert [*(tmp_path / "torch-triage").iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_costs_what_does_not_fit(kernels, tmp_path):
    kernel = kernels()
    run(
        kernel,
        "import resource, torch\nsmall, large, text = [1], torch.zeros(10**6), 'a' * 3_000_000\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, resource.RLIM_INFINITY))",
    )
    told = restored(kernel.ask(RESCUE, **FOR_ALL))
    assert told["small"]["reason"] is None
    assert told["large"]["reason"] == told["text"]["reason"] == {"kind": "disk"}
    assert [each.suffix for each in folder_of(tmp_path).iterdir() if each.stat().st_size > 10**5] == []
    assert [*folder_of(tmp_path).glob("*.part")] == []


def test_limits_of_size_and_time_cost_what_is_beyond(kernels):
    kernel = kernels()
    run(kernel, "small, large, many = [1], bytearray(10**6), [[i] for i in range(10**6)]")
    told = restored(kernel.ask(RESCUE, key="key", seconds=60, size=10**5))
    assert {name: each["reason"] for name, each in told.items()} == {
        "small": None,
        "large": {"kind": "size"},
        "many": {"kind": "size"},
    }
    told = restored(kernel.ask(RESCUE, key="key", seconds=0, size=2**32))
    assert {each["reason"]["kind"] for each in told.values()} == {"time"}


def test_what_a_new_kernel_has_stays_and_what_it_lacks_is_named(kernels, tmp_path):
    kernel = kernels()
    rescue_some(kernel, "class Own: pass\nown, a, b = Own(), [1], [2]")
    run(kernel, "a = 'mine'")
    told = restored(kernel.ask(RESTORE, key="key"))
    states = {name: each["state"] for name, each in told.items()}
    assert states == {"own": "failed", "a": "exists", "b": "back"}
    assert told["own"]["reason"] == {"kind": "name", "what": "Own"}
    run(kernel, "assert a == 'mine' and b == [2]")
    # What came back is gone from the disk, the rest waits.
    run(kernel, "class Own: pass")
    told = restored(kernel.ask(RESTORE, key="key", overwrite=["a"]))
    assert {name: each["state"] for name, each in told.items()} == {"own": "back", "a": "back"}
    run(kernel, "assert a == [1] and type(own) is Own")
    assert [*(tmp_path / "torch-triage").glob("rescue-*")] == []


def test_a_rescue_of_yesterday_is_removed(kernels, tmp_path):
    kernel = kernels()
    rescue_some(kernel)
    folder = folder_of(tmp_path)
    old = time.time() - 25 * 3600
    os.utime(folder, (old, old))
    assert kernel.ask(RESTORE, key="key") is None
    assert not folder.exists()


def test_a_rescue_of_yesterday_goes_with_the_next_kernel(kernels, tmp_path):
    kernel = kernels()
    rescue_some(kernel)
    folder = folder_of(tmp_path)
    kernel.arm()
    assert folder.exists()
    old = time.time() - 25 * 3600
    os.utime(folder, (old, old))
    kernel.arm()
    assert not folder.exists()


def test_another_kernels_rescue_is_not_taken(kernels):
    kernel = kernels()
    rescue_some(kernel)
    assert kernel.ask(RESTORE, key="another") is None
    assert len(kernel.ask(RESTORE, key="key")["variables"]) == 2


def test_a_rescue_leaves_the_process_as_it_was(kernels):
    kernel = kernels()
    run(kernel, "class Bad:\n    def __reduce__(self): raise KeyError\nbad, a = Bad(), [1]")
    kernel.run("1 / 0")
    kernel.ask(RESCUE, **FOR_ALL)
    run(
        kernel,
        "import sys\nassert sys.last_type is ZeroDivisionError\n"
        "assert not {'cloudpickle', 'dill', 'numpy', 'torch'} & {*sys.modules}, sys.modules\n"
        "assert [n for n in globals() if n[0] != '_' and n not in "
        "('In', 'Out', 'get_ipython', 'exit', 'quit', 'open')] == ['Bad', 'bad', 'a', 'sys']",
    )
