"""PyTorch's own error inputs with the operand checks on: torch's error or ours.

    .venv/bin/python scripts/operand_error_inputs.py

Each call of op_db and module_db that must fail is made by torch alone, then
with the checks on. What is raised has to be torch's own error in both, or the
checks' in place of one of torch's. Prints the counts; exit status 1 for any
other outcome, which it lists.
"""

import re
import sys
import warnings

import torch

import raise_error_inputs
from operand_calls import checks

#: What differs from one run to the next.
CHANGING = re.compile(r"0x[0-9a-f]+|\d+\.\d+(?:e-?\d+)?")


class Compared:
    """Makes each call twice, and counts how it ended."""

    def __init__(self):
        self.attempt = raise_error_inputs.attempt
        self.checks = checks()
        self.counts = {"torch": 0, "ours": 0}
        self.others = []

    def __call__(self, source, names):
        error = self.attempt(source, names)
        with self.checks["mode_of"](torch):
            self.count(source, error, self.attempt(source, names))
        return error

    def count(self, source, error, checked):
        if said(error) == said(checked):
            self.counts["torch"] += 1
        elif error is not None and type(checked) is self.checks["OperandError"]:
            self.counts["ours"] += 1
        else:
            self.others.append(f"{source}: {said(error)} became {said(checked)}")


def said(error):
    """An exception in one line, without what changes from run to run."""
    return error and f"{type(error).__name__}: {CHANGING.sub('0', str(error))}"


def main():
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    compared = Compared()
    raise_error_inputs.attempt = compared
    for calls in (raise_error_inputs.operations(), raise_error_inputs.modules()):
        for _ in calls:
            pass
    for other in compared.others:
        print(other)
    print(
        f"{compared.counts['torch']} as torch alone, "
        f"{compared.counts['ours']} named by the checks, {len(compared.others)} others"
    )
    return len(compared.others) > 0


if __name__ == "__main__":
    sys.exit(main())
