"""Looks at the operands of one run of a cell before torch's kernels do.

Runs after `operand_rules.py`, `operand_finite.py` and `layers.py` in the same namespace. IPython's
events begin and end it, so that exactly one run is looked at. The mode is
torch's own way to see calls; it is pushed where torch has been imported, or
comes to be in that run, which never happens by us.
"""

import importlib.abc
import importlib.util
import os
import sys
import threading
import types

EVENTS = ("pre_run_cell", "post_run_cell")


class OperandError(RuntimeError, IndexError):
    """An operand of a torch call is outside what the call allows."""


def mode_of(torch, finite=False):
    """The mode that looks at the calls of this thread and process.

    With `finite` at their results, too: the first that is NaN or Inf ends the cell.
    """
    rules, process = rules_of(torch), os.getpid()
    no_functions, no_dispatch = torch._C.DisableTorchFunction, torch._C._DisableTorchDispatch
    compiler = getattr(torch, "compiler", None)
    is_compiling = getattr(compiler, "is_compiling", None) or torch._dynamo.is_compiling

    def told(func, args, kwargs):
        """What is wrong with the operands of a call, or None."""
        try:
            op, names, rule = rules.get(func) or (None, (), None)
            # A forked worker inherits the mode, and must not touch CUDA.
            if rule is None or os.getpid() != process or is_recorded(torch):
                return None
            with no_functions(), no_dispatch():
                found = rule(Call(torch, names, args, kwargs))
            return found and f"{op}: {found}"
        except Exception:  # ours: the user's call goes on as it would have
            return None

    def watched(func, args, kwargs):
        """The call, if its result is to be looked at, or None."""
        try:
            name = op_name(func)
            if not finite or name in NOT_COMPUTED or os.getpid() != process or is_recorded(torch):
                return None
            with no_functions(), no_dispatch():
                return Watched(torch, name, args, kwargs)
        except Exception:  # as above
            return None

    def odd(call, result):
        """What to say of the result of a call, or None."""
        try:
            with no_functions(), no_dispatch():
                found = call.odd(result)
            return found and f"{spoken_op(call.name)}: {found}"
        except Exception:  # as above
            return None

    class OperandChecks(torch.overrides.TorchFunctionMode):
        def __init__(self, *checks):
            super().__init__()
            self.checks = checks

        def __torch_function__(self, func, types, args=(), kwargs=None):
            __tracebackhide__ = True
            kwargs = kwargs or {}
            if is_compiling():
                return func(*args, **kwargs)
            told, watched, odd, error = self.checks
            found = told(func, args, kwargs)
            if found:
                raise error(found)
            call = watched(func, args, kwargs)
            result = func(*args, **kwargs)
            found = call and odd(call, result)
            if found:
                raise error(found)
            return result

    return known_class(OperandChecks)(told, watched, odd, OperandError)


def known_class(made):
    """The class that the same code made before, where compiled code still knows it, else `made`.

    What torch compiled asks for the classes of the modes: a new one for each
    run would have it compile again, up to its limit.
    """
    code = vars(made)["__torch_function__"].__code__
    for each in type.__subclasses__(made.__base__):
        function = vars(each).get("__torch_function__")
        if type(function) is types.FunctionType and function.__code__ == code:
            return each
    return made


def is_recorded(torch):
    """Whether calls are traced just now: without values, or what the checks compute with them."""
    if torch._C._is_tracing():
        return True
    modes = torch.utils._python_dispatch._get_current_dispatch_mode_stack()
    return any(type(each).__name__ == "FakeTensorMode" for each in modes)


def remove(torch, mode):
    """Take a mode off this thread's stack, from under others that were left there."""
    overrides = torch.overrides
    others = []
    while torch._C._len_torch_function_stack():
        top = overrides._pop_mode()
        if top is mode:
            break
        others.append(top)
    for other in reversed(others):
        overrides._push_mode(other)


class Loading(importlib.abc.Loader):
    """Loads torch as its own loader does, and says when it is there."""

    def __init__(self, loader, done):
        self.loader = loader
        self.done = done

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        # As if nobody had been between.
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        self.done()


class Checks:
    """The checks of one run; nothing of them is left after it."""

    def __init__(self, shell, cell, finite, layers):
        self.shell = shell
        self.cell = cell
        self.finite = finite
        self.wants_layers = layers
        self.layers = None
        self.thread = None
        self.pushed = None

    def arm(self):
        """Wait for the next run."""
        self.shell.events.register("pre_run_cell", self.begin)

    def disarm(self):
        """Take back what is there of `arm` and `begin`."""
        for event, callback in zip(EVENTS, (self.begin, self.end)):
            if callback in self.shell.events.callbacks[event]:
                self.shell.events.unregister(event, callback)
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        if self.layers:
            self.layers.remove()
        if self.pushed:
            pushed, self.pushed = self.pushed, None
            remove(*pushed)

    def begin(self, info=None):
        """A run begins: look at it, if it is the one."""
        if self.cell is not None and getattr(info, "cell_id", None) not in (None, self.cell):
            return
        self.shell.events.unregister("pre_run_cell", self.begin)
        self.shell.events.register("post_run_cell", self.end)
        self.thread = threading.get_ident()
        if "torch" in sys.modules:
            self.push()
        else:
            sys.meta_path.insert(0, self)

    def end(self, result=None):
        """The run has ended, however it did."""
        self.disarm()
        layers, self.layers = self.layers, None
        kept = layers and layers.kept_of(getattr(result, "error_in_exec", None))
        if kept:
            kept.wait(self.shell.events)

    def push(self):
        """Begin to look, where the run's own thread is the one that asks."""
        try:
            torch = sys.modules["torch"]
            if threading.get_ident() == self.thread:
                mode = mode_of(torch, self.finite)
                torch.overrides._push_mode(mode)
                self.pushed = torch, mode
                self.layers = Layers(torch) if self.wants_layers else None
        except Exception:  # a torch without modes, or such hooks: that is not looked at
            pass

    def find_spec(self, name, path=None, target=None):
        """Lets the others find torch, and puts itself behind its loading."""
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = Loading(spec.loader, self.push)
        return spec


def is_ours(callback):
    """Whether a callback is that of checks armed before."""
    if type(callback) is not types.MethodType:
        return False
    function = callback.__func__
    return (
        type(function) is types.FunctionType
        and function.__code__.co_filename == Checks.begin.__code__.co_filename
        and function.__qualname__.startswith("Checks.")
    )


def report(cell=None, armed=True, finite=False, layers=False):
    """Check the operands of the next run (of the cell `cell`), or no longer.

    With `finite` the first NaN or Inf that a call makes is told, too; with
    `layers` what the layers of a Sequential got and gave is kept of a failure.
    """
    from IPython import get_ipython

    shell = get_ipython()
    for event in EVENTS:
        for callback in [*shell.events.callbacks[event]]:
            if is_ours(callback):
                callback.__self__.disarm()
    if armed:
        Checks(shell, cell, finite, layers).arm()
    return {"armed": armed}
