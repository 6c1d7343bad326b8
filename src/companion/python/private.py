"""The folder of this user's that no other user may write to, and what may stay there."""

import os
import re
import stat
import time

RESCUE_FOLDER = re.compile(r"rescue-[0-9a-f]{32}")
#: Seconds after which nobody will come back for a rescue.
RESCUE_STALE = 24 * 3600.0


def private_folder():
    """The folder for what outlives a kernel, made when needed, or None where it is unsafe."""
    from jupyter_core.paths import jupyter_runtime_dir

    folder = os.path.join(jupyter_runtime_dir(), "torch-triage")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        found = os.lstat(folder)
    except OSError:
        return None
    others = stat.S_IWGRP | stat.S_IWOTH
    if hasattr(os, "getuid") and (
        not stat.S_ISDIR(found.st_mode)
        or found.st_uid != os.getuid()
        or found.st_mode & others
    ):
        return None
    return folder


def is_ours(found, is_kind):
    """Whether something is of a kind, this user's, and closed to all others.

    Windows has no such modes: there the folder lies in the user's own profile.
    """
    if not is_kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & 0o077


def remove_rescue(folder):
    """Remove a rescue, which has no folders in it."""
    try:
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    except OSError:
        pass  # it goes when it is stale


def rescues_in(parent):
    """The folders of this user's rescues; those of more than a day ago are removed."""
    found = []
    for name in os.listdir(parent) if parent else ():
        folder = os.path.join(parent, name)
        try:
            about = os.lstat(folder)
        except OSError:
            continue  # another kernel has removed it
        if RESCUE_FOLDER.fullmatch(name) and is_ours(about, stat.S_ISDIR):
            if time.time() - about.st_mtime > RESCUE_STALE:
                remove_rescue(folder)
            else:
                found.append(folder)
    return found
