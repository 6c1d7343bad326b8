"""Run Python snippets under the real torch, each in a process of its own.

Reads a JSON list of {"id", "code"} from standard input and writes a JSON list
of {"id", "ename", "evalue", "traceback", "stdout", "stderr", "exitcode"}. The
traceback is IPython's, as a notebook cell would show it; "ename" is "" when the
snippet passed or ended its process, which "exitcode" tells. torch is imported
once, the snippets run in forked children; the parent never touches CUDA.

A snippet may have "ask", the companion's {"question", "answer", "source"}, which
is put to the process that failed; "told" is then the answer's digits. "arm" is
one that is put to the process right before the snippet. "before" are cells that
run first, in a folder of their own.
"""

import json
import os
import signal
import sys
import tempfile

import torch  # noqa: F401  (imported before the fork, so that children start fast)
from IPython.core.interactiveshell import InteractiveShell

if torch.version.cuda is None and torch.version.hip is None:
    # Every optimizer loads it at its first step. Beside a GPU it might start
    # CUDA, which a fork cannot share.
    import torch._dynamo  # noqa: F401

# A snippet that hangs (a lock held over the fork, a GPU that does not answer)
# is ended by SIGALRM.
LIMIT_SECONDS = 120


def told(ask: dict, **given) -> str:
    """What the companion answers."""
    question = eval(f"(\n{ask['question']}\n)", {})
    return question(ask["answer"], ask["source"], json.dumps(given)).digits


def run_child(snippet: dict, out: int, err: int, report: int) -> None:
    """Execute the code as one cell, then leave without cleaning up."""
    signal.alarm(LIMIT_SECONDS)
    os.dup2(out, 1)
    os.dup2(err, 2)
    shell = InteractiveShell.instance()
    shown: dict = {"ename": "", "evalue": "", "traceback": ""}

    def show(etype, evalue, stb) -> None:
        shown.update(
            ename=etype.__name__, evalue=str(evalue), traceback="\n".join(stb)
        )

    shell._showtraceback = show
    if snippet.get("before"):
        # Cells may write files, and import them.
        os.chdir(tempfile.mkdtemp())
        sys.path.insert(0, os.getcwd())
    for cell in snippet.get("before", []):
        shell.run_cell(cell)
    if snippet.get("arm"):
        told(snippet["arm"])
    shell.run_cell(snippet["code"])
    if snippet.get("ask") and shown["ename"]:
        shown["told"] = told(
            snippet["ask"], ename=shown["ename"], evalue=shown["evalue"], number=0
        )
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(report, json.dumps(shown).encode())
    os._exit(0)


def run(snippet: dict) -> dict:
    """One snippet in a child; its streams and its error, if any."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, \
            tempfile.TemporaryFile() as report:
        pid = os.fork()
        if pid == 0:
            run_child(snippet, out.fileno(), err.fileno(), report.fileno())
        _, status = os.waitpid(pid, 0)

        def text(file) -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        shown = json.loads(text(report) or '{"ename": "", "evalue": "", "traceback": ""}')
        return {
            "id": snippet["id"],
            **shown,
            "stdout": text(out),
            "stderr": text(err),
            "exitcode": os.waitstatus_to_exitcode(status),
        }


def main() -> None:
    snippets = json.load(sys.stdin)
    torch.set_num_threads(1)
    json.dump([run(snippet) for snippet in snippets], sys.stdout)


if __name__ == "__main__":
    main()
