"""Gives rescued variables back to a new process, when their user asks for that.

Runs after `look.py`, `variables.py`, `private.py` and `rescue_store.py` in the
same namespace.
"""

import ctypes
import os
import pickle
import sys


class Missing(Exception):
    """A rescued object needs something that is not there; `reason` says what."""

    def __init__(self, kind, what):
        super().__init__(what)
        self.reason = {"kind": kind, "what": what}


class Reader:
    """Reads the groups of one rescue; what they share is made once."""

    def __init__(self, folder):
        self.folder = folder
        self.pieces = {}
        #: The pieces that arrays have, as storages.
        self.storages = {}
        self.arrays = {}
        self.tensors = {}
        #: Files of pieces that a group in hand may read: what its head names.
        self.files = {}

    def heads(self):
        """(path, head) of each group, in the order of the rescue."""
        found = []
        for name in os.listdir(self.folder):
            if name.endswith(GROUP):
                path = os.path.join(self.folder, name)
                try:
                    with open_ours(path) as file:
                        found.append((path, read_end(file)))
                except (Refused, OSError, ValueError):
                    continue  # nothing that we made
        return sorted(found, key=lambda each: each[1]["order"])

    def read(self, path, head):
        """The variables of a group."""
        self.files = head["memory"]
        if head["module"] != "pickle":
            try:
                __import__(head["module"])
            except ImportError:
                raise Missing("module", head["module"]) from None
        base = pickle.Unpickler
        if head["module"] == "dill":
            base = sys.modules["dill"].Unpickler
        with open_ours(path) as file:
            return unpickler_of(base, self)(file).load()

    def piece(self, kind, number, size, data):
        """The memory of arrays or tensors, made once."""
        if number not in self.pieces:
            if kind == "torch":
                import torch

                memory = torch.UntypedStorage(size)
                view = (ctypes.c_char * size).from_address(memory.data_ptr() or 1)
            else:
                import numpy

                memory = view = numpy.empty(size, numpy.uint8)
            if size:
                self.fill(memoryview(view).cast("B"), number, data)
            self.pieces[number] = memory
        return self.pieces[number]

    def fill(self, view, number, data):
        if data is not None:
            view[:] = data
            return
        if str(number) not in self.files:
            raise Refused("memory that the group does not name")
        with open_ours(os.path.join(self.folder, f"{int(number)}{MEMORY}")) as file:
            if os.fstat(file.fileno()).st_size != len(view):
                raise Refused("cut short")
            while view:
                read = file.readinto(view)
                if not read:
                    raise Refused("cut short")
                view = view[read:]

    def storage(self, dtype, number, size, data):
        import torch

        untyped = self.piece("torch", number, size, data)
        if type(untyped) is not torch.UntypedStorage:
            # An array has it, and goes on sharing it.
            shared = self.storages.get(number)
            untyped = self.storages[number] = (
                torch.from_numpy(untyped).untyped_storage() if shared is None else shared
            )
        if dtype is None:
            return untyped
        return torch.storage.TypedStorage(
            wrap_storage=untyped, dtype=getattr(torch, dtype.partition(".")[2]), _internal=True
        )

    def array(self, array, dtype, shape, strides, offset, writeable, number, size, data):
        if array not in self.arrays:
            import numpy

            memory = self.piece("numpy", number, size, data)
            if type(memory) is not numpy.ndarray:
                # A tensor has it, and goes on sharing it.
                torch = sys.modules["torch"]
                memory = torch.empty(0, dtype=torch.uint8).set_(memory).numpy()
            # An array without memory of its own must not be asked for an offset.
            made = numpy.ndarray(shape, dtype, memory if size else None, offset, strides)
            made.flags.writeable = writeable
            self.arrays[array] = made
        return self.arrays[array]

    def tensor(self, key, place, shape, dtype, requires_grad, is_parameter):
        """In place of a tensor that lay on a device, one with its shape and without values."""
        if key not in self.tensors:
            import torch

            dtype = getattr(torch, dtype.partition(".")[2])
            made = torch.empty(shape, dtype=dtype, device="meta")
            if is_parameter:
                made = torch.nn.Parameter(made, requires_grad)
            self.tensors[key] = made
        return self.tensors[key]


def typed(rebuild):
    """`rebuild` for memory without a type."""

    def rebuilt(storage, *rest):
        import torch

        return rebuild(
            torch.storage.TypedStorage(wrap_storage=storage, dtype=torch.uint8, _internal=True),
            *rest,
        )

    return rebuilt


def unpickler_of(base, reader):
    class Unpickler(base):
        def persistent_load(self, pid):
            kind, *rest = pid
            return {"storage": reader.storage, "array": reader.array, "tensor": reader.tensor}[kind](
                *rest
            )

        def find_class(self, module, name):
            try:
                found = super().find_class(module, name)
                # Of the newer dtypes: it expects what `torch.load` makes of memory.
                is_newer = (module, name) == ("torch._utils", "_rebuild_tensor_v3")
                return typed(found) if is_newer else found
            except ModuleNotFoundError as error:
                raise Missing("module", error.name or module) from None
            except AttributeError:
                raise Missing("name" if module == "__main__" else "attribute", name) from None

    return Unpickler


def why(error):
    """Why a group did not come back."""
    if isinstance(error, Missing):
        return error.reason
    kind = "file" if isinstance(error, (Refused, OSError, EOFError)) else "error"
    return {"kind": kind, "what": NAME(type(error))}


def report(key, name=None, names=None, overwrite=(), remove=True):
    """Give variables back; None where there is no rescue.

    `name` is that of the rescue, or None for the newest of the kernel `key`;
    `names` are the variables, or None for all. What the namespace has already
    stays, unless it is among `overwrite`. With `remove` what came back is removed.
    """
    shell = shell_of()
    folder = rescue_of(name, key)
    if shell is None or folder is None:
        return None
    reader = Reader(folder)
    has = {each for each, _ in variables_of(shell)}
    told = []
    done = []
    for path, head in reader.heads():
        wanted = [each for each in head["names"] if names is None or each in names]
        free = [each for each in wanted if each not in has or each in overwrite]
        values, reason = {}, None
        if free:
            try:
                values = reader.read(path, head)
            except KeyboardInterrupt:
                reason = {"kind": "interrupted", "what": ""}
            except BaseException as error:
                reason = why(error)
        for each in wanted:
            if each in free and reason is None:
                dict.__setitem__(shell.user_ns, each, values[each])
            told.append(
                {
                    "name": each,
                    "type": head["types"][each],
                    "lost": head["lost"][each],
                    "state": "exists" if each not in free else "failed" if reason else "back",
                    "reason": reason if each in free else None,
                }
            )
        if not reason and len(free) == len(head["names"]):
            done.append(path)
    if remove:
        clear(folder, done)
    return {"name": os.path.basename(folder), "pid": os.getpid(), "variables": told}


def clear(folder, done):
    """Remove the groups that came back, and with the last one the rescue."""
    for path in done:
        os.unlink(path)
    if not any(each.endswith(GROUP) for each in os.listdir(folder)):
        remove_rescue(folder)
