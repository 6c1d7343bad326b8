"""What the machine allows this process, and how much of it is used.

Every reader answers None where the system does not tell. Linux tells most;
macOS and Windows tell what psutil (which ipykernel brings) can read.
"""

import os
import sys

SHARED_MEMORY = "/dev/shm"
#: cgroup v1 writes "no limit" as a number near 2 ** 63.
NO_LIMIT = 1 << 60
MAX_CHILDREN = 64
MAX_THREADS = 64


def read_text(path):
    """The first 16 KiB of a small file, or None. Faster than `open`."""
    try:
        # A pipe in the file's place must not keep the kernel waiting.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        return os.read(handle, 16384).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(handle)


def read_number(path):
    """The number a file holds, or None ("max" is no limit, so None too)."""
    text = (read_text(path) or "").strip()
    return int(text) if text.isdigit() else None


def read_counter(path, name):
    """The value in the line `name value` of a file, or None."""
    for line in (read_text(path) or "").splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == name and words[1].isdigit():
            return int(words[1])
    return None


def memory_group():
    """The cgroup that holds this process's memory.

    Returns {"version": 1 or 2, "path": its folder, "top": the hierarchy's
    folder}, or None. See cgroups(7).
    """
    found = None
    paths = {}
    for line in (read_text("/proc/self/cgroup") or "").splitlines():
        number, controllers, path = line.split(":", 2)
        kind = 2 if number == "0" else 1 if "memory" in controllers.split(",") else 0
        paths[kind] = path
    for line in (read_text("/proc/self/mountinfo") or "").splitlines():
        head, _, tail = line.partition(" - ")
        root, top = head.split()[3:5]
        kind, _, options = tail.split()[:3]
        version = {"cgroup2": 2, "cgroup": 1}.get(kind)
        if version not in paths or (
            version == 1 and "memory" not in options.split(",")
        ):
            continue
        own = paths[version]
        # In a container the mount shows the container's own group as its top.
        inside = own[len(root.rstrip("/")) :] if own.startswith(root) else ""
        path = top + inside.rstrip("/")
        name = "memory.events" if version == 2 else "memory.oom_control"
        for each in (path, top):
            if os.path.exists(os.path.join(each, name)):
                # On a mixed system only one of the two manages memory.
                found = {"version": version, "path": each, "top": top}
                break
    return found


def group_file(group, names):
    """The file of `group` called `names[version]`."""
    return os.path.join(group["path"], names[group["version"]])


def group_limit(group):
    """The least limit of `group` and the groups above it, in bytes, or None."""
    if not group:
        return None
    name = {1: "memory.limit_in_bytes", 2: "memory.max"}[group["version"]]
    limits = []
    path = group["path"]
    while len(path) >= len(group["top"]):
        limit = read_number(os.path.join(path, name))
        if limit is not None and limit < NO_LIMIT:
            limits.append(limit)
        path = os.path.dirname(path)
    return min(limits, default=None)


def group_use(group):
    """Bytes that `group` uses now, file cache included, or None."""
    return group and read_number(
        group_file(group, {1: "memory.usage_in_bytes", 2: "memory.current"})
    )


def group_peak(group):
    """The most bytes that `group` ever used, or None."""
    return group and read_number(
        group_file(group, {1: "memory.max_usage_in_bytes", 2: "memory.peak"})
    )


def group_kills(group):
    """How many processes of `group` the system killed for want of memory."""
    return group and read_counter(
        group_file(group, {1: "memory.oom_control", 2: "memory.events"}), "oom_kill"
    )


def system_kills():
    """The same for the whole machine; a container sees its host's number."""
    return read_counter("/proc/vmstat", "oom_kill")


def meminfo(name):
    """A line of /proc/meminfo in bytes, or None."""
    for line in (read_text("/proc/meminfo") or "").splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    return None


def resident(pid="self"):
    """Resident bytes of a process, or None when it is gone."""
    pages = (read_text(f"/proc/{pid}/statm") or "").split()
    if len(pages) > 1:
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
    if pid == "self" and not sys.platform.startswith("linux"):
        try:
            import psutil

            return psutil.Process().memory_info().rss
        except Exception:
            return None
    return None


def children():
    """Process ids of the direct children, zombies included."""
    found = []
    try:
        threads = os.listdir("/proc/self/task")[:MAX_THREADS]
    except OSError:
        return found
    for thread in threads:
        text = read_text(f"/proc/self/task/{thread}/children") or ""
        found.extend(int(pid) for pid in text.split())
    return found


def shared_memory():
    """(size, used) of the shared memory in bytes, or (None, None)."""
    try:
        disk = os.statvfs(SHARED_MEMORY)
    except (OSError, AttributeError):
        return None, None
    return disk.f_blocks * disk.f_frsize, (disk.f_blocks - disk.f_bfree) * disk.f_frsize


def started(pid="self"):
    """When a process began, in clock ticks since boot; None when it is gone."""
    text = read_text(f"/proc/{pid}/stat")
    if text is None and not os.path.exists("/proc/self/stat"):
        try:
            import psutil

            return psutil.Process(None if pid == "self" else pid).create_time()
        except Exception:
            return None
    # The name in the second field may hold blanks and brackets.
    fields = (text or "").rpartition(")")[2].split()
    return int(fields[19]) if len(fields) > 19 and fields[0] not in "ZX" else None


def is_container():
    """Whether this process runs in a container, as far as one can tell."""
    if os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv"):
        return True
    marks = ("docker", "kubepods", "containerd", "lxc", "libpod")
    text = read_text("/proc/self/cgroup") or ""
    return "KUBERNETES_SERVICE_HOST" in os.environ or any(m in text for m in marks)


def limits(group):
    """What does not change while a process runs, in bytes and counts."""
    files = space = None
    try:
        import resource

        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        space = resource.getrlimit(resource.RLIMIT_AS)[0]
        space = None if space == resource.RLIM_INFINITY else space
    except ImportError:
        pass
    try:
        cpus = len(os.sched_getaffinity(0))
    except AttributeError:
        cpus = os.cpu_count()
    return {
        "memory": group_limit(group),
        "machine": meminfo("MemTotal"),
        "addressSpace": space,
        "sharedMemory": shared_memory()[0],
        "openFiles": files,
        "cpus": cpus,
        "container": is_container(),
        "platform": sys.platform,
    }
