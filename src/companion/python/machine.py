"""What DataLoader workers have to live with, read after one has failed.

Runs after `system.py` in the same namespace. Touches no data: a data set's
size is read only where that runs none of the user's code.
"""

import os
import sys
import threading


def failed_iterator():
    """The DataLoader iterator in the last traceback, or None."""
    trace = getattr(sys, "last_traceback", None)
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        if type(owner).__name__ == "_MultiProcessingDataLoaderIter":
            return owner
        trace = trace.tb_next
    return None


def any_loader():
    """A DataLoader with workers among the user's variables, or None."""
    from IPython import get_ipython

    module = sys.modules.get("torch.utils.data")
    shell = get_ipython()
    if module is None or shell is None:
        return None
    for value in reversed(list(shell.user_ns.values())):
        if isinstance(value, module.DataLoader) and value.num_workers > 0:
            return value
    return None


def batch_bytes(dataset, batch_size):
    """Bytes of one batch of a TensorDataset, or None."""
    module = sys.modules["torch.utils.data"]
    if type(dataset) is not module.TensorDataset or not batch_size:
        return None
    return batch_size * sum(
        tensor.element_size() * tensor[0].numel()
        for tensor in dataset.tensors
        if len(tensor)
    )


def loader_facts():
    """Workers and sizes of the DataLoader that failed, or None."""
    iterator = failed_iterator()
    if iterator is not None:
        sampler = getattr(iterator, "_index_sampler", None)
        workers, dataset = iterator._num_workers, iterator._dataset
        prefetch = getattr(iterator, "_prefetch_factor", None)
        size = getattr(sampler, "batch_size", None)
    else:
        loader = any_loader()
        if loader is None:
            return None
        workers, dataset = loader.num_workers, loader.dataset
        prefetch, size = loader.prefetch_factor, loader.batch_size
    return {
        "workers": workers,
        "batchSize": size,
        "prefetch": prefetch,
        "batchBytes": batch_bytes(dataset, size),
    }


def most_shared():
    """The most shared memory that the black box has seen used, or None."""
    boxes = (getattr(thread, "box", None) for thread in threading.enumerate())
    return max((box.most_shared for box in boxes if box), default=None)


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
        loader = loader_facts()
    except Exception:
        loader = None  # another torch: its private names may differ
    return {
        "limits": allowed,
        "sharedUsed": shared_memory()[1],
        "sharedPeak": most_shared(),
        "memoryUsed": used,
        "openFiles": files,
        "loader": loader,
    }
