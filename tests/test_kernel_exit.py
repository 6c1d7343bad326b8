"""The server extension in a real server: the exit status of real deaths."""

import asyncio
import json
import os
import signal
import sys

import pytest

pytest_plugins = ["pytest_jupyter.jupyter_server"]

SCHEMA_ID = "https://schema.jupyterlab-torch-triage.org/kernel_exit/v1"


@pytest.fixture
def jp_server_config(jp_server_config):
    return {"ServerApp": {"jpserver_extensions": {"jupyterlab_torch_triage": True}}}


@pytest.fixture
def events(jp_serverapp):
    """The events that were emitted, as they come."""
    seen = asyncio.Queue()

    async def listener(logger, schema_id, data):
        await seen.put(data)

    jp_serverapp.event_logger.add_listener(schema_id=SCHEMA_ID, listener=listener)
    return seen


async def start(server):
    kernel_id = await server.kernel_manager.start_kernel()
    kernel = kernel_of(server, kernel_id)
    await kernel.ready
    return kernel_id, kernel


def kernel_of(server, kernel_id):
    return server.kernel_manager.get_kernel(kernel_id)


async def next_event(events):
    return await asyncio.wait_for(events.get(), 30)


async def restarted(kernel, pid):
    """Wait until the server has started the process after `pid`."""

    async def poll():
        while kernel.provisioner.pid in (None, pid) or not kernel.ready.done():
            await asyncio.sleep(0.05)

    await asyncio.wait_for(poll(), 30)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_a_signal_is_named_and_restarts_are_counted(jp_serverapp, events):
    kernel_id, kernel = await start(jp_serverapp)
    pid = kernel.provisioner.pid
    os.kill(pid, signal.SIGSEGV)
    first = await next_event(events)
    assert {key: first[key] for key in first if not key.startswith("__")} == {
        "kernel_id": kernel_id,
        "exit_code": -signal.SIGSEGV,
        "signal": "SIGSEGV",
        "pid": pid,
        "restart_count": 0,
        "restarting": True,
    }
    await restarted(kernel, pid)
    pid = kernel.provisioner.pid
    os.kill(pid, signal.SIGKILL)
    second = await next_event(events)
    await restarted(kernel, pid)
    assert (second["signal"], second["restart_count"]) == ("SIGKILL", 1)
    await jp_serverapp.kernel_manager.shutdown_all(now=True)


async def test_a_restart_and_a_shutdown_are_no_deaths(jp_serverapp, events):
    kernel_id, _ = await start(jp_serverapp)
    await jp_serverapp.kernel_manager.restart_kernel(kernel_id)
    await kernel_of(jp_serverapp, kernel_id).ready
    await jp_serverapp.kernel_manager.shutdown_kernel(kernel_id)
    # One that dies afterwards is the first to be told.
    other, kernel = await start(jp_serverapp)
    pid = kernel.provisioner.pid
    kernel.provisioner.process.kill()
    assert (await next_event(events))["kernel_id"] == other
    await restarted(kernel, pid)
    await jp_serverapp.kernel_manager.shutdown_all(now=True)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_made_up_starts_cost_no_task_and_hide_no_kernel(jp_serverapp, jp_fetch, events):
    """`POST /api/events` takes any registered event from any client."""

    def looking():
        return [task for task in asyncio.all_tasks() if "on_kernel_action" in repr(task)]

    for number in range(50):
        event = {
            "schema_id": "https://events.jupyter.org/jupyter_server/kernel_actions/v1",
            "version": "1",
            "data": {
                "action": "start",
                "status": "success",
                "kernel_id": f"no-such-kernel-{number}\n",
                "msg": "",
            },
        }
        response = await jp_fetch("api", "events", method="POST", body=json.dumps(event))
        assert response.code == 204
    assert looking() == []
    kernel_id, kernel = await start(jp_serverapp)
    pid = kernel.provisioner.pid
    os.kill(pid, signal.SIGABRT)
    event = await next_event(events)
    assert (event["kernel_id"], event["signal"]) == (kernel_id, "SIGABRT")
    await restarted(kernel, pid)
    await jp_serverapp.kernel_manager.shutdown_all(now=True)


class Process:
    """What a provisioner may call its process; the facts may be of any type."""

    def __init__(self, returncode, pid):
        self.returncode = returncode
        self.pid = pid


@pytest.mark.parametrize(
    ("process", "expected"),
    [
        (None, (None, None, None)),
        (object(), (None, None, None)),
        (Process(-11, 7), (-11, "SIGSEGV", 7)),
        (Process(-99999, 7), (-99999, None, 7)),
        (Process("1", "remote-7"), (None, None, None)),
        (Process(True, 7.5), (None, None, None)),
    ],
)
def test_a_status_is_what_the_schema_takes(process, expected):
    from types import SimpleNamespace

    from jupyterlab_torch_triage.kernel_exit import exit_status

    assert exit_status(SimpleNamespace(provisioner=SimpleNamespace(process=process))) == expected
    assert exit_status(SimpleNamespace(provisioner=None)) == (None, None, None)


def test_the_server_finds_the_extension_without_being_told():
    """Its config file is installed with the package."""
    from jupyter_core.paths import jupyter_config_path

    names = [
        os.path.join(folder, "jupyter_server_config.d", "jupyterlab_torch_triage.json")
        for folder in jupyter_config_path()
    ]
    assert any(os.path.isfile(name) for name in names)
