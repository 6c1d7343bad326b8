"""Where rescued variables lie: a folder for each rescue, for this user alone.

Runs after `private.py` in the same namespace. To read a rescue is to run what
stands in it, so nothing counts but what this user made: folders of mode 0700
with plain files of mode 0600, without links, in a folder that nobody else may
write to. A name says nothing, and cannot be guessed.

A group of variables that share objects is one file, `<number>.group`: pickled,
then a head as JSON, its length and a mark. It gets its name when it is whole.
Memory that is too large to be copied lies beside, `<number>.memory`.
"""

import json
import os
import secrets
import stat
import struct
import time

GROUP, MEMORY, PART, ABOUT = ".group", ".memory", ".part", "about.json"
MARK = b"TTRESCUE"
END = struct.Struct(f"<Q{len(MARK)}s")
MAX_HEAD = 1 << 26


class Refused(Exception):
    """Something is not as this user's rescue makes it."""


def create(path):
    """A new file of this user's alone, opened for writing."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)


def open_ours(path):
    """A file of a rescue, opened for reading.

    Raises Refused for a link, a pipe, another's file or one that others can reach.
    """
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        raise Refused(str(error)) from None
    found = os.fstat(handle)
    if not is_ours(found, stat.S_ISREG) or found.st_nlink != 1:
        os.close(handle)
        raise Refused("not a file of this user's alone")
    return os.fdopen(handle, "rb")


def write_end(file, head):
    """Write what a group holds, behind it."""
    data = json.dumps(head).encode()
    file.write(data + END.pack(len(data), MARK))


def read_end(file):
    """What a group holds; its reading position is then at the beginning."""
    size = file.seek(0, os.SEEK_END)
    if size < END.size:
        raise Refused("cut short")
    file.seek(size - END.size)
    length, mark = END.unpack(file.read(END.size))
    if mark != MARK or length > min(MAX_HEAD, size - END.size):
        raise Refused("cut short")
    file.seek(size - END.size - length)
    head = json.loads(file.read(length))
    file.seek(0)
    return head


def new_rescue(key):
    """(folder, its name) of a new rescue of the kernel `key`; None where it cannot be safe."""
    parent = private_folder()
    if parent is None:
        return None
    name = f"rescue-{secrets.token_hex(16)}"
    folder = os.path.join(parent, name)
    os.mkdir(folder, 0o700)
    with create(os.path.join(folder, ABOUT)) as file:
        file.write(json.dumps({"key": key, "pid": os.getpid(), "time": time.time()}).encode())
    return folder, name


def about(folder):
    """Whose rescue a folder holds, or {}."""
    try:
        with open_ours(os.path.join(folder, ABOUT)) as file:
            found = json.loads(file.read(4096))
    except (Refused, OSError, ValueError):
        return {}
    return found if type(found) is dict else {}


def rescue_of(name, key):
    """The folder of a rescue by its name, else the newest of the kernel `key`; None without."""
    found = rescues_in(private_folder())
    if name is not None:
        return next((each for each in found if os.path.basename(each) == name), None)
    times = [(each.get("time"), folder) for folder in found if (each := about(folder)).get("key") == key]
    return max((each for each in times if type(each[0]) is float), default=(0, None))[1]
