"""What DataLoader workers have to live with, read after one has failed.

Runs after `system.py`, `look.py` and `datasets.py` in the same namespace. Touches no data,
and reads a data set's size only where that runs none of the user's code.
"""

import inspect
import os
import sys
import threading
import types


def class_in(module, name):
    """A class of a module that is loaded, or None."""
    return field(sys.modules.get(module), name)


def kinds_of_loaders():
    """The classes whose frames know the data set, with the names that they give to it."""
    loading = "torch.utils.data.dataloader"
    return [
        (class_in(loading, "_BaseDataLoaderIter"), ("_num_workers", "_prefetch_factor", "_dataset")),
        (class_in(loading, "DataLoader"), ("num_workers", "prefetch_factor", "dataset")),
    ]


def failed_loader():
    """(DataLoader or its iterator in the last traceback, its names), the outermost, or None."""
    trace = getattr(sys, "last_traceback", None)
    kinds = [(kind, names) for kind, names in kinds_of_loaders() if kind is not None]
    while type(trace) is types.TracebackType:
        frame = trace.tb_frame
        # Elsewhere than in a function the names may be a mapping of the user's.
        if frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            owner = frame.f_locals.get("self")
            for kind, names in kinds:
                if is_a(owner, kind):
                    return owner, names
        trace = trace.tb_next
    return None


def split_facts():
    """The data set that torch's `random_split` was given last, and how many samples the parts ask for."""
    trace, code = getattr(sys, "last_traceback", None), None
    split = class_in("torch.utils.data.dataset", "random_split")
    if type(split) is types.FunctionType:
        code = CODE_OF(split)
    while type(trace) is types.TracebackType:
        frame = trace.tb_frame
        if frame.f_code is code:
            names = frame.f_locals
            parts = names.get("lengths")
            plain = type(parts) in (list, tuple) and all(type(each) is int for each in parts)
            found = dataset_facts(names.get("dataset"))
            return found and {**found, "parts": sum(parts) if plain else None}
        trace = trace.tb_next
    return None


def any_loader():
    """A DataLoader with workers among the user's variables, or None."""
    from IPython import get_ipython

    kind = class_in("torch.utils.data", "DataLoader")
    shell = get_ipython()
    if kind is None or shell is None:
        return None
    for value in reversed(list(dict.values(shell.user_ns))):
        if is_a(value, kind) and (number(field(value, "num_workers")) or 0) > 0:
            return value
    return None


def number(value):
    """`value` if it is a plain integer, else None."""
    return value if type(value) is int else None


def batch_bytes(dataset, batch_size):
    """Bytes of one batch of a TensorDataset of plain tensors, or None."""
    torch = sys.modules.get("torch")
    tensors = field(dataset, "tensors")
    if (
        type(dataset) is not class_in("torch.utils.data", "TensorDataset")
        or type(tensors) is not tuple
        or any(type(each) is not field(torch, "Tensor") for each in tensors)
        or not batch_size
    ):
        return None
    # A mode of the user's would be called for each method of a tensor.
    with field(field(torch, "_C"), "DisableTorchFunction")():
        return batch_size * sum(
            tensor.element_size() * tensor.numel() // tensor.shape[0]
            for tensor in tensors
            if tensor.dim() and tensor.shape[0]
        )


def loader_facts():
    """Workers, sizes and data set of the DataLoader that failed, or None."""
    found = failed_loader()
    if found is None:
        found = any_loader(), ("num_workers", "prefetch_factor", "dataset")
    owner, names = found
    if owner is None:
        return None
    workers, prefetch, dataset = (field(owner, name) for name in names)
    size = number(field(owner, "batch_size"))
    if size is None:
        size = number(field(field(owner, "_index_sampler"), "batch_size"))
    return {
        "workers": number(workers),
        "batchSize": size,
        "prefetch": number(prefetch),
        "batchBytes": batch_bytes(dataset, size),
        "dataset": dataset_facts(dataset),
    }


def most_shared():
    """The most shared memory that the black box has seen used, or None."""
    boxes = (field(thread, "box") for thread in threading.enumerate())
    sizes = (number(field(box, "most_shared")) for box in boxes)
    return max((size for size in sizes if size is not None), default=None)


def report():
    """Limits and use of this process and its machine."""
    group = memory_group()
    allowed = limits(group)
    used = group_use(group) if allowed["memory"] else None
    if used is None and allowed["machine"]:
        used = allowed["machine"] - (meminfo("MemAvailable") or 0)
    try:
        files = len(os.listdir("/proc/self/fd"))
    except OSError:
        files = None
    try:
        loader, split = loader_facts(), split_facts()
    except Exception:
        loader = split = None  # another torch: its private names may differ
    return {
        "limits": allowed,
        "sharedUsed": shared_memory()[1],
        "sharedPeak": most_shared(),
        "memoryUsed": used,
        "openFiles": files,
        "loader": loader,
        "split": split,
    }
