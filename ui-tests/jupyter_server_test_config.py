"""The server of the browser tests.

Never use this elsewhere: it opens the server without a token and hands
JupyterLab's objects to the page.
"""

import atexit
import json
import os
import shutil
import tempfile
from pathlib import Path

from jupyterlab.galata import configure_jupyter_server

home = Path(os.environ["TORCH_TRIAGE_UI_HOME"])
files = home / "files"
files.mkdir(parents=True, exist_ok=True)
atexit.register(shutil.rmtree, home, ignore_errors=True)

# A kernel that runs `startup.py` of its folder first, where there is one, as a
# startup file in the user's IPython profile would for every kernel.
spec = home / "data" / "kernels" / "startup"
spec.mkdir(parents=True, exist_ok=True)
argv = ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
(spec / "kernel.json").write_text(
    json.dumps({
        "argv": [*argv, "--InteractiveShellApp.exec_files=startup.py"],
        "display_name": "startup",
        "language": "python",
    })
)

# Galata makes folders of its own: those go with `home` too.
tempfile.tempdir = str(home)
os.environ["JUPYTERLAB_GALATA_ROOT_DIR"] = str(files)

c = get_config()  # noqa: F821
configure_jupyter_server(c)
c.Application.log_level = "ERROR"
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = int(os.environ["TORCH_TRIAGE_UI_PORT"])
c.ServerApp.allow_root = hasattr(os, "geteuid") and os.geteuid() == 0
# At each page load JupyterLab would ask Node whether it has to be built anew.
c.ServerApp.tornado_settings = {
    "page_config_data": {"buildAvailable": False, "buildCheck": False}
}
# The same without the server extension: there is less evidence then.
if "TORCH_TRIAGE_UI_BARE" in os.environ:
    c.ServerApp.jpserver_extensions = {"jupyterlab_torch_triage": False}
