"""What the companion tells of the build of torch, the driver, the GPUs and packages."""

import types

import pytest
from companion_kernel import STACK, source_of

MODULES = {"numpy": "numpy", "IPython": "ipython", "nothing": "nothing"}


def test_the_build_and_the_versions_of_a_real_torch(torch_kernel):
    kernel, _ = torch_kernel
    kernel.run("import numpy")
    told = kernel.ask(STACK, modules=MODULES, device=True)
    assert set(told["packages"]) == {"numpy", "IPython"}
    says = (
        f"assert torch.__version__ == {told['torch']!r}\n"
        f"assert torch.version.cuda == {told['cuda']!r}\n"
        f"assert numpy.__version__ == {told['packages']['numpy']!r}\n"
        # Nothing of CUDA was started, or marked, for it.
        "assert not torch.cuda.is_initialized() and not torch.cuda._is_in_bad_fork()"
    )
    assert kernel.run(says)["status"] == "ok"
    assert (told["architectures"], told["seen"]) == ([], False)


def test_without_torch_none_is_imported(kernels):
    kernel = kernels()
    told = kernel.ask(STACK, modules={"torch": "torch"}, device=True)
    # It lies on disk.
    assert told["torch"] is None
    assert told["packages"]["torch"]
    assert kernel.run("import sys; assert 'torch' not in sys.modules")["status"] == "ok"


class Modules(dict):
    """Modules of a torch that has a GPU; the functions are built-in ones, as torch's are."""

    def __init__(self, flags, capabilities, has_started=True):
        named = [f"GPU {each}" for each in capabilities]
        found = [
            types.SimpleNamespace(name=name, major=each // 10, minor=each % 10)
            for name, each in zip(named, capabilities)
        ]

        def module(name, **names):
            made = types.ModuleType(name)
            made.__dict__.update(names)
            return made

        super().__init__(
            {
                "torch": module("torch", __version__="2.6.0+cu124"),
                "torch.version": module("torch.version", cuda="12.4", hip=None),
                "torch._C": module("torch._C", _cuda_getArchFlags=flags.strip),
                "torch.cuda": module(
                    "torch.cuda",
                    _initialized=has_started,
                    default_generators=tuple(found),
                    _get_device_properties=found.__getitem__,
                ),
            }
        )


@pytest.fixture
def stack(tmp_path, monkeypatch):
    """`stack.py` on a machine with a driver, as Linux shows it."""
    names = {}
    exec(source_of(STACK), names)
    (tmp_path / "version").write_text(
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
        "GCC version:  gcc version 12.2.0\n"
    )
    for number, model in enumerate(["Tesla T4", "NVIDIA A100-SXM4-40GB"]):
        folder = tmp_path / "gpus" / f"0000:0{number}:00.0"
        folder.mkdir(parents=True)
        (folder / "information").write_text(f"Model: \t\t {model}\nIRQ:   \t\t 130\n")
    names["DRIVER"] = str(tmp_path)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")

    def ask(modules, device=True):
        names["loaded"] = modules.get
        return names["report"]({}, device)

    return ask


def test_a_build_a_driver_and_gpus(stack):
    told = stack(Modules("sm_50 sm_80 sm_90a compute_90", [86, 120]))
    assert told == {
        "torch": "2.6.0+cu124",
        "cuda": "12.4",
        "hip": None,
        "architectures": [50, 80, 90],
        "driver": "535.104.05",
        "gpus": [["GPU 86", 86], ["GPU 120", 120]],
        "seen": True,
        "visible": "1",
        "packages": {},
    }


@pytest.mark.parametrize(("has_started", "device"), [(False, True), (True, False)])
def test_what_torch_would_have_to_ask_the_device_for_is_not_told(stack, has_started, device):
    told = stack(Modules("sm_80", [86], has_started), device)
    # The driver's own list, of which this process may see less.
    assert told["gpus"] == [["Tesla T4", None], ["NVIDIA A100-SXM4-40GB", None]]
    assert told["seen"] is False


def test_another_torch_with_other_private_names_costs_nothing(stack):
    modules = Modules("sm_80", [])
    modules["torch.cuda"].default_generators = (None,)
    assert stack(modules)["seen"] is False
    del modules["torch._C"].__dict__["_cuda_getArchFlags"]
    assert stack(modules)["architectures"] == []


BOMBS = """
import sys, types
ran = []
class Module(types.ModuleType):
    def __getattribute__(self, name):
        ran.append(name)
        return types.ModuleType.__getattribute__(self, name)
class Version(str):
    def __str__(self): ran.append("str"); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
odd = Module("odd")
odd.__dict__["__version__"] = Version("1.2")
sys.modules["odd"] = odd
ran.clear()
"""


def test_none_of_the_users_code_runs(torch_kernel):
    kernel, _ = torch_kernel
    kernel.run(BOMBS)
    told = kernel.ask(STACK, modules={"odd": "odd"}, device=True)
    assert told["packages"] == {"odd": "1.2"}
    assert kernel.run("assert ran == [], ran; del sys.modules['odd']")["status"] == "ok"
