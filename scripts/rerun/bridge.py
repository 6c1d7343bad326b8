"""Kernels for a script that speaks JSON lines: jupyter_client on our side.

Requests, one a line: {"id", "do": "start", "cwd"} starts a kernel and answers
with its name; {"id", "do": "restart" | "shutdown", "kernel"} answer when done;
{"id", "do": "execute", "kernel", "content"} sends an execute_request and passes
on each of its messages, the reply last; {"do": "died"} tells of a process that
ended by itself. Ends with its standard input.
"""

import asyncio
import json
import os
import sys

from jupyter_client import AsyncKernelManager

POLL = 0.2  # seconds between two looks at a process


def tell(**message):
    print(json.dumps(message, default=str), flush=True)


class Kernel:
    """A kernel and who waits for its messages."""

    def __init__(self, name, cwd):
        self.name, self.cwd = name, cwd
        self.manager = AsyncKernelManager(kernel_name="python3")
        self.requests = {}
        self.tasks = []

    async def start(self):
        await self.manager.start_kernel(cwd=self.cwd)
        await self.connect()

    async def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=120)
        self.tasks = [
            asyncio.create_task(self.listen(self.client.get_iopub_msg)),
            asyncio.create_task(self.listen(self.client.get_shell_msg)),
            asyncio.create_task(self.watch()),
        ]

    async def listen(self, get):
        while True:
            message = await get()
            request = self.requests.get(message["parent_header"].get("msg_id"))
            if request is not None:
                tell(id=request, message={k: message[k] for k in ("header", "content")})

    async def watch(self):
        while await self.manager.is_alive():
            await asyncio.sleep(POLL)
        tell(do="died", kernel=self.name)

    def execute(self, request, content):
        known = ("code", "silent", "store_history", "allow_stdin", "stop_on_error")
        arguments = {key: content[key] for key in known if key in content}
        message = self.client.execute(
            **{**arguments, "allow_stdin": False},
            user_expressions=content.get("user_expressions"),
        )
        self.requests[message] = request

    async def disconnect(self):
        for task in self.tasks:
            task.cancel()
        self.client.stop_channels()

    async def restart(self):
        await self.disconnect()
        await self.manager.restart_kernel(now=True)
        await self.connect()

    async def shutdown(self):
        await self.disconnect()
        await self.manager.shutdown_kernel(now=True)


async def answer(kernels, request):
    name, number = request.get("kernel"), request["id"]
    if request["do"] == "start":
        name = f"kernel-{number}"
        kernels[name] = Kernel(name, request["cwd"])
        await kernels[name].start()
    else:
        await getattr(kernels[name], request["do"])()
    tell(id=number, done=name)


async def serve(kernels):
    lines = asyncio.StreamReader(limit=2**24)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    tasks = set()  # the event loop itself keeps none
    while line := await lines.readline():
        request = json.loads(line)
        if request["do"] == "execute":
            kernels[request["kernel"]].execute(request["id"], request["content"])
        else:
            task = asyncio.create_task(answer(kernels, request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)


async def main():
    # A kernel must not inherit what this script checks for.
    os.environ.pop("CUDA_LAUNCH_BLOCKING", None)
    kernels = {}
    try:
        await serve(kernels)
    finally:
        for kernel in kernels.values():
            if await kernel.manager.is_alive():
                await kernel.manager.shutdown_kernel(now=True)


asyncio.run(main())
