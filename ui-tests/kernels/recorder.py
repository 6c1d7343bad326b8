"""A kernel that calls itself R and writes down all that it is asked to run.

The file is named by TORCH_TRIAGE_RECORD; each line is one execute request as
JSON. The code `die` ends the process at once.
"""

import json
import os

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel


class Recorder(Kernel):
    implementation = "recorder"
    implementation_version = "1"
    banner = ""
    language_info = {"name": "R", "mimetype": "text/x-r", "file_extension": ".r"}

    async def execute_request(self, stream, ident, parent):
        """Write the request down before anything else is made of it."""
        with open(os.environ["TORCH_TRIAGE_RECORD"], "a") as file:
            file.write(json.dumps(parent["content"]) + "\n")
        await super().execute_request(stream, ident, parent)

    async def do_execute(self, code, silent, *args, **kwargs):
        if code == "die":
            os._exit(1)
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }


IPKernelApp.launch_instance(kernel_class=Recorder)
