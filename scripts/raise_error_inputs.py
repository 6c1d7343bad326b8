"""Raise the error inputs of PyTorch's own test suite, and print what it says.

op_db, module_db and optim_db (torch.testing._internal) hold calls that must
fail, with the error that each expects. Each is made here on the CPU. One JSON
line for each error that differs from the others of its operation in more than
its numbers: {"name", "family", "ename", "evalue", "traceback"}.
"""

import json
import linecache
import operator
import re
import traceback
import warnings

import torch

from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import ModuleErrorEnum, module_db
from torch.testing._internal.common_optimizers import OptimizerErrorEnum, optim_db

# A cell of a notebook, as ipykernel names its file.
CELL = "/tmp/ipykernel_1/1.py"


def attempt(source: str, names: dict) -> Exception | None:
    """Run `source` as a cell, and return what it raises."""
    linecache.cache[CELL] = (len(source), None, source.splitlines(True), CELL)
    try:
        exec(compile(source, CELL, "exec"), {"torch": torch, **names})
    except Exception as error:
        return error
    return None


def is_public(name: str) -> bool:
    """Whether torch has a function of this name: `view` is a method only."""
    try:
        return callable(operator.attrgetter(name)(torch))
    except AttributeError:
        return False


def raised_by(op, sample, expected) -> Exception | None:
    """What the operation raises: called by its public name, if that fails too."""
    names = {
        "op": op.op,
        "x": sample.input,
        "args": sample.args,
        "kwargs": sample.kwargs,
    }
    if is_public(op.name):
        error = attempt(f"torch.{op.name}(x, *args, **kwargs)", names)
        if isinstance(error, expected):
            return error
    return attempt("op(x, *args, **kwargs)", names)


def operations():
    """Errors of op_db, those of sparse layouts too."""
    for op in op_db:
        inputs = list(op.error_inputs("cpu")) if op.error_inputs_func else []
        if op.error_inputs_sparse_func:
            for layout in (torch.sparse_coo, torch.sparse_csr):
                inputs.extend(op.error_inputs_sparse("cpu", layout))
        for one in inputs:
            yield op.name, raised_by(op, one.sample_input, one.error_type)


def modules():
    """Errors of module_db, when a layer is made or called."""
    for info in module_db:
        if not info.module_error_inputs_func:
            continue
        for training in (True, False):
            for one in info.module_error_inputs_func(
                info, "cpu", torch.float32, False, training
            ):
                made = one.module_error_input
                source = f"layer = torch.{info.name}(*args, **kwargs)"
                names = {
                    "args": made.constructor_input.args,
                    "kwargs": made.constructor_input.kwargs,
                }
                if one.error_on == ModuleErrorEnum.FORWARD_ERROR:
                    source += "\nlayer(*inputs, **options)"
                    names["inputs"] = made.forward_input.args
                    names["options"] = made.forward_input.kwargs
                yield info.name, attempt(source, names)


def optimizers():
    """Errors of optim_db, when an optimizer is made or steps."""
    for info in optim_db:
        name = info.optim_cls.__name__
        for one in info.optim_error_inputs_func("cpu", torch.float32):
            given = one.optimizer_error_input
            params = given.params
            if params is None:
                params = [torch.nn.Parameter(torch.randn(2, 3))]
            source = f"optimizer = torch.optim.{name}(params, **kwargs)"
            if one.error_on == OptimizerErrorEnum.STEP_ERROR:
                source += "\noptimizer.step()"
            names = {"params": params, "kwargs": given.kwargs}
            yield name, attempt(source, names)


def family_of(name: str) -> str:
    parts = name.split(".")
    return ".".join(parts[:-1]) if len(parts) > 1 else "torch"


def main() -> None:
    warnings.simplefilter("ignore")
    for suite, errors in (
        ("op", operations()),
        ("module", modules()),
        ("optim", optimizers()),
    ):
        seen = set()
        for name, error in errors:
            if error is None:
                continue
            key = (name, type(error).__name__, re.sub(r"\d+", "0", str(error)))
            if key in seen:
                continue
            seen.add(key)
            frames = error.__traceback__.tb_next
            print(
                json.dumps(
                    {
                        "name": name,
                        "family": family_of(name) if suite == "op" else suite,
                        "ename": type(error).__name__,
                        "evalue": str(error),
                        "traceback": "".join(
                            traceback.format_exception(type(error), error, frames)
                        ),
                    }
                )
            )


if __name__ == "__main__":
    main()
