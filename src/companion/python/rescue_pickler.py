"""Pickles variables beside a broken CUDA context, without a call into it.

Runs after `look.py` and `rescue_store.py` in the same namespace. What pickle
would copy (arrays, the memory of tensors) goes to a file of its own, once for
all variables that share it; of what lies on a device only the shape is noted.
"""

import contextlib
import ctypes
import io
import os
import pickle
import re
import sys
import threading
import time
import types

#: Memory of up to so many bytes is copied into the pickle.
SMALL = 1 << 16
#: The clock is looked at after so many objects.
EACH = 1 << 10
#: So much is written at once.
CHUNK = 1 << 26
#: Packages whose objects may lie on a device, and call it when they are pickled.
DEVICE_PACKAGES = {"cupy", "jax", "jaxlib", "numba.cuda", "pycuda", "tensorflow", "torch.cuda"}
#: What cannot outlive its process, whatever a library makes of it.
LIVING = (
    (types.GeneratorType, "generator"),
    (types.CoroutineType, "generator"),
    (types.AsyncGeneratorType, "generator"),
    (types.FrameType, "frame"),
    (types.TracebackType, "frame"),
    (io.IOBase, "file"),
    (type(threading.Lock()), "lock"),
    (type(threading.RLock()), "lock"),
    (threading.Condition, "lock"),
    (threading.Semaphore, "lock"),
    (threading.Event, "lock"),
    (threading.Thread, "thread"),
    # A library makes bytes of it.
    (memoryview, "type"),
)
LIVING_NAMES = (
    ("_socket", "socket", "socket"),
    ("subprocess", "Popen", "process"),
    ("multiprocessing.process", "BaseProcess", "process"),
    ("_io", "_IOBase", "file"),
)
IN_MEMORY = (io.BytesIO, io.StringIO)


#: Where pickle finds what makes plain data, arrays, tensors, layers and loaders.
MAKING = re.compile(
    r"(?:builtins|collections|copyreg|_codecs|datetime|decimal|fractions|uuid"
    r"|torch|torch\._utils|torch\._tensor|torch\.storage|torch\.nn\.parameter"
    r"|torch\.nn\.modules\.\w+|torch\.utils\.data\.(?:dataset|dataloader|sampler)"
    r"|torch\.utils\.data\._utils\.collate"
    r"|numpy|numpy\.(?:_?core|ma|dtypes)(?:\..*)?|pandas|pandas\.(?:core|_libs)(?:\..*)?)$"
)
#: ... of these modules the classes alone.
OF_CLASSES = re.compile(r"torch\.(?:nn\.modules|utils\.data\.(?:dataset|dataloader|sampler)$)")
#: How the interpreter tells a class's module, also of one that is written in C.
MODULE = type.__dict__["__module__"].__get__


class Unkept(Exception):
    """A variable cannot be kept; `reason` says why."""

    def __init__(self, kind, **reason):
        super().__init__(kind)
        self.reason = {"kind": kind, **reason}


def full_name(kind):
    """A class by its module and name."""
    module = MODULE(kind)
    name = NAME(kind)
    return f"{module}.{name}" if type(module) is str and module != "builtins" else name


def stored_in(module, name):
    """Something of a module that is loaded, or None."""
    return field(sys.modules.get(module), name)


def is_in(module, packages):
    return any(f"{module}.".startswith(f"{each}.") for each in packages)


class Budget:
    """The time and the room that a rescue may take."""

    def __init__(self, seconds, size):
        self.end = time.monotonic() + seconds
        self.room = size
        self.is_interrupted = False

    def look(self):
        if self.is_interrupted:
            raise Unkept("interrupted")
        if time.monotonic() > self.end:
            raise Unkept("time")

    def take(self, size):
        self.look()
        if size > self.room:
            raise Unkept("size")
        self.room -= size


class Sink:
    """A file that counts what is written, against a budget."""

    def __init__(self, path, budget):
        self.path = path
        self.file = create(path)
        self.budget = budget
        self.size = 0

    def write(self, data):
        view = memoryview(data).cast("B")
        self.budget.take(len(view))
        self.size += len(view)
        while view:
            view = view[self.file.write(view[:CHUNK]) :]
            self.budget.look()

    def undo(self):
        """Close and remove it."""
        self.budget.room += self.size
        self.file.close()
        os.unlink(self.path)


class Memory:
    """The memory of arrays and tensors, each piece written once."""

    def __init__(self, folder, budget):
        self.folder = folder
        self.budget = budget
        #: Bytes by number, of what was written to a file.
        self.written = {}
        #: (kind, address, bytes) to (number, who owns it).
        self.numbers = {}

    def number(self, kind, address, size, owner):
        """A number for a piece, the same for all who share it, an array and a tensor among them."""
        # Its owner lives on, so that no other piece comes to that address.
        other = "torch" if kind == "numpy" else "numpy"
        same = self.numbers.get((other, address, size)) if size else None
        number = same[0] if same else len(self.numbers)
        return self.numbers.setdefault((kind, address, size), (number, owner))[0]

    def put(self, number, address, size):
        """Write a piece to its file, if it has none yet."""
        if number in self.written:
            return
        path = os.path.join(self.folder, f"{number}{MEMORY}")
        sink = Sink(path + PART, self.budget)
        try:
            sink.write((ctypes.c_char * size).from_address(address))
        except BaseException:
            sink.undo()
            raise
        sink.file.close()
        os.replace(path + PART, path)
        self.written[number] = size

    def split(self):
        """The numbers of pieces that an array and a tensor share in part: two, from now on."""
        pieces = [(kind, low, low + size, each[0]) for (kind, low, size), each in self.numbers.items()]
        tensors = [each for each in pieces if each[0] == "torch"]
        found = set()
        for kind, low, high, number in pieces:
            for _, start, end, other in tensors if kind == "numpy" else ():
                if number != other and low < end and start < high:
                    found |= {number, other}
        return found

    def of_tensors(self):
        """The numbers of the pieces that tensors have."""
        return {number for (kind, _, _), (number, _) in self.numbers.items() if kind == "torch"}

    def remove(self, number):
        os.unlink(os.path.join(self.folder, f"{number}{MEMORY}"))
        self.budget.room += self.written.pop(number)


class Seen:
    """What was met while one group was pickled."""

    def __init__(self):
        #: Numbers of pieces of memory: in files, and copied into the pickle.
        self.files = {}
        self.copied = {}
        self.arrays = {}
        #: Numbers of pieces that an array has of a tensor, a file or a buffer.
        self.borrowed = set()
        #: Tensors whose values are on a device.
        self.lost = []
        #: Whether a class or a function stands in it that is no part of how data are made.
        self.has_code = False
        #: What does not come back as it was: `graph`, `gradient`, `memory`.
        self.notes = set()
        self.objects = 0
        #: Their classes.
        self.kinds = set()
        #: The object under way: where something fails, it is that one.
        self.last = None


class Ways:
    """How objects of each class are kept."""

    def __init__(self, memory):
        self.memory = memory
        self.seen = Seen()
        self.arrays = {}
        living = [*LIVING]
        for module, name, what in LIVING_NAMES:
            kind = stored_in(module, name)
            if kind is not None:
                living.append((kind, what))
        self.living = living
        self.known = {}
        self.numpy = stored_in("numpy", "ndarray")
        self.generator = stored_in("torch", "Generator")
        self.tensor = stored_in("torch", "Tensor")
        self.storages = tuple(
            each
            for each in (
                stored_in("torch.storage", "TypedStorage"),
                stored_in("torch.storage", "UntypedStorage"),
            )
            if each is not None
        )

    def begin(self):
        self.seen = Seen()
        return self.seen

    def of(self, kind):
        """The way for a class; None for pickle's own."""
        try:
            return self.known[kind]
        except KeyError:
            way = self.known[kind] = self.find(kind)
            return way

    def find(self, kind):
        if kind is self.numpy:
            return self.array
        if self.tensor is not None and is_a_class(kind, self.tensor):
            return self.of_tensor
        if any(is_a_class(kind, each) for each in self.storages):
            return self.storage
        if self.generator is not None and is_a_class(kind, self.generator):
            return self.of_generator
        if any(kind is each for each in IN_MEMORY):
            return None
        if any(kind is each for each in (type, types.FunctionType, types.BuiltinFunctionType)):
            return self.of_code
        for each, what in self.living:
            if is_a_class(kind, each):
                return lambda _: refuse_living(what, kind)
        module = dict.get({**NAMES(kind)}, "__module__")
        if type(module) is str and is_in(module, DEVICE_PACKAGES) and not is_a_class(kind, type):
            return lambda _: refuse_living("device", kind)
        return None

    def of_tensor(self, tensor):
        if tensor.device.type in ("cpu", "meta"):
            if tensor.grad_fn is not None:
                self.seen.notes.add("graph")
            elif tensor.grad is not None:
                self.seen.notes.add("gradient")
            return None
        self.seen.lost.append(tensor)
        place = str(tensor.device)
        is_parameter = is_a(tensor, stored_in("torch.nn.parameter", "Parameter"))
        return (
            *("tensor", id(tensor), place, tuple(tensor.shape), str(tensor.dtype)),
            *(tensor.requires_grad, is_parameter),
        )

    def of_code(self, value):
        module = value.__module__
        is_known = type(module) is str and MAKING.match(module)
        is_class = is_known and is_in(module, {"torch"}) and is_a(value, type)
        if is_class or (is_known and OF_CLASSES.match(module)):
            # Else it is kept to be called, and not as the class of something.
            is_known = any(value is each for each in self.seen.kinds)
        if not is_known:
            self.seen.has_code = True

    def of_generator(self, generator):
        if generator.device.type != "cpu":
            raise Unkept("device", type=full_name(type(generator)))
        return None

    def storage(self, storage):
        untyped = field(storage, "_untyped_storage")
        dtype = None if untyped is None else str(storage.dtype)
        untyped = storage if untyped is None else untyped
        if untyped.device.type != "cpu":
            raise Unkept("device", type=full_name(type(storage)))
        size = untyped.nbytes()
        return ("storage", dtype, *self.piece("torch", untyped.data_ptr(), size, untyped))

    def array(self, array):
        if array.dtype.hasobject:
            return None
        if id(array) not in self.arrays:
            self.arrays[id(array)] = len(self.arrays), array
        number = self.arrays[id(array)][0]
        self.seen.arrays[id(array)] = array
        owner = array
        while type(owner.base) is self.numpy:
            owner = owner.base
        low, high = byte_bounds(owner)
        piece = self.piece("numpy", low, high - low, owner)
        if owner.base is not None:
            self.seen.borrowed.add(piece[0])
        return (
            *("array", number, array.dtype, array.shape, array.strides),
            *(address_of(array) - low, array.flags.writeable, *piece),
        )

    def piece(self, kind, address, size, owner):
        """(number, bytes, the bytes where they are few) of a piece of memory."""
        number = self.memory.number(kind, address, size, owner)
        if size > SMALL:
            self.memory.put(number, address, size)
            self.seen.files[number] = size
            return number, size, None
        if number in self.seen.copied:
            return number, size, None
        self.seen.copied[number] = size
        return number, size, ctypes.string_at(address, size) if size else b""


def is_a_class(kind, base):
    return any(each is base for each in BASES(kind))


def refuse_living(what, kind):
    raise Unkept(what, type=full_name(kind))


def address_of(array):
    return array.__array_interface__["data"][0]


def byte_bounds(array):
    """The first address of an array's memory, and the one behind its last."""
    low = high = address_of(array)
    if array.size == 0:
        return low, high
    for length, stride in zip(array.shape, array.strides):
        low, high = low + min(stride, 0) * (length - 1), high + max(stride, 0) * (length - 1)
    return low, high + array.itemsize


def is_found_in_main(value):
    """Whether a class or a function is the one that its name finds in the notebook."""
    if value.__module__ != "__main__":
        return False
    found = sys.modules.get("__main__")
    for name in value.__qualname__.split("."):
        found = dict.get({**NAMES(found)}, name) if is_a(found, type) else field(found, name)
    return found is value


def pickler_of(base, ways, budget):
    """A pickler class that keeps what it can of a process whose device is lost."""

    class Pickler(base):
        def persistent_id(self, value):
            seen = ways.seen
            seen.last = value
            seen.kinds.add(type(value))
            seen.objects += 1
            if not seen.objects % EACH:
                budget.look()
            way = ways.of(type(value))
            return way and way(value)

        if hasattr(base, "reducer_override"):

            def reducer_override(self, value):
                # By its name, so that a restored object has the class of the notebook.
                if isinstance(value, (type, types.FunctionType)) and is_found_in_main(value):
                    return NotImplemented
                way = super().reducer_override(value)
                if way is not NotImplemented and uses_notebook(value):
                    ways.seen.notes.add("names")
                return way

    return Pickler


def uses_notebook(value):
    """Whether it is a function of the notebook's that looks at other names of it."""
    return (
        type(value) is types.FunctionType
        and value.__module__ == "__main__"
        and any(name in value.__globals__ for name in looked_up(value.__code__))
    )


def looked_up(code):
    """The names that code looks up outside of itself, the functions in it too."""
    inner = [looked_up(each) for each in code.co_consts if type(each) is types.CodeType]
    return {*code.co_names}.union(*inner)


def picklers(ways, budget):
    """(what it needs to be read, a pickler class), the plainest first; made as they are asked for."""
    yield "pickle", pickler_of(pickle.Pickler, ways, budget)
    # A function that dill kept goes on looking at the notebook's names.
    for module in ("dill", "cloudpickle"):
        try:
            base = __import__(module).Pickler
        except Exception:
            continue  # it is not there, or does not fit
        yield module, pickler_of(base, ways, budget)


def without_device():
    """A mode in which torch refuses to compute with what is on a device."""
    mode = stored_in("torch.utils._python_dispatch", "TorchDispatchMode")
    tensor = stored_in("torch", "Tensor")
    flatten = stored_in("torch.utils._pytree", "tree_leaves")
    if mode is None or tensor is None or flatten is None:
        return contextlib.nullcontext()

    class WithoutDevice(mode):
        def __torch_dispatch__(self, function, kinds, arguments=(), named=None):
            named = named or {}
            for each in flatten((arguments, named)):
                is_device = is_a(each, stored_in("torch", "device"))
                if (is_a(each, tensor) and each.device.type not in ("cpu", "meta")) or (
                    is_device and each.type not in ("cpu", "meta")
                ):
                    raise Unkept("device", type=full_name(type(each)))
            return function(*arguments, **named)

    return WithoutDevice()
