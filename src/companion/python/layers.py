"""What each layer of a Sequential got and gave, in one run that failed.

Runs after `operand_rules.py` in the same namespace. The hooks are torch's own,
for all modules; they are gone with the run. What is kept of a failure is
text, and the failure of a replica, until it is asked for or the next run begins.
"""

import collections
import os
import sys
import threading
import weakref

MOST_LAYERS = 40  # of one Sequential, the last
MOST_REPLICAS = 8
LONGEST_SHAPE = 120
DEEPEST_PARTS = 3
REPLICAS = os.path.join("nn", "parallel", "parallel_apply.py")


def shape_text(torch, value, depth=DEEPEST_PARTS):
    """The shapes in what a layer is given or gives, else what it is."""
    if is_plain(torch, value):
        return dims(value)
    if type(value) in (tuple, list) and depth:
        found = ", ".join(shape_text(torch, each, depth - 1) for each in value[:MOST_LAYERS])
        return found if len(value) == 1 else f"({found})"
    return type(value).__name__


class Layer:
    """A module under way."""

    def __init__(self, module, gets):
        self.module = module
        self.gets = gets
        self.rows = collections.deque(maxlen=MOST_LAYERS)
        self.count = 0

    def add(self, layer, gives):
        """Note a layer that has ended; without what it gives it has failed."""
        held = object.__getattribute__(self.module, "__dict__").get("_modules", {})
        names = [name for name, each in held.items() if each is layer.module]
        # One that stands there several times is told by its place.
        name = names[min(self.count, len(names) - 1)] if len(names) == 1 else str(self.count)
        kind = type(layer.module).__name__
        self.count += 1
        self.rows.append({"name": name, "kind": kind, "gets": layer.gets, "gives": gives})


class Layers:
    """The hooks of one run."""

    def __init__(self, torch):
        self.torch = torch
        self.home = os.getpid(), threading.get_ident()
        self.stack = []
        self.failed = None
        self.replicas = []
        compiler = getattr(torch, "compiler", None)
        self.is_compiling = getattr(compiler, "is_compiling", None) or torch._dynamo.is_compiling
        modules = torch.nn.modules.module
        self.handles = [modules.register_module_forward_pre_hook(self.before)]
        self.handles.append(modules.register_module_forward_hook(self.after, always_call=True))

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def before(self, module, args):
        """A module is called."""
        if self.is_compiling() or (os.getpid(), threading.get_ident()) != self.home:
            return
        try:
            # Where the run goes on, a replica's failure was handled: it holds memory.
            self.replicas.clear()
            self.stack.append(Layer(module, self.text(args)))
        except Exception:  # ours: the user's call goes on as it would have
            self.stack.clear()

    def after(self, module, args, result):
        """A module has ended, with a result or with an error on its way."""
        if self.is_compiling():
            return
        try:
            process, thread = os.getpid(), threading.get_ident()
            error = sys.exc_info()[1]
            # An error that the user's code handles just now is another one.
            is_failed = error is not None and error.__traceback__.tb_frame is sys._getframe(1)
            if (process, thread) == self.home:
                self.ended(module, result, error if is_failed else None)
            elif process == self.home[0] and is_failed and is_replica(sys._getframe(1)):
                self.keep(error)
        except Exception:  # as above
            self.stack.clear()

    def ended(self, module, result, error):
        while self.stack and self.stack[-1].module is not module:
            self.stack.pop()
        if not self.stack:
            return
        layer = self.stack.pop()
        is_sequence = issubclass(type(module), self.torch.nn.Sequential)
        # The innermost hears of an error first.
        if error is not None and is_sequence and (self.failed is None or self.failed[0] != id(error)):
            self.failed = id(error), weakref.ref(module), [*layer.rows], layer.count
        if self.stack and issubclass(type(self.stack[-1].module), self.torch.nn.Sequential):
            self.stack[-1].add(layer, None if error is not None else self.text(result))

    def keep(self, error):
        """Keep the failure of a replica: torch hands on no more than its text."""
        if len(self.replicas) < MOST_REPLICAS and not any(each is error for each in self.replicas):
            self.replicas.append(error)

    def text(self, value):
        with self.torch._C.DisableTorchFunction():
            return shape_text(self.torch, value)[:LONGEST_SHAPE]

    def kept_of(self, error):
        """What belongs to the error that ended the run; None where nothing does."""
        said = error.args[0] if error is not None and error.args else None
        caught = [each for each in self.replicas if type(said) is str and quotes(said, each)]
        layers = self.failed if self.failed and self.failed[0] == id(error) else None
        return Kept(layers, caught[0] if caught else None) if layers or caught else None


def is_replica(frame):
    """Whether a frame was called where DataParallel runs its replicas."""
    while frame is not None:
        if frame.f_code.co_filename.endswith(REPLICAS):
            return True
        frame = frame.f_back
    return False


def quotes(said, error):
    """Whether a text is that with which torch hands on the failure of a replica."""
    first = error.args[0] if error.args else None
    start = f"Caught {type(error).__name__} in replica "
    return type(first) is str and said.startswith(start) and first in said


class Kept:
    """What is kept of a failed run until it is asked for, or the next run begins."""

    def __init__(self, layers, replica):
        _, self.module, self.rows, self.count = layers or (None, None, [], 0)
        self.replica = replica
        self.events = None

    def wait(self, events):
        self.events = events
        events.register("pre_run_cell", self.forget)

    def forget(self, info=None):
        self.events.unregister("pre_run_cell", self.forget)
