"""Runs programs in real kernels for `scripts/mended.mjs`, a line of JSON each way.

A program is `{"files", "cells", "ran", "fresh"}`: what the last of the sources that ran says
when it fails, and what its kernel tells of that. `{"then": [code, …]}` runs more in the same kernel, after
a restart with `"restart": true`; the answer is the error, or null where all ran.
"""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion_kernel import CompanionKernel, failure_question

#: What a program left in a kernel that another one gets.
CLEAN = """
%reset -f
import os, sys
os.chdir({folder!r})
for name in [each for each, module in [*sys.modules.items()] if {base!r} in (getattr(module, '__file__', None) or '')]:
    del sys.modules[name]
sys.path[:] = ['', {packages!r}] + [each for each in sys.path if each and {base!r} not in each]
__import__('importlib').invalidate_caches()
del os, sys
"""


class Programs:
    """One after the other, in a kernel that they share where they may."""

    def __init__(self, base):
        self.base = base
        self.runtime = Path(base) / "runtime"
        self.runtime.mkdir()
        self.count = 0
        self.kernel = None

    def start(self):
        """A new process."""
        if self.kernel:
            self.kernel.stop()
        self.kernel = CompanionKernel(self.runtime).start(cwd=self.base)

    def enter(self):
        """The program's folder, in a kernel that holds nothing of another one."""
        folder = Path(self.base) / f"work-{self.count}"
        packages = str(folder / "site-packages")
        clean = CLEAN.format(folder=str(folder), packages=packages, base=self.base)
        assert self.kernel.run(clean)["status"] == "ok"

    def fail(self, ran, cells, files, fresh):
        """Run a program until it fails."""
        self.count += 1
        folder = Path(self.base) / f"work-{self.count}"
        folder.mkdir()
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        if fresh or self.kernel is None:
            self.start()
        self.enter()
        replies = []
        for source in ran:
            replies.append(self.kernel.run(source))
            if replies[-1]["status"] != "ok":
                break
        reply = replies[-1]
        assert len(replies) == len(ran), (ran[len(replies) - 1], reply["evalue"])
        if reply["status"] == "ok":
            return None
        return {
            "counts": [each["execution_count"] for each in replies],
            **{name: reply[name] for name in ("ename", "evalue", "traceback")},
            "told": self.told(reply, cells),
        }

    def told(self, reply, cells):
        """What the kernel tells of the failure."""
        return self.kernel.ask(
            failure_question(reply["ename"]),
            ename=reply["ename"],
            evalue=reply["evalue"],
            number=reply["execution_count"],
            cells=cells,
            packages={"cv2": "opencv-python", "sklearn": "scikit-learn"},
        )

    def then(self, codes, restart):
        """Run more; what failed, or None."""
        if restart:
            self.start()
            self.enter()
        for code in codes:
            reply = self.kernel.run(code)
            if reply["status"] == "error":
                return f"{reply['ename']}: {reply['evalue']}"
        return None


def main():
    with tempfile.TemporaryDirectory(prefix="mended-") as base:
        programs = Programs(base)
        try:
            for line in sys.stdin:
                asked = json.loads(line)
                if "then" in asked:
                    answer = programs.then(asked["then"], asked.get("restart", False))
                else:
                    answer = programs.fail(
                        asked["ran"],
                        asked["cells"],
                        asked.get("files", {}),
                        asked.get("fresh", False),
                    )
                print(json.dumps(answer), flush=True)
        finally:
            if programs.kernel:
                programs.kernel.stop()


if __name__ == "__main__":
    main()
