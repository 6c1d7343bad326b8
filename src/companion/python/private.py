"""The folder of this user's that no other user may write to."""

import os
import stat


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
