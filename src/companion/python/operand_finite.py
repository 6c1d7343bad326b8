"""The first NaN or Inf: a call whose floating operands were finite and whose result is not.

Runs after `operand_rules.py` in the same namespace. Only reads: what a call
gives is handed on as it is, or the cell ends there.
"""

import math

MOST_RESULTS = 64  # tensors of one call
MOST_NUMBERS = 1_000  # in the lists that a call was given
DEEPEST_LIST = 4
#: What gives no value of its own: memory as it lies there, data, or what was there before.
NOT_COMPUTED = frozenset(
    (
        *("empty_like", "new_empty", "new_empty_strided", "new_tensor", "resize_", "resize_as_", "set_"),
        *("view", "view_as", "reshape", "reshape_as", "transpose", "t", "permute", "squeeze", "unsqueeze"),
        *("expand", "expand_as", "flatten", "unflatten", "detach", "contiguous", "clone", "narrow", "select"),
        *("chunk", "split", "unbind", "__getitem__", "cat", "stack", "dim", "size", "stride", "numel"),
        *("item", "tolist", "__repr__", "__get__", "__set__", "backward", "requires_grad_", "nan_to_num"),
    )
)
#: Of these a row that is -Inf as a whole, as a mask may leave it, becomes NaN.
OF_MASKS = frozenset(
    ("softmax", "log_softmax", "scaled_dot_product_attention", "multi_head_attention_forward")
)
#: What they write to beside their result.
WRITERS = frozenset(("batch_norm", "instance_norm"))
#: Calls whose result at a place comes from the operands at that place alone.
BY_ELEMENT = frozenset(
    (
        *("log", "log2", "log10", "log1p", "logit", "sqrt", "rsqrt", "reciprocal", "exp", "exp2", "expm1"),
        *("div", "true_divide", "pow", "mul", "add", "sub", "square", "acos", "asin", "acosh", "atanh"),
        *("sinh", "cosh", "xlogy", "fmod", "remainder"),
    )
)


def tensors_in(torch, values, depth=DEEPEST_LIST):
    """The floating tensors among values and in their lists."""
    for value in values:
        if type(value) in (tuple, list) and depth and len(value) <= MOST_NUMBERS:
            yield from tensors_in(torch, value, depth - 1)
        elif is_readable(torch, value) and (value.is_floating_point() or value.is_complex()):
            yield value


def has_odd_number(values, depth=DEEPEST_LIST):
    """Whether a number that is not finite was asked for, as masks do."""
    for value in values:
        if type(value) is float and not math.isfinite(value):
            return True
        if type(value) in (tuple, list) and depth and has_odd_number(value[:MOST_NUMBERS], depth - 1):
            return True
    return False


def is_finite(torch, tensor):
    """Whether all values of a tensor are finite."""
    return bool(torch.isfinite(tensor.detach()).all())


class Watched:
    """One call: what it was given is remembered, what it gives is looked at."""

    def __init__(self, torch, name, args, kwargs):
        self.torch = torch
        self.name = name
        self.args = args
        self.given = (*args, *kwargs.values())
        self.has_options = bool(kwargs)
        self.inputs = [*tensors_in(torch, self.given)]
        in_place = name.endswith("_") and not name.endswith("__")
        writes = in_place or name in WRITERS or kwargs.get("out") is not None
        # What it writes to cannot be looked at afterwards.
        self.was_finite = self.are_finite() if writes else None

    def are_finite(self):
        return all(is_finite(self.torch, each) for each in self.inputs)

    def odd(self, result):
        """What to say of the result; None where it is finite, or was not made so here."""
        if not self.inputs:
            return None  # data, which nothing was computed from
        listed = result if isinstance(result, (tuple, list)) else None
        found = (result,) if listed is None else (*listed[:MOST_RESULTS],)
        for at, each in enumerate(found):
            for tensor in tensors_in(self.torch, (each,), 0):
                if not is_finite(self.torch, tensor):
                    return self.told("result" if listed is None else f"results[{at}]", tensor)
        return None

    def told(self, name, result):
        if has_odd_number(self.given):
            return None
        if self.was_finite is not None:
            return named_odd(self.torch, name, result, "what went in is finite") if self.was_finite else None
        if any(each is result for each in self.inputs):
            return None
        if self.are_finite():
            return named_odd(self.torch, name, result, self.source(result))
        is_masked = self.name in OF_MASKS and bool(result.isnan().any())
        if is_masked and not any(bool(each.detach().isnan().any()) for each in self.inputs):
            return named_odd(self.torch, name, result, "what went in has no NaN", is_nan=True)
        return None

    def source(self, result):
        """What went in where the first value of the result is not finite."""
        torch, usual = self.torch, "what went in is finite"
        name, values = self.name.strip("_"), self.args
        if name.startswith("r") and name[1:] in BY_ELEMENT and self.name.startswith("__"):
            name, values = name[1:], values[::-1]
        if name not in BY_ELEMENT or self.has_options or len(values) > 2:
            return usual
        at = tuple((~torch.isfinite(result.detach())).nonzero()[0].tolist())
        found = []
        for value in values:
            if type(value) in (int, float):
                found.append(written(float(value)))
            elif is_readable(torch, value) and not value.is_complex():
                found.append(written(float(value.detach().expand(result.shape)[at])))
            else:
                return usual
        return f"what went in there is {' and '.join(found)}"


def named_odd(torch, name, result, came, is_nan=False):
    """The first value that is not finite, and how many there are."""
    values = result.detach()
    bad = values.isnan() if is_nan else ~torch.isfinite(values)
    count, at = int(bad.sum()), bad.nonzero()[0].tolist()
    found = [written(each) for each in values[bad][:SHOWN].tolist()]
    more = [DOTS] if count > SHOWN else []
    place = f"[{', '.join(map(str, at))}]" if at else ""
    verb = "is" if count == 1 else "are"
    kind = "NaN" if is_nan else "not finite"
    return (
        f"{name}{place} is {found[0]}; {came} "
        f"({count} of {values.numel()} {verb} {kind}: {', '.join(found + more)})"
    )


def op_name(func):
    """What a call is called."""
    name = getattr(func, "__name__", None)
    return name if type(name) is str and name.isidentifier() and len(name) <= 40 else "call"


def spoken_op(name):
    """A call's name without what Python adds to it."""
    bare = name.strip("_")
    is_turned = name.startswith("__r") and bare[1:] in BY_ELEMENT
    return bare[1:] if is_turned else bare
