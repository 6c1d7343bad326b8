"""Rescues the user's variables before a restart, when their user asks for that.

Runs after `look.py`, `variables.py`, `private.py`, `rescue_store.py` and
`rescue_pickler.py` in the same namespace. Each variable is pickled by itself.
Those that turn out to share objects are then pickled together, since only so
one object stays one; arrays and the memory of tensors may be shared by all.
"""

import errno
import gc
import itertools
import os
import pickle
import re
import sys
import types

MOST_LOOKED = 200_000
MOST_PATHS = 12
LONGEST_PATH = 120
#: What holds nothing, and what is one for all: to share it ties nothing together.
SINGLE = (
    *(str, bytes, tuple, frozenset, int, float, complex, range, slice, type(None), type(Ellipsis)),
    *(types.FunctionType, types.BuiltinFunctionType, types.ModuleType, types.MethodType),
    *(type, bool),
)
SINGLE_NAMES = (
    *(("numpy", "dtype"), ("torch", "dtype"), ("torch", "device"), ("torch", "Size")),
    *(("enum", "Enum"), ("pathlib", "PurePath"), ("decimal", "Decimal"), ("uuid", "UUID")),
    *(("datetime", "date"), ("datetime", "time"), ("datetime", "timedelta"), ("datetime", "tzinfo")),
)
#: What says that a disk has no room.
FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
PARTS_OF_MODULES = ("_modules", "_parameters", "_buffers")


#: Of classes by their full names: what a value of them is.
CONTENTS = (
    (None, re.compile(r"(?:type|function|builtin_function_or_method)$")),
    (
        "plain",
        re.compile(
            r"(?:int|float|complex|bool|NoneType|str|bytes|bytearray|list|dict|tuple|set|frozenset"
            r"|slice|range|collections\.(?:OrderedDict|Counter|deque)"
            r"|datetime\.\w+|decimal\.Decimal|fractions\.Fraction|uuid\.UUID)$"
        ),
    ),
    ("array", re.compile(r"(?:numpy(?!\.random)|pandas)\..*")),
    (
        "torch",
        re.compile(
            r"torch\.(?:Tensor|Size|dtype|device|nn\.parameter\.\w+|storage\.\w+|\w*Storage)$"
        ),
    ),
    (
        "module",
        re.compile(
            r"torch\.(?:nn\.modules\.\w+\.\w+"
            r"|utils\.data\.(?:dataloader\.DataLoader|sampler\.\w+"
            r"|dataset\.(?:Tensor|Concat|Stack)Dataset|dataset\.Subset))$"
        ),
    ),
)
#: What says that pickle itself does not know how, and others may.
UNKNOWN = (TypeError, AttributeError, pickle.PicklingError)


class Group:
    """Variables that were pickled together."""

    def __init__(self, number, path, names, module, seen, objects, size):
        self.number = number
        self.path = path
        self.names = names
        self.module = module
        self.seen = seen
        #: The objects in it that may change, by their ids: they live as long as this.
        self.objects = objects
        self.size = size
        self.lost = {}

    def remove(self):
        os.unlink(self.path)


class Rescuer:
    """Writes variables to a folder, and knows what became of each."""

    def __init__(self, folder, variables, budget):
        self.folder = folder
        self.variables = variables
        self.budget = budget
        self.memory = Memory(folder, budget)
        self.ways = Ways(self.memory)
        self.single = tuple(
            each for each in (*SINGLE, *(stored_in(*name) for name in SINGLE_NAMES)) if each
        )
        self.groups = []
        self.reasons = {}
        self.numbers = itertools.count()

    def run(self):
        for name, _ in sorted(self.variables.items(), key=lambda each: bulk(each[1])):
            self.reasons[name] = self.top_reason(name) or self.keep([name])
        for parts in self.shared():
            names = [name for part in parts for name in part.names]
            reason = self.keep(names)
            for part in parts:
                self.groups.remove(part)
                part.remove()
            self.reasons.update(dict.fromkeys(names, reason))

    def top_reason(self, name):
        """Why a variable is not worth keeping, or None."""
        value = self.variables[name]
        if is_a(value, types.ModuleType):
            return {"kind": "module"}
        is_code = is_a(value, type) or type(value) is types.FunctionType
        if is_code and is_found_in_main(value):
            return {"kind": "definition"}
        tensor = self.ways.tensor
        if tensor is not None and is_a(value, tensor) and value.device.type not in ("cpu", "meta"):
            return {"kind": "device", "type": described(value)}
        return None

    def keep(self, names):
        """Pickle variables as one group; why that was not possible, or None."""
        first = None
        for module, pickler in picklers(self.ways, self.budget):
            try:
                self.groups.append(self.write(names, module, pickler))
                return None
            except KeyboardInterrupt:
                self.budget.is_interrupted = True
                return {"kind": "interrupted"}
            except BaseException as error:
                first = first or reason_of(error, self.ways.seen)
                if not isinstance(error, UNKNOWN):
                    break
            finally:
                self.ways.seen.last = None
        return first

    def write(self, names, module, pickler):
        """A group in a file, which gets its name when it is whole."""
        seen = self.ways.begin()
        number = next(self.numbers)
        path = os.path.join(self.folder, f"{number}{GROUP}")
        before = {*self.memory.written}
        sink = Sink(path + PART, self.budget)
        try:
            values = {name: self.variables[name] for name in names}
            with without_device():
                one = pickler(sink, 5)
                one.dump(values)
            objects = self.changeable(one)
            del objects[id(values)]
            size = sink.size + sum(seen.files.values())
            group = Group(number, path, names, module, seen, objects, size)
            self.finish(group, sink)
        except BaseException:
            sink.undo()
            for each in {*self.memory.written} - before:
                self.memory.remove(each)
            raise
        return group

    def finish(self, group, sink):
        """Write what a group holds behind it, and give it its name."""
        lost = {id(each): each for each in group.seen.lost}
        group.lost = {name: lost_in(name, self.variables[name], lost) for name in group.names}
        head = {
            "order": group.number,
            "module": group.module,
            "names": group.names,
            "types": {name: NAME(type(self.variables[name])) for name in group.names},
            "lost": group.lost,
            "memory": {str(each): size for each, size in group.seen.files.items()},
        }
        write_end(sink, head)
        sink.file.close()
        os.replace(group.path + PART, group.path)

    def changeable(self, pickler):
        """The objects that a pickler met, and that may change, by their ids."""
        return {
            id(each): each
            for _, each in pickler.memo.copy().values()
            if not any(is_a(each, kind) for kind in self.single)
        }

    def shared(self):
        """The groups that share objects, where there is more than one."""
        heads = {}
        owners = {}

        def head(at):
            while heads.setdefault(at, at) != at:
                at = heads[at]
            return at

        for at, group in enumerate(self.groups):
            for each in group.objects:
                heads[head(owners.setdefault(each, at))] = head(at)
        found = {}
        for at, group in enumerate(self.groups):
            found.setdefault(head(at), []).append(group)
        return [groups for groups in found.values() if len(groups) > 1]

    def entangled(self):
        """What of the kept ones is reached from others: (ids of objects, numbers of memory).

        None where there is too much to look at.
        """
        main = sys.modules.get("__main__")
        seen = {id(main), id(fields(main)), id(self.variables)}
        waiting = [
            self.variables[name]
            for name, reason in self.reasons.items()
            if reason and reason["kind"] != "module"
        ]
        tensor, addresses = self.ways.tensor, set()
        while waiting:
            each = waiting.pop()
            if id(each) in seen:
                continue
            seen.add(id(each))
            if len(seen) > MOST_LOOKED:
                return None
            if is_a(each, types.ModuleType):
                continue
            if is_a(each, type):
                # What the objects of a class of the user's share.
                waiting += NAMES(each).values() if MODULE(each) == "__main__" else ()
                continue
            if type(each) is types.FunctionType:
                # Its globals are found by their names.
                waiting += [each.__defaults__, each.__kwdefaults__, each.__closure__, each.__dict__]
                continue
            waiting += gc.get_referents(each)
            if tensor is not None and is_a(each, tensor):
                waiting += leaves_of(each)
                addresses.add(address_of_tensor(each))
            elif type(each) is self.ways.numpy:
                waiting.append(each.base)
                waiting += each.ravel().tolist() if each.dtype.hasobject else ()
        numbers = {
            number
            for (kind, address, _), (number, owner) in self.memory.numbers.items()
            if id(owner) in seen or (kind == "torch" and address in addresses)
        }
        return seen, numbers

    def sets(self):
        """For each group the number of the first with which it shares memory."""
        owners, heads = {}, {}
        for group in self.groups:
            near = {owners.setdefault(each, group.number) for each in pieces_of(group)}
            near = {heads.get(each, each) for each in near} | {group.number}
            first = min(near)
            heads = {each: first if head in near else head for each, head in heads.items()}
            heads.update(dict.fromkeys(near, first))
        return heads

    def told(self):
        """What became of each variable, in the namespace's order."""
        of = {name: group for group in self.groups for name in group.names}
        entangled, split, sets = self.entangled(), self.memory.split(), self.sets()
        of_tensors = self.memory.of_tensors()
        told = []
        for name, value in self.variables.items():
            group = of.get(name)
            notes = {*group.seen.notes} if group else set()
            if group and (
                group.seen.borrowed - of_tensors or not split.isdisjoint(pieces_of(group))
            ):
                notes.add("memory")
            is_apart = (
                group
                and entangled is not None
                and entangled[0].isdisjoint({**group.objects, **group.seen.arrays})
                and entangled[1].isdisjoint(pieces_of(group))
            )
            told.append(
                {
                    "name": name,
                    "type": NAME(type(value)),
                    "reason": self.reasons[name],
                    "size": group.size if group else 0,
                    "lost": group.lost[name] if group else [],
                    "notes": sorted(notes),
                    "group": sets[group.number] if group else None,
                    "whole": bool(is_apart and not group.seen.lost and not notes),
                    "contents": contents_of(group.seen) if group else None,
                }
            )
        return told


def pieces_of(group):
    """The numbers of the memory of a group."""
    return {*group.seen.files, *group.seen.copied}


def address_of_tensor(tensor):
    """Where a tensor's memory begins, or None."""
    try:
        return tensor.untyped_storage().data_ptr() if tensor.device.type == "cpu" else None
    except Exception:
        return None  # sparse, or made by a transform


def contents_of(seen):
    """What a group consists of: `plain`, `array`, `torch`, `module`; None where there is more."""
    if seen.has_code:
        return None
    found = set()
    for kind in seen.kinds:
        name = full_name(kind)
        what = [each for each, pattern in CONTENTS if pattern.match(name)]
        if not what:
            return None
        found |= {*what[:1]}
    return sorted(found - {None})


def leaves_of(tensor):
    """The tensors to which the graph of a tensor would give gradients."""
    found, seen, waiting = [], set(), [tensor.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        found.append(getattr(node, "variable", None))
        waiting += [each for each, _ in node.next_functions]
    return found


def bulk(value):
    """How much memory a value is known to take, so that the large ones come last."""
    tensor, array = stored_in("torch", "Tensor"), stored_in("numpy", "ndarray")
    if tensor is not None and is_a(value, tensor):
        return tensor.numel(value) * tensor.element_size(value)
    if array is not None and type(value) is array:
        return value.nbytes
    return len(value) if type(value) in (bytes, bytearray, str, list, dict, set) else 0


def described(tensor):
    """`[32, 10] float32, cuda:0`."""
    dtype = str(tensor.dtype).replace("torch.", "")
    return f"{[*tensor.shape]} {dtype}, {tensor.device}"


def reason_of(error, seen):
    """Why a variable was not kept, from what was raised at the object under way."""
    if isinstance(error, OSError) and error.errno in FULL:
        return {"kind": "disk"}
    if isinstance(error, Unkept):
        return error.reason
    last = seen.last
    kind = full_name(type(last))
    if (is_a(last, type) or type(last) is types.FunctionType) and isinstance(error, UNKNOWN):
        own = last.__qualname__
        is_local = "<locals>" in own or own == "<lambda>"
        return {"kind": "local" if is_local else "redefined", "type": own}
    if isinstance(error, RecursionError):
        return {"kind": "deep", "type": kind}
    if is_a(error, TypeError) and BaseException.__str__(error).startswith("cannot pickle "):
        return {"kind": "type", "type": kind}
    return {"kind": "error", "type": kind, "error": NAME(type(error))}


def lost_in(name, value, lost):
    """Where in a variable the tensors are that lay on a device: paths and what they were."""
    found = []
    seen = set()
    waiting = [(name, value)] if lost else []
    while waiting and len(found) < MOST_PATHS and len(seen) < MOST_LOOKED:
        path, each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        if id(each) in lost:
            found.append({"path": path[:LONGEST_PATH], "what": described(each)})
            continue
        if is_a(each, dict):
            waiting += [(f"{path}[{shown_key(key)}]", one) for key, one in dict.items(each)]
        elif is_a(each, list) or is_a(each, tuple):
            items = (list if is_a(each, list) else tuple).__iter__(each)
            waiting += [(f"{path}[{at}]", one) for at, one in enumerate(items)]
        elif not is_a(each, type) and not is_a(each, types.ModuleType):
            for key, one in fields(each).items():
                if key in PARTS_OF_MODULES and is_a(one, dict):
                    waiting += [(f"{path}.{part}", inner) for part, inner in dict.items(one)]
                elif type(key) is str:
                    waiting.append((f"{path}.{key}", one))
    return found


def shown_key(key):
    return repr(key) if type(key) in (str, int, float, bool) else "…"


def report(key, seconds, size):
    """Rescue the variables of this process; None where there is no safe place for them.

    `seconds` and `size`, in bytes, are the most that it may take.
    """
    shell = shell_of()
    made = new_rescue(key)
    if shell is None or made is None:
        return None
    rescues_in(private_folder())  # those of yesterday go
    folder, name = made
    began = time.monotonic()
    rescuer = Rescuer(folder, dict(variables_of(shell)), Budget(seconds, size))
    rescuer.run()
    return {
        "name": name,
        "pid": os.getpid(),
        "executed": shell.execution_count - 1,
        "took": round(time.monotonic() - began, 2),
        "variables": rescuer.told(),
    }
