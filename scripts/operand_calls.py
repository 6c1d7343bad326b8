"""Random calls of every operation that the operand checks look at.

    .venv/bin/python scripts/operand_calls.py [CALLS] [SEED]    (10,000 each, a random one)

Each call is made by torch alone and with the checks on, on the CPU, which
checks the same values on the host. They must agree: no alarm where torch
computes, a name and a value wherever torch refuses one, and what is said must
be so. Prints one line for each operation; exit status 1 where they do not.
"""

import random
import re
import sys
from pathlib import Path

import numpy
import torch
import torch.nn.functional as F

SOURCES = Path(__file__).parents[1] / "src" / "companion" / "python"

#: What torch says of values; anything else is about shapes, types, options.
RANGE = re.compile(
    r"out of (?:bounds|range)|must be (?:non-negative|smaller)|between 0 and 1"
    r"|Expected p_in|expects p|p >= 0|to be in \[0, 1\]|invalid multinomial"
    r"|contains either|Expected idx|Expected (?:\w+ )?target|Target \S+ is|empty tensor"
)

TOLD = re.compile(
    r"^(?P<op>\w+): (?P<name>(?:indices\[\d+\])|[a-z]+)(?:\[(?P<at>[\d, ]*)\])? is (?P<value>\S+); "
    r".*? \((?P<count>\d+) of (?P<all>\d+) (?:is|are) out of range: .*\)$"
)
TWO = re.compile(
    r"^(?P<op>\w+): (?P<one>\w+) is (?P<a>\[[\d, ]*\]|\w+), (?P<other>\w+) is (?P<b>\[[\d, ]*\]|\w+); "
)
SUMS = re.compile(r"^multinomial: input(?:\[(?P<row>\d+)\])? sums to 0; ")
SPAN = re.compile(r"(-?\d+) \u2026 (-?\d+)")
IGNORED = re.compile(r", or (-?\d+) \(ignore_index\)")


def checks():
    """The companion's rules and mode, as the kernel has them."""
    names = {"__name__": "torch_triage"}
    for file in ("operand_rules", "operand_finite", "layers", "operands"):
        source = (SOURCES / f"{file}.py").read_text(encoding="utf-8")
        exec(compile(source, "<torch-triage>", "exec"), names)
    return names


class Draw:
    """Random sizes, tensors and indices that are often right and sometimes not."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.torch = torch.Generator().manual_seed(seed)

    def size(self, low=1, high=5):
        return self.random.randint(low, high)

    def shape(self, most=3, least=1):
        return [self.size(0 if self.chance(0.03) else 1) for _ in range(self.size(least, most))]

    def chance(self, share):
        return self.random.random() < share

    def floats(self, shape, dtype=torch.float32):
        return torch.rand(shape, generator=self.torch, dtype=dtype)

    def indices(self, shape, low, high, dtype=torch.int64):
        """Whole numbers in [low, high), at times a few beyond."""
        values = torch.randint(low, max(high, low + 1), shape, generator=self.torch)
        if values.numel() and self.chance(0.5):
            flat = values.view(-1)
            for _ in range(self.size(1, 2)):
                at = self.random.randrange(len(flat))
                flat[at] = self.random.choice([low - 1, high, high + 2, -1, -100, 255, 0])
        return values.to(dtype)


def labels(draw):
    batch, count = draw.size(0 if draw.chance(0.05) else 1), draw.size(0 if draw.chance(0.03) else 1)
    more = [draw.size() for _ in range(draw.random.choice([0, 0, 1, 2, 3]))]
    alone = draw.chance(0.1) and not more
    scores = draw.floats([count] if alone else [batch, count, *more])
    shape = [] if alone else [batch, *more]
    options = {}
    if draw.chance(0.3):
        options["ignore_index"] = draw.random.choice([-1, 0, 255, 2, -100])
    if draw.chance(0.3):
        options["reduction"] = draw.random.choice(["none", "sum"])
    if draw.chance(0.2):
        options["weight"] = draw.floats([count])
    return scores, draw.indices(shape, 0, count), options


def cross_entropy(draw):
    scores, target, options = labels(draw)
    if draw.chance(0.1):
        return F.cross_entropy, (scores, draw.floats(scores.shape)), {}
    if draw.chance(0.2):
        options["label_smoothing"] = 0.1
    if draw.chance(0.2):
        return F.cross_entropy, (), {"input": scores, "target": target, **options}
    return F.cross_entropy, (scores, target), options


def nll_loss(draw):
    scores, target, options = labels(draw)
    return F.nll_loss, (scores, target), options


def multi_margin_loss(draw):
    batch, count = draw.size(), draw.size()
    if draw.chance(0.2):
        return F.multi_margin_loss, (draw.floats([count]), draw.indices([], 0, count)), {}
    return F.multi_margin_loss, (draw.floats([batch, count]), draw.indices([batch], 0, count)), {}


def table(draw):
    count = draw.size(0 if draw.chance(0.03) else 1)
    dtype = draw.random.choice([torch.int64, torch.int32])
    weight = draw.floats([count, draw.size()])
    return weight.long() if draw.chance(0.1) else weight, count, dtype


def embedding(draw):
    weight, count, dtype = table(draw)
    ids = draw.indices(draw.shape(least=0), 0, count, dtype)
    if draw.chance(0.3):
        return torch.embedding, (weight, ids), {}
    options = {"padding_idx": 0} if count and draw.chance(0.3) else {}
    return F.embedding, (ids, weight), options


def embedding_bag(draw):
    weight, count, dtype = table(draw)
    options = {"mode": draw.random.choice(["sum", "mean", "max"])}
    if count and draw.chance(0.3):
        options["padding_idx"] = draw.random.randrange(-count, count)
    if draw.chance(0.5):
        ids = draw.indices([draw.size(), draw.size()], 0, count, dtype)
    else:
        ids = draw.indices([draw.size(0, 6)], 0, count, dtype)
        bags = sorted(draw.random.randint(0, len(ids)) for _ in range(draw.size(0, 3)))
        options["offsets"] = torch.tensor([0, *bags], dtype=dtype)
        # Of ids in no bag some of the CPU's ways ask, unlike CUDA; without a bag it crashes.
        if bags and draw.chance(0.3):
            options["include_last_offset"], options["offsets"][-1] = True, len(ids)
    if options["mode"] == "sum" and draw.chance(0.2):
        options["per_sample_weights"] = draw.floats(list(ids.shape))
    return F.embedding_bag, (ids, weight), options


def dimension(draw):
    data = draw.floats(draw.shape(least=0))
    dim = draw.random.randint(-max(data.dim(), 1), max(data.dim(), 1) - 1)
    count = data.shape[dim] if data.dim() else 1
    return data, dim, count


def gather(draw):
    data, dim, count = dimension(draw)
    shape = [draw.size(1, max(size, 1)) if draw.chance(0.3) else size for size in data.shape]
    if data.dim():
        shape[dim] = draw.size()
    index = draw.indices(shape, 0, count)
    if draw.chance(0.3):
        return torch.gather, (data,), {"dim": dim, "index": index}
    return torch.Tensor.gather, (data, dim, index), {}


def scatter(draw):
    data, dim, count = dimension(draw)
    shape = [draw.size(0, size) if draw.chance(0.2) else size for size in data.shape]
    index = draw.indices(shape, 0, count)
    source = draw.floats(list(data.shape))
    which = draw.random.choice(["scatter", "scatter_", "scatter_add", "scatter_reduce", "value"])
    if which == "value":
        return torch.scatter, (data, dim, index, 1.0), {}
    options = {"reduce": "sum"} if which == "scatter_reduce" else {}
    return getattr(torch.Tensor, which), (data, dim, index, source), options


def index_select(draw):
    data, dim, count = dimension(draw)
    dtype = draw.random.choice([torch.int64, torch.int32])
    index = draw.indices([draw.size(0, 4)], 0, count, dtype)
    home = draw.random.choice([torch, torch.Tensor])
    return home.index_select, (data, dim, index), {}


def index_add(draw):
    data, dim, count = dimension(draw)
    number = draw.size() if data.dim() else 1
    shape = list(data.shape)
    if data.dim():
        shape[dim] = number
    index = draw.indices([number] if data.dim() else [], 0, count)
    which = draw.random.choice(["index_add", "index_add_", "index_copy", "index_copy_", "index_reduce_"])
    options = {"reduce": "amax"} if which == "index_reduce_" else {}
    return getattr(torch.Tensor, which), (data, dim, index, draw.floats(shape)), options


def index_fill(draw):
    data, dim, count = dimension(draw)
    index = draw.indices([draw.size()], -count, count)
    return draw.random.choice([torch.Tensor.index_fill, torch.Tensor.index_fill_]), (data, dim, index, 1.0), {}


def take(draw):
    data = draw.floats(draw.shape())
    index = draw.indices(draw.shape(), -data.numel(), data.numel())
    if draw.chance(0.5):
        return torch.take, (data, index), {}
    return torch.Tensor.put_, (data, index, draw.floats(list(index.shape))), {}


#: Parts of `x[...]`.
KINDS = (
    *("tensor", "tensor", "slice", "none", "list", "tuple", "array", "range", "mask", "masks"),
    *("int", "rest"),
)


def parts(draw, data):
    """Parts of `x[...]`, tensors with shapes that fit one another."""
    common, found, dim = draw.shape(3), [], 0
    while dim < data.dim():
        count = data.shape[dim]
        kind = draw.random.choice(KINDS)
        if kind == "rest":
            found += [Ellipsis] if draw.chance(0.5) else []
            break
        if kind == "none":
            found.append(None)
            continue
        if kind == "tensor":
            found.append(draw.indices(common, -count, count, draw.random.choice([torch.int64, torch.int32])))
        elif kind == "list":
            found.append(draw.indices([draw.size()] if draw.chance(0.5) else common, -count, count).tolist())
        elif kind == "tuple":
            found.append(tuple(draw.indices([draw.size()], -count, count).tolist()))
        elif kind == "range":
            found.append(range(draw.random.randint(1, count + 1)))
        elif kind == "masks":
            mask = draw.floats([*data.shape[dim : dim + 2]]) < 0.7
            found.append(mask)
            dim += mask.dim() - 1
        elif kind == "array":
            found.append(draw.indices(common, -count, count).numpy())
        elif kind == "mask":
            mask = draw.floats([count]) < 0.7
            found.append(draw.random.choice([mask, mask, mask.byte(), mask.tolist()]))
        elif kind == "int":
            # One whole number, also as a tensor, is read on the host.
            one = draw.random.randint(-count, count - 1) if count else slice(None)
            found.append(draw.random.choice([torch.tensor, numpy.int64, int, int])(one) if count else one)
        else:
            found.append(slice(None))
        dim += 1
    return tuple(found)


def getitem(draw):
    data = draw.floats(draw.shape())
    index = parts(draw, data)
    if len(index) == 1 and type(index[0]) is not tuple and draw.chance(0.7):
        index = index[0]
    return torch.Tensor.__getitem__, (data, index), {}


def setitem(draw):
    _, (data, index), _ = getitem(draw)
    value = draw.random.choice([1.0, torch.tensor(2.0), data[:1].clone()])
    return torch.Tensor.__setitem__, (data, index, value), {}


def index_put(draw):
    data = draw.floats(draw.shape())
    common = draw.shape(2, 0)
    indices = tuple(
        draw.indices(common, -count, count)
        for count in data.shape[: draw.size(1, data.dim())]
    )
    return torch.Tensor.index_put_, (data, indices, torch.tensor(1.0)), {"accumulate": draw.chance(0.3)}


def one_hot(draw):
    count = draw.random.choice([-1, draw.size()])
    values = draw.indices(draw.shape(least=0), 0, draw.size() if count < 0 else count)
    return F.one_hot, (values, count), {}


def unit_values(draw, shape):
    values = draw.floats(shape, draw.random.choice([torch.float32, torch.float64]))
    if values.numel() and draw.chance(0.5):
        flat = values.view(-1)
        flat[draw.random.randrange(len(flat))] = draw.random.choice(
            [-0.5, 1.5, float("nan"), float("inf"), 0.0, 1.0]
        )
    return values


def binary_cross_entropy(draw):
    scores = unit_values(draw, draw.shape())
    target = unit_values(draw, list(scores.shape)) if draw.chance(0.3) else torch.rand_like(scores)
    return F.binary_cross_entropy, (scores, target), {}


def bernoulli(draw):
    values = unit_values(draw, draw.shape(least=0))
    if draw.chance(0.3):
        return torch.Tensor.bernoulli_, (torch.empty_like(values), values), {}
    return draw.random.choice([torch.bernoulli, torch.Tensor.bernoulli]), (values,), {}


def multinomial(draw):
    values = unit_values(draw, draw.shape(2))
    if values.numel() and draw.chance(0.2):
        (values if values.dim() == 1 else values[draw.random.randrange(len(values))]).zero_()
    number = draw.size(1, 4)
    return torch.multinomial, (values, number), {"replacement": draw.chance(0.5)}


def linear(draw):
    width = draw.size()
    data = draw.floats([*draw.shape(2, 0), draw.random.choice([width, width, draw.size()])])
    dtype = torch.float64 if draw.chance(0.1) else torch.float32
    weight = draw.floats([draw.size(), width] if draw.chance(0.9) else [width], dtype)
    of_bias = torch.float64 if draw.chance(0.1) else dtype
    bias = draw.floats(weight.shape[:1], of_bias) if weight.dim() == 2 and draw.chance(0.5) else None
    return F.linear, (data, weight, bias), {}


def convolution(draw):
    rank, takes = draw.size(1, 3), draw.size(1, 3)
    kinds = [torch.float64 if draw.chance(0.1) else torch.float32 for _ in range(3)]
    gets = draw.random.choice([takes, takes, draw.size(1, 3)])
    data = draw.floats([draw.size(1, 2), gets, *[draw.size(2, 4)] * rank], kinds[0])
    gives = draw.size(1, 3)
    turned = draw.chance(0.3)
    shape = [takes, gives] if turned else [gives, takes]
    weight = draw.floats([*shape, *[draw.size(1, 2)] * rank], kinds[1])
    bias = draw.floats([gives], kinds[2]) if draw.chance(0.5) else None
    name = f"conv_transpose{rank}d" if turned else f"conv{rank}d"
    return getattr(F, name), (data, weight, bias), {}


PRODUCTS = (
    *(torch.matmul, torch.Tensor.__matmul__, torch.mm, torch.bmm),
    *(torch.mv, torch.dot, torch.addmm, torch.baddbmm),
)


def matmul(draw):
    inner = draw.size()
    other = draw.random.choice([inner, inner, draw.size()])
    dtype = torch.float64 if draw.chance(0.1) else torch.float32
    which = draw.random.choice(PRODUCTS)
    if which in (torch.addmm, torch.baddbmm):
        batch = [draw.size()] if which is torch.baddbmm else []
        first, second = [*batch, draw.size(), inner], [*batch, other, draw.size()]
        added = draw.floats([*batch, first[-2], second[-1]])
        return which, (added, draw.floats(first), draw.floats(second, dtype)), {}
    if which is torch.mv:
        one, two = [draw.size(), inner], [other]
    elif which is torch.dot:
        one, two = [inner], [other]
    elif which is torch.mm:
        one, two = [draw.size(), inner], [other, draw.size()]
    elif which is torch.bmm:
        batch = draw.size()
        one, two = [batch, draw.size(), inner], [batch, other, draw.size()]
    else:
        one = [*draw.shape(2, 0), inner]
        two = [other] if draw.chance(0.3) else [other, draw.size()]
    return which, (draw.floats(one), draw.floats(two, dtype)), {}


MAKERS = (
    cross_entropy,
    nll_loss,
    multi_margin_loss,
    embedding,
    embedding_bag,
    gather,
    scatter,
    index_select,
    index_add,
    index_fill,
    take,
    getitem,
    setitem,
    index_put,
    one_hot,
    binary_cross_entropy,
    bernoulli,
    multinomial,
    linear,
    convolution,
    matmul,
)

#: Of these the checks tell what no kernel is asked for: shapes are left to torch.
OF_SHAPES = (linear, convolution, matmul)


def cloned(value):
    """A copy for a call of its own: some change their arguments."""
    if torch.is_tensor(value):
        return value.clone()
    if type(value) is tuple:
        return tuple(map(cloned, value))
    return value


def outcome(function, args, kwargs):
    """What a call raises, or None."""
    try:
        function(*map(cloned, args), **kwargs)
    except Exception as error:
        return error
    return None


def operand(name, at, given):
    """The values that a message speaks of, and the place in them."""
    part = re.fullmatch(r"(\w+)\[(\d+)\]", name)
    value = given["index" if part and "index" in given else part[1] if part else name]
    if part and torch.is_tensor(value):
        at = part[2]  # the place itself: the argument is one tensor
    elif part:
        value = value[int(part[2])]
    elif type(value) is tuple:
        (value,) = value
    return torch.as_tensor(value), tuple(map(int, filter(None, (at or "").split(", "))))


def described(tensor):
    """What a message may say of a tensor: its shape, its type."""
    return str(list(tensor.shape)), str(tensor.dtype).replace("torch.", "")


def lie(message, function, args, kwargs, rules):
    """What is not so in a message, or None."""
    given = {**dict(zip(rules[function][1], args)), **kwargs}
    told, two, sums = TOLD.match(message), TWO.match(message), SUMS.match(message)
    if two:
        facts = (two[name] in described(given[two[of]]) for name, of in (("a", "one"), ("b", "other")))
        return None if all(facts) else "its shapes or types"
    if sums:
        row = given["input"] if sums["row"] is None else given["input"][int(sums["row"])]
        return None if row.sum() == 0 else "its sum"
    if told is None:
        return "its form"
    values, at = operand(told["name"], told["at"], given)
    if len(at) != values.dim():
        return "its position"
    value = values[at].item()
    if f"{value:.6g}" != told["value"] and str(value) != told["value"]:
        return f"its value, {value}"
    span, ignored = SPAN.search(message), IGNORED.search(message)
    if span:
        low, high = map(int, span.groups())
        kept = None if ignored is None else int(ignored[1])
        if kept is None and told["op"] in ("cross_entropy", "nll_loss"):
            kept = kwargs.get("ignore_index", -100)
        out = [each for each in values.flatten().tolist() if not low <= each <= high and each != kept]
        if len(out) != int(told["count"]):
            return f"its count, {len(out)}"
    return None if values.numel() == int(told["all"]) else "its total"


def is_empty(args):
    """Whether no kernel runs: of an empty tensor torch asks on the host."""
    return torch.is_tensor(args[0]) and args[0].numel() == 0


def compare(make, calls, seed, names):
    """Make calls of one operation; how many were refused, and what disagrees."""
    draw, rules = Draw(seed), names["rules_of"](torch)
    refused, wrong = 0, []
    for _ in range(calls):
        function, args, kwargs = make(draw)
        assert function in rules, function
        alone = outcome(function, args, kwargs)
        mode = names["mode_of"](torch)
        with mode:
            checked = outcome(function, args, kwargs)
        ours = type(checked).__name__ == "OperandError"
        if alone is None:
            problem = checked and "false alarm"
        elif ours:
            refused += 1
            problem = lie(str(checked), function, args, kwargs, rules)
        elif RANGE.search(str(alone)) and not (args and is_empty(args)) and make not in OF_SHAPES:
            problem = "missed"
        elif type(alone) is not type(checked):
            problem = "a third error"
        else:
            problem = None
        if problem:
            shown = [each if not torch.is_tensor(each) else (each.dtype, each.tolist()) for each in args]
            wrong.append(f"{problem}: {shown} {kwargs}\n    torch: {alone!r}\n    ours: {checked!r}")
    return refused, wrong


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {seed}")
    names, failed = checks(), False
    for make in MAKERS:
        refused, wrong = compare(make, calls, seed, names)
        print(f"{make.__name__:22} {calls} calls, {refused} named, {len(wrong)} disagree", flush=True)
        for each in wrong[:3]:
            print(f"  {each}")
        failed = failed or bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
