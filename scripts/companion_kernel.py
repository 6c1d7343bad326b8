"""A real kernel that speaks to the companion as the front end does.

For tests and scripts; the requests are those of `src/companion/ask.ts`.
"""

import json
import os
import time
from pathlib import Path

from jupyter_client import KernelManager

SOURCES = Path(__file__).parents[1] / "src" / "companion" / "python"
BLACK_BOX = ("system", "look", "private", "boxes", "blackbox")
MACHINE = ("system", "look", "installed", "failed", "datasets", "machine")
HELD = ("look", "variables", "held")
RELEASE = (*HELD, "release")
RESCUE = ("look", "variables", "private", "rescue_store", "rescue_pickler", "rescue")
RESTORE = ("look", "variables", "private", "rescue_store", "restore")
FACTS = ("look", "facts")
#: What a question about a failure may need.
PARTS = (
    *("look", "near", "shown", "names", "installed", "imports", "calls", "failed", "keys"),
    *("sequences", "flow", "nothing", "twice", "attributes", "origin", "paths", "versions"),
    *("told", "assertion", "failure"),
)
#: The same by the class of its exception.
FAILURES = {
    ename: tuple(part for part in PARTS if part not in left_out.split())
    for ename, left_out in json.loads(
        (SOURCES.parent / "failure-left-out.json").read_text()
    ).items()
}
LINE = ("look", "shown", "installed", "imports", "failed", "told", "line")
FILES = (*LINE, "files")
FRAMES = (*LINE, "frames")
TENSORS = (
    *("look", "near", "shown", "names", "installed", "calls", "failed", "flow", "nothing"),
    *("operation", "tensors"),
)
STACK = ("look", "installed", "imports", "stack")
WEIGHTS = ("look", "installed", "failed", "weights")
ENVIRONMENT = ("look", "environment")
HISTORY = ("history",)
OPERANDS = ("operand_rules", "operand_finite", "layers", "operands")
TIMEOUT = 60.0


def source_of(names):
    """The companion's source files as one text, as the front end sends them."""
    return "\n".join((SOURCES / f"{name}.py").read_text() for name in names)


def expression_of(source, arguments):
    """What `ask.ts` asks the kernel to evaluate."""
    texts = [source_of(["answer"]), source, json.dumps(arguments)]
    literals = ", ".join(map(json.dumps, texts))
    return f"(\n{source_of(['question'])})({literals})"


def failure_question(ename):
    """What the front end asks about a failure of that class."""
    return FAILURES.get(ename, PARTS)


class CouldNotAnswer(Exception):
    """The companion's code raised, and said so as data."""


class CompanionKernel:
    """A Python kernel started here, with `runtime` as its runtime folder."""

    def __init__(self, runtime, key="key"):
        self.key = key
        self.env = {
            **os.environ,
            "JUPYTER_RUNTIME_DIR": str(runtime),
            "IPYTHONDIR": str(Path(runtime) / "ipython"),
        }
        self.manager = KernelManager(kernel_name="python3")
        self.client = None

    def start(self, **options):
        """Start the process and wait until it answers.

        `options` go to `KernelManager.start_kernel`.
        """
        self.manager.start_kernel(env=self.env, **options)
        self._connect()
        return self

    def _connect(self):
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=TIMEOUT)

    @property
    def process(self):
        """The kernel's process, a `subprocess.Popen`."""
        return self.manager.provisioner.process

    @property
    def pid(self):
        return self.process.pid

    def send(self, code, cell_id=None, **options):
        """Send a cell as a notebook does; returns the request's id."""
        content = {
            "code": code,
            "silent": False,
            "store_history": True,
            "user_expressions": {},
            "allow_stdin": False,
            "stop_on_error": True,
            **options,
        }
        message = self.client.session.msg(
            "execute_request", content, metadata={"cellId": cell_id} if cell_id else {}
        )
        self.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def reply(self, request):
        """The content of the reply to a request."""
        while True:
            message = self.client.get_shell_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def run(self, code, cell_id=None):
        """Run a cell to its end; the reply's content."""
        return self._answered(lambda: self.send(code, cell_id))

    def _answered(self, send):
        """Send a request until the kernel takes it; the reply's content.

        For a moment after a failed cell it aborts what comes.
        """
        while (reply := self.reply(send()))["status"] == "aborted":
            pass
        return reply

    def ask(self, names, /, **arguments):
        """Ask the companion, silently; what its `report` returned."""
        expression = expression_of(source_of(names), arguments)
        reply = self._answered(
            lambda: self.send(
                "",
                silent=True,
                store_history=False,
                stop_on_error=False,
                user_expressions={"torch_triage": expression},
            )
        )
        answer = reply["user_expressions"]["torch_triage"]
        assert answer["status"] == "ok", answer
        digits = answer["data"]["application/x-torch-triage"]
        told = json.loads(bytes.fromhex(digits))
        if "error" in told:
            raise CouldNotAnswer(told)
        return told["value"]

    def arm(self, **arguments):
        """Arm the black box, and read the one of the process before."""
        return self.ask(BLACK_BOX, key=self.key, **arguments)

    def wait_for_end(self):
        """Wait until the process has ended; its exit status."""
        end = time.monotonic() + TIMEOUT
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise TimeoutError("the kernel did not end")
            time.sleep(0.02)
        return self.process.returncode

    def die(self, code, cell_id="cell"):
        """Run a cell that ends the process; its exit status."""
        self.send(code, cell_id)
        return self.wait_for_end()

    def start_again(self):
        """Start the next process after a death, as the server does."""
        self.client.stop_channels()
        self.manager.restart_kernel(now=True)
        self._connect()

    def stop(self):
        """End it in good order."""
        if self.client:
            self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel()
