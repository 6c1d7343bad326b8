"""The code that the kernel's last failure went through, where its output shows none of it.

Runs after the files of `line.py` and that itself in the same namespace.
"""

MOST_FRAMES = 60  # the outermost and the innermost, half of them each


def cell_numbers(shell, number):
    """The prompt numbers of cells, by the files that IPython made up for them.

    A magic may run the cell `number` once more, with a number of its own: that is its cell too.
    """
    found = field(field(shell, "compile"), "_filename_map")  # since IPython 8
    return {file: min(at, number) for file, at in dict.items(found if type(found) is dict else {})}


def from_cell(found, numbers, number):
    """Entries, the innermost first, without those of IPython around the cell's own.

    `%run` shows what its script raised by itself: no frame of the cell is left then.
    """
    of_cell = [numbers.get(each.tb_frame.f_code.co_filename) == number for each in found]
    own = of_cell if True in of_cell else [is_own(each.tb_frame) for each in found]
    return found[: len(own) - own[::-1].index(True)] if True in own else []


def told_frame(step, numbers):
    """An entry of a traceback, as plain data."""
    code = step.tb_frame.f_code
    return {
        "cell": numbers.get(code.co_filename),
        "file": code.co_filename,
        "line": step.tb_lineno,
        "function": code.co_name,
        "code": line_of(step)[:LONGEST_LINE],
    }


def report(ename, evalue, number, packages):
    """The frames from the cell that failed as input `number` inwards, or None.

    None as well where another cell has run since.
    """
    from IPython import get_ipython

    shell = get_ipython()
    trace = last_traceback(ename, evalue)
    if trace is None or shell.execution_count != number + 1:
        return None
    numbers = cell_numbers(shell, number)
    found = from_cell(steps(trace), numbers, number)
    del found[MOST_FRAMES // 2 : -MOST_FRAMES // 2]
    return [told_frame(step, numbers) for step in reversed(found)] or None
