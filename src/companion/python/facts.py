"""What speaks for or against a blocking re-run, without touching the GPU."""

import os
import subprocess
import sys

QUERY = [
    "nvidia-smi",
    "--query-gpu=index,memory.used,memory.total",
    "--format=csv,noheader,nounits",
]
PATIENCE = 3  # seconds


def visible(index):
    """Whether this process may use the GPU with this number."""
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    numbers = [part.strip() for part in chosen.split(",")]
    return not all(part.isdigit() for part in numbers) or str(index) in numbers


def gpu_memory():
    """[[index, MiB in use, MiB in all], ...] as the driver tells from outside.

    CUDA itself would raise in a process whose context is lost, and would make
    a context of some hundred MB in one that has none.
    """
    try:
        done = subprocess.run(QUERY, capture_output=True, text=True, timeout=PATIENCE)
        rows = [line.split(",") for line in done.stdout.splitlines()]
        memory = [[int(part) for part in row] for row in rows if len(row) == 3]
        return [row for row in memory if visible(row[0])]
    except (OSError, ValueError, subprocess.SubprocessError):
        return []


def class_of(module, name):
    return getattr(sys.modules.get(module), name, None)


def held(classes):
    """Whether a variable of the user's is an instance of one of `classes`."""
    from IPython import get_ipython

    wanted = tuple(one for one in classes if isinstance(one, type))
    # The type itself is looked at: `isinstance` may run code of the value.
    values = list(get_ipython().user_ns.values())
    return bool(wanted) and any(issubclass(type(value), wanted) for value in values)


def compiled_function():
    from IPython import get_ipython

    values = list(get_ipython().user_ns.values())
    return any("_torchdynamo_orig_callable" in getattr(value, "__dict__", {})
               for value in values if type(value).__name__ == "function")


def report():
    """Facts of this process. Never imports torch.

    Returns {"nccl": bool, "dataParallel": bool, "compiled": bool,
    "graphs": bool, "blocking": bool, "memory": see gpu_memory}.
    """
    distributed = sys.modules.get("torch.distributed")
    nccl = False
    if distributed is not None and distributed.is_available():
        nccl = distributed.is_initialized() and "nccl" in distributed.get_backend()
    return {
        "nccl": nccl,
        "dataParallel": held([
            class_of("torch.nn.parallel.data_parallel", "DataParallel"),
            class_of("torch.nn.parallel.distributed", "DistributedDataParallel"),
        ]),
        "compiled": compiled_function()
        or held([class_of("torch._dynamo.eval_frame", "OptimizedModule")]),
        "graphs": held([class_of("torch.cuda.graphs", "CUDAGraph")]),
        "blocking": os.environ.get("CUDA_LAUNCH_BLOCKING") == "1",
        "memory": gpu_memory(),
    }
