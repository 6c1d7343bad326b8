"""Which values the arguments of a torch call may have, and which one is outside.

CUDA's kernels assert these on the device and never say which value failed.
Each rule takes what a call was given and returns a sentence, or None: where
the values are allowed, where torch itself refuses the call for another reason,
and where nothing can be read.
"""

import math
import numbers
import sys

SHOWN = 5  # values that a sentence lists
DOTS = "\u2026"
LIST_IS_TENSOR = 32  # entries of a list in `x[...]`


class Call:
    """The arguments of one call by name, and how values of its tensors are read."""

    def __init__(self, torch, names, args, kwargs):
        self.torch = torch
        self.given = {**dict(zip(names, args)), **kwargs}

    def get(self, name, default=None):
        """An argument, or what stands for one that was left out."""
        return self.given.get(name, default)

    def tensor(self, name):
        """An argument that is a tensor whose values can be read, or None."""
        value = self.get(name)
        return value if is_readable(self.torch, value) else None

    def size(self, name):
        """Entries of the argument `dim` in a tensor, or None."""
        shape, dim = self.given[name].shape, self.get("dim")
        if type(dim) is not int or not -max(len(shape), 1) <= dim < max(len(shape), 1):
            return None
        return shape[dim] if len(shape) else 1


def is_plain(torch, value):
    """Whether a value is a tensor that no code of a subclass answers for."""
    kind, base = type(value), torch.Tensor
    if kind is base or kind is torch.nn.Parameter:
        return True
    if not issubclass(kind, base) or kind.__torch_dispatch__ is not base.__torch_dispatch__:
        return False
    answers = getattr(kind.__torch_function__, "__func__", kind.__torch_function__)
    return answers in (base.__torch_function__.__func__, torch.nn.Parameter.__torch_function__)


def is_filled(torch, value):
    """Whether a value is a tensor whose elements are somewhere: on `meta` an index reads nothing."""
    return is_plain(torch, value) and not value.is_meta


def is_readable(torch, value):
    """Whether a value is a tensor with values at hand."""
    return (
        is_plain(torch, value)
        and value.layout is torch.strided
        and not value.is_meta
        and not value.is_quantized
        and not value.is_nested
        # Under vmap a tensor stands for many, and what reads it warns.
        and not torch._C._functorch.is_batchedtensor(value)
        and not (value.is_cuda and torch.cuda.is_current_stream_capturing())
    )


def counted(number, one, many):
    """A number with its noun."""
    return f"{number} {one if number == 1 else many}"


def written(value):
    """A number as a sentence shows it."""
    return f"{value:.6g}" if type(value) is float else str(value)


def outside(values, bad, name, rule):
    """What to say of the values that `bad` marks; None where it marks none."""
    count = int(bad.sum())
    if count == 0:
        return None
    at = bad.nonzero()[0].tolist()
    found = [written(each) for each in values[bad][:SHOWN].tolist()]
    more = [DOTS] if count > SHOWN else []
    place = f"[{', '.join(map(str, at))}]" if at else ""
    verb = "is" if count == 1 else "are"
    return (
        f"{name}{place} is {found[0]}; {rule} "
        f"({count} of {values.numel()} {verb} out of range: {', '.join(found + more)})"
    )


def are_within(values, low, high):
    """Whether all values are in a range; read without a copy of a large tensor."""
    if values.numel() == 0:
        return True
    least, most = (each.item() for each in values.aminmax())
    return low <= least and most <= high


def beyond(values, low, high, name, rule, ignored=None):
    """What to say of whole numbers below `low` or above `high`."""
    values = values.detach()
    if are_within(values, low, high):
        return None
    values = values.long()
    bad = (values < low) | (values > high)
    if ignored is not None:
        bad &= values != ignored
    return outside(values, bad, name, rule)


def span(low, high):
    """A range as text."""
    return f"{low} {DOTS} {high}"


def labels(call):
    """cross_entropy, nll_loss: each label is a class, or is left out."""
    torch, scores, target = call.torch, call.get("input"), call.tensor("target")
    if target is None or not is_filled(torch, scores) or target.dtype not in (torch.int64, torch.uint8):
        return None
    shape = tuple(scores.shape)
    fits = shape[:1] + shape[2:] if len(shape) > 1 else ()
    # Other shapes are probabilities of the classes, or torch refuses them.
    if not shape or tuple(target.shape) != fits:
        return None
    count = shape[1] if len(shape) > 1 else shape[0]
    ignored = call.get("ignore_index", -100)
    if type(ignored) is not int:
        return None
    rule = f"with {counted(count, 'class', 'classes')} labels are {span(0, count - 1)}"
    if count == 0:
        rule = "there are scores for no class"
    if ignored != -100:
        rule += f", or {ignored} (ignore_index)"
    return beyond(target, 0, count - 1, "target", rule, ignored)


def margin_labels(call):
    """multi_margin_loss: each label is a class."""
    torch, scores, target = call.torch, call.get("input"), call.tensor("target")
    if target is None or not is_filled(torch, scores) or target.dtype is not torch.int64:
        return None
    shape = tuple(scores.shape)
    if len(shape) not in (1, 2) or 0 in shape or target.numel() != (shape[0] if len(shape) == 2 else 1):
        return None
    count = shape[-1]
    rule = f"with {counted(count, 'class', 'classes')} labels are {span(0, count - 1)}"
    return beyond(target, 0, count - 1, "target", rule)


def rows(name, of_any_type=True):
    """embedding, embedding_bag: each id is a row of the table."""

    def rule(call):
        torch, ids, table = call.torch, call.tensor(name), call.get("weight")
        if ids is None or not is_filled(torch, table) or table.dim() != 2:
            return None
        if ids.dtype not in (torch.int64, torch.int32):
            return None
        if not (of_any_type or table.dtype.is_floating_point):
            return None
        count, ends = table.shape[0], call.tensor("offsets")
        if call.get("include_last_offset", False) and ends is not None:
            ids = ids[: int(ends[-1])]  # the rest is in no bag
        allowed = f"with {counted(count, 'row', 'rows')} ids are {span(0, count - 1)}"
        if count == 0:
            allowed = "the table has no row"
        return beyond(ids, 0, count - 1, name, allowed)

    return rule


def entries(index, count, name, where, wraps):
    """What to say of indices that are not among `count` entries."""
    low = -count if wraps else 0
    rule = f"{where} has {counted(count, 'entry', 'entries')}, so indices are {span(low, count - 1)}"
    if count == 0:
        rule = f"{where} has no entry"
    return beyond(index, low, count - 1, name, rule)


def along(wraps=False, of_empty=True):
    """gather, scatter, index_select …: each index is an entry of a dimension.

    Some do nothing where that has none, whatever the index is.
    """

    def rule(call):
        torch, index, data = call.torch, call.tensor("index"), call.get("input")
        if index is None or not is_filled(torch, data):
            return None
        if index.dtype not in (torch.int64, torch.int32):
            return None
        count = call.size("input")
        # Where another dimension is empty no index is used, or torch refuses the shapes.
        if count is None or data.numel() == 0 and (count > 0 or not of_empty):
            return None
        return entries(index, count, "index", f"dimension {call.get('dim') % max(data.dim(), 1)}", wraps)

    return rule


def taken(call):
    """take, put: each index is an element of the flat tensor."""
    torch, index, data = call.torch, call.tensor("index"), call.get("input")
    if index is None or not is_filled(torch, data) or index.dtype is not torch.int64:
        return None
    return entries(index, data.numel(), "index", "the flat tensor", True)


def as_part(torch, part):
    """A part of `x[...]` as torch takes it: lists and arrays are tensors there."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(part) is numpy.ndarray:
        return torch.as_tensor(part)
    if numpy is not None and isinstance(part, numpy.integer):
        return int(part)
    if type(part) in (list, tuple, range) and len(part):
        return torch.tensor(part)
    return part


def is_mask(torch, part):
    """Whether a part of `x[...]` chooses by yes and no."""
    return part.dtype in (torch.bool, torch.uint8)


def consumed(torch, part):
    """How many dimensions a part of `x[...]` takes; None where it is not known."""
    if part is None or part is Ellipsis:
        return 0
    if type(part) is slice or isinstance(part, int) and type(part) is not bool:
        return 1
    if not is_readable(torch, part):
        return None
    if is_mask(torch, part):
        return part.dim() or None
    return 1 if part.dtype in (torch.int64, torch.int32) else None


def indexed(torch, data, parts, is_single, least=0):
    """What to say of the indices, of `least` dimensions, among the parts of `x[...]`."""
    parts = [as_part(torch, part) for part in parts]
    sizes = [consumed(torch, part) for part in parts]
    if None in sizes or sum(part is Ellipsis for part in parts) > 1 or sum(sizes) > data.dim():
        return None
    dim, shapes, indices = 0, [], []
    for at, (part, size) in enumerate(zip(parts, sizes)):
        if part is Ellipsis:
            dim += data.dim() - sum(sizes)
        elif is_plain(torch, part) and is_mask(torch, part):
            shapes.append((int((part != 0).sum()),))
        elif is_plain(torch, part) and part.dim() >= least:
            shapes.append(tuple(part.shape))
            indices.append((at, part, dim))
        dim += size
    # Where nothing is read no kernel looks at an index. Shapes that do not fit
    # one another raise here, and then in torch.
    if data.numel() == 0 or 0 in torch.broadcast_shapes(*shapes):
        return None
    for at, part, dim in indices:
        name = "index" if is_single else f"indices[{at}]"
        told = entries(part, data.shape[dim], name, f"dimension {dim}", True)
        if told:
            return told
    return None


def items(call):
    """`x[...]` and `x[...] = v`."""
    torch, data, index = call.torch, call.get("input"), call.get("index")
    if not is_filled(torch, data) or data.layout is not torch.strided:
        return None
    if type(index) is list and not all(isinstance(each, numbers.Integral) for each in index):
        # A short list of others is a tuple; torch says that this is going to change.
        if len(index) >= LIST_IS_TENSOR or torch.__version__ >= (2, 14):
            return None
        index = tuple(index)
    is_single = type(index) is not tuple
    # A single number is read on the host.
    return indexed(torch, data, (index,) if is_single else index, is_single, least=1)


def put_items(call):
    """index_put: a tensor for each dimension, None for a whole one."""
    torch, data, indices = call.torch, call.get("input"), call.get("indices")
    if not is_filled(torch, data) or type(indices) not in (tuple, list):
        return None
    parts = tuple(slice(None) if each is None else each for each in indices)
    if not all(isinstance(each, slice) or is_readable(torch, each) for each in parts):
        return None
    return indexed(torch, data, parts, False)


def classes(call):
    """one_hot: each value is a class."""
    torch, values = call.torch, call.tensor("input")
    count = call.get("num_classes", -1)
    if values is None or values.dtype is not torch.int64 or type(count) is not int:
        return None
    if values.numel() == 0 or count < -1 or count == 0:
        return None
    if count == -1:
        detached = values.detach()
        return outside(detached, detached < 0, "input", "classes are 0 or more")
    rule = f"with {counted(count, 'class', 'classes')} values are {span(0, count - 1)}"
    return beyond(values, 0, count - 1, "input", rule)


def fraction(values, name):
    """What to say of values that are not within 0 and 1; NaN is not either."""
    values = values.detach()
    if are_within(values, 0, 1):
        return None
    return outside(values, ~((values >= 0) & (values <= 1)), name, f"values are {span(0, 1)}")


def unit(call):
    """binary_cross_entropy: the input is a probability, from torch 2.4 on the target too."""
    torch, scores, target = call.torch, call.tensor("input"), call.get("target")
    if scores is None or not is_plain(torch, target) or scores.shape != target.shape:
        return None
    if not scores.dtype.is_floating_point or scores.dtype is not target.dtype:
        return None
    told = fraction(scores, "input")
    if told is None and torch.__version__ >= (2, 4) and is_readable(torch, target):
        return fraction(target, "target")
    return told


def chances(name):
    """bernoulli: each value of the tensor is a probability."""

    def rule(call):
        values = call.tensor(name)
        if values is None or not values.dtype.is_floating_point:
            return None
        if "p" in call.given and name != "p":
            return None
        return fraction(values, name)

    return rule


def weights(call):
    """multinomial: weights are finite and not negative, and each row has one."""
    values, count = call.tensor("input"), call.get("num_samples")
    if values is None or type(count) is not int or count < 1:
        return None
    if not values.dtype.is_floating_point or values.dim() not in (1, 2) or values.numel() == 0:
        return None
    if count > values.shape[-1] and not call.get("replacement", False):
        return None
    values = values.detach()
    bad = ~(values >= 0) | (values == math.inf)
    told = outside(values, bad, "input", "weights are finite and 0 or more")
    if told:
        return told
    sums = values.sum(-1)
    if not bool((sums == 0).any()):
        return None
    if values.dim() == 1:
        return "input sums to 0; at least one weight is above 0"
    row = (sums == 0).nonzero()[0].item()
    return f"input[{row}] sums to 0; each row has a weight above 0"


def dims(tensor):
    """A shape as text."""
    return f"[{', '.join(map(str, tensor.shape))}]"


def alike(torch, one, other, names):
    """What to say of two operands of unlike devices or types."""
    if one.device != other.device and not (one.is_meta or other.is_meta):
        return (
            f"{names[0]} is on {one.device}, {names[1]} on {other.device}; "
            "both are on one device"
        )
    if one.dtype is not other.dtype and not is_autocast(torch, one):
        types = [str(each.dtype).replace("torch.", "") for each in (one, other)]
        return f"{names[0]} is {types[0]}, {names[1]} is {types[1]}; both have one dtype"
    return None


def is_autocast(torch, tensor):
    """Whether autocast may change the types of this call's operands."""
    kind = tensor.device.type
    if torch.__version__ >= (2, 4):
        return torch.is_autocast_enabled(kind)
    return torch.is_autocast_cpu_enabled() if kind == "cpu" else torch.is_autocast_enabled()


def unlike(call, *names):
    """What to say of the first operand whose device or type is not that of the first."""
    torch, first = call.torch, call.get(names[0])
    found = [(name, call.get(name)) for name in names[1:]]
    told = (
        alike(torch, first, other, (names[0], name))
        for name, other in found
        if is_plain(torch, first) and is_plain(torch, other)
    )
    return next((each for each in told if each), None)


def alike_all(*names):
    """Convolutions: these operands are on one device and have one type."""
    return lambda call: unlike(call, *names)


def width(call):
    """linear: the last dimension of the input is what the layer takes."""
    torch, data, weight = call.torch, call.get("input"), call.get("weight")
    if not (is_plain(torch, data) and is_plain(torch, weight)) or weight.dim() not in (1, 2):
        return None
    if any(each.layout is not torch.strided for each in (data, weight)) or data.dim() == 0:
        return None
    if data.shape[-1] != weight.shape[-1]:
        return (
            f"input is {dims(data)}, weight is {dims(weight)}; the layer takes "
            f"{weight.shape[-1]} in the last dimension and gets {data.shape[-1]}"
        )
    return unlike(call, "input", "weight", "bias")


def product(name, first="input"):
    """matmul, mm, bmm …: the inner sizes are the same."""

    def rule(call):
        torch, one, other = call.torch, call.get(first), call.get(name)
        if not (is_plain(torch, one) and is_plain(torch, other)):
            return None
        if any(each.layout is not torch.strided or each.dim() == 0 for each in (one, other)):
            return None
        inner = other.shape[-2] if other.dim() > 1 else other.shape[0]
        if one.shape[-1] != inner:
            return (
                f"{first} is {dims(one)}, {name} is {dims(other)}; the inner sizes are the "
                f"same, and here they are {one.shape[-1]} and {inner}"
            )
        return unlike(call, first, name)

    return rule


SCORES = ("input", "target")
REDUCED = ("weight", "size_average", "ignore_index", "reduce", "reduction")
BAG = (
    *("input", "weight", "offsets", "max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse"),
    *("per_sample_weights", "include_last_offset"),
)
OF_BAG = (
    *("weight", "indices", "offsets", "scale_grad_by_freq", "mode", "sparse", "per_sample_weights"),
    "include_last_offset",
)
LAYER = ("input", "weight", "bias")
ALONG = ("input", "dim", "index")


def rules_of(torch):
    """What is looked at, by the function that is called: (name, argument names, rule)."""
    functional, tensor = torch.nn.functional, torch.Tensor
    found = {}

    def add(name, names, rule, *homes):
        for home in homes:
            function = getattr(home, name, None)
            if function is not None:
                found[function] = (name.strip("_"), names, rule)

    add("cross_entropy", (*SCORES, *REDUCED), labels, functional)
    add("nll_loss", (*SCORES, *REDUCED), labels, functional)
    add("multi_margin_loss", SCORES, margin_labels, functional)
    add("embedding", ("input", "weight"), rows("input"), functional)
    add("embedding", ("weight", "indices"), rows("indices"), torch)
    add("embedding_bag", BAG, rows("input", False), functional)
    add("embedding_bag", OF_BAG, rows("indices", False), torch)
    add("gather", ALONG, along(), torch, tensor)
    for name in ("scatter", "scatter_add", "scatter_reduce"):
        add(name, ALONG, along(), torch, tensor)
        add(f"{name}_", ALONG, along(), tensor)
    add("index_select", ALONG, along(), torch, tensor)
    for name, wraps in (
        *(("index_add", False), ("index_copy", False), ("index_reduce", False)),
        ("index_fill", True),
    ):
        add(name, ALONG, along(wraps, of_empty=False), torch, tensor)
        add(f"{name}_", ALONG, along(wraps, of_empty=False), tensor)
    add("take", ("input", "index"), taken, torch, tensor)
    add("put", ("input", "index"), taken, torch, tensor)
    add("put_", ("input", "index"), taken, tensor)
    found[tensor.__getitem__] = ("indexing", ("input", "index"), items)
    found[tensor.__setitem__] = ("indexing", ("input", "index", "value"), items)
    add("index_put", ("input", "indices"), put_items, torch, tensor)
    add("index_put_", ("input", "indices"), put_items, tensor)
    add("one_hot", ("input", "num_classes"), classes, functional)
    add("binary_cross_entropy", SCORES, unit, functional)
    add("bernoulli", ("input", "p"), chances("input"), torch, tensor)
    add("bernoulli_", ("input", "p"), chances("p"), tensor)
    add("multinomial", ("input", "num_samples", "replacement"), weights, torch, tensor)
    add("linear", LAYER, width, functional)
    for rank in (1, 2, 3):
        add(f"conv{rank}d", LAYER, alike_all("input", "weight", "bias"), functional)
        # The bias of these may have a type of its own.
        add(f"conv_transpose{rank}d", LAYER, alike_all("input", "weight"), functional)
    add("matmul", ("input", "other"), product("other"), torch, tensor)
    add("__matmul__", ("input", "other"), product("other"), tensor)
    for name, other in (("mm", "mat2"), ("bmm", "mat2"), ("mv", "vec"), ("dot", "tensor")):
        add(name, ("input", other), product(other), torch, tensor)
    for name, pair in (("addmm", ("mat1", "mat2")), ("baddbmm", ("batch1", "batch2"))):
        add(name, ("input", *pair), product(pair[1], pair[0]), torch, tensor)
        add(f"{name}_", ("input", *pair), product(pair[1], pair[0]), tensor)
    return found
