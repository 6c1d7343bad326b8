"""Reports the exit status of kernels that died, as a Jupyter event.

`jupyter_client` restarts a dead kernel and drops its exit status. Its restart
callbacks run just before, while the status is still there: see
`jupyter_client.restarter.KernelRestarter.poll`.
"""

import asyncio
import signal
import weakref
from pathlib import Path

SCHEMA_ID = "https://schema.jupyterlab-torch-triage.org/kernel_exit/v1"
SCHEMA_FILE = Path(__file__).parent / "event_schemas" / "kernel_exit.yaml"
ACTIONS_ID = "https://events.jupyter.org/jupyter_server/kernel_actions/v1"

# The "start" event is emitted just before the kernel can be looked up.
TRIES, PAUSE = 100, 0.05


def whole(number):
    """A number that the event's schema takes for an integer, else None."""
    return number if type(number) is int else None


def exit_status(kernel):
    """(exit code, signal name, pid) of a kernel manager's dead process.

    Each is None where the kernel's provisioner has no process of its own.
    """
    process = getattr(getattr(kernel, "provisioner", None), "process", None)
    code = whole(getattr(process, "returncode", None))
    name = None
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            pass
    return code, name, whole(getattr(process, "pid", None))


class ExitReporter:
    """Follows all kernels of a server and reports those that die."""

    def __init__(self, kernels, event_logger, log):
        self.kernels = kernels
        self.event_logger = event_logger
        self.log = log
        self.followed = weakref.WeakSet()
        self.timer = None
        self.tries = 0

    def start(self):
        """Register the event, follow running kernels and those to come."""
        self.event_logger.register_event_schema(SCHEMA_FILE)
        self.event_logger.add_listener(
            schema_id=ACTIONS_ID, listener=self.on_kernel_action
        )
        self.follow_all()

    async def on_kernel_action(self, logger, schema_id, data):
        """A kernel was started, restarted, interrupted or shut down.

        Any client that may write events may have made this one up (`POST
        /api/events`), a thousand times: it is no more than a reason to look,
        and one timer serves all of them.
        """
        if data.get("action") != "start" or data.get("status") != "success":
            return
        self.tries = TRIES
        if self.timer is None:
            self.look()

    def look(self):
        """Follow what has started, and look again for a while."""
        self.timer = None
        self.follow_all()
        self.tries -= 1
        if self.tries > 0:
            self.timer = asyncio.get_running_loop().call_later(PAUSE, self.look)

    def follow_all(self):
        """Follow the kernels that have started since."""
        for kernel_id in self.kernels.list_kernel_ids():
            self.follow(kernel_id, self.kernels.get_kernel(kernel_id))

    def follow(self, kernel_id, kernel):
        """Report the deaths of one kernel from now on, once it has started."""
        add = getattr(kernel, "add_restart_callback", None)
        ready = getattr(kernel, "ready", None)
        # Before that it has no restarter, and would drop the callbacks.
        has_started = ready is None or ready.done()
        if add is None or not has_started or kernel in self.followed:
            return
        self.followed.add(kernel)
        count = 0

        def report(restarting):
            nonlocal count
            code, name, pid = exit_status(kernel)
            self.event_logger.emit(
                schema_id=SCHEMA_ID,
                data={
                    "kernel_id": kernel_id,
                    "exit_code": code,
                    "signal": name,
                    "pid": pid,
                    "restart_count": count,
                    "restarting": restarting,
                },
            )
            self.log.info("Kernel %s ended: exit status %s", kernel_id, code)
            count += 1

        add(lambda: report(True), "restart")
        add(lambda: report(False), "dead")
