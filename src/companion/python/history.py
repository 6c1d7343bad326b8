"""What the process that failed was asked to run, as its users typed it."""

import os
import sqlite3

LIMIT = 2_000_000  # characters in all; a notebook rarely has a tenth
SESSIONS = 50  # of the history file, newest first


def same(one, other):
    return one.strip() == other.strip()


def matches(inputs, cells):
    """How many of `inputs` are cells that still show their prompt number."""
    shown = {count: source for count, source in cells if count is not None}
    return sum(count in shown and same(shown[count], text) for count, text in inputs)


def holds(inputs, failed):
    """Whether `failed`, [prompt number or None, source], is among `inputs`."""
    number, source = failed
    return any(number in (None, count) and same(text, source) for count, text in inputs)


def from_history_file(manager, failed, cells):
    """The inputs of the past session that ran the failed cell.

    IPython writes every input to a file before it runs it, so the record of a
    process that died is there. Of several sessions that fit, the one that fits
    the notebook's cells best; of equals, the newest.
    """
    path = str(manager.hist_file)
    if not manager.enabled or not os.path.isfile(path):
        return []
    number, source = failed
    connection = sqlite3.connect(path, timeout=2)
    try:
        sessions = connection.execute(
            "SELECT DISTINCT session FROM history WHERE trim(source_raw, ?) = ? "
            "AND (? IS NULL OR line = ?) AND session != ? ORDER BY session DESC LIMIT ?",
            (" \t\r\n", source.strip(" \t\r\n"), number, number, manager.session_number, SESSIONS),
        ).fetchall()
        best, most = [], -1
        for (session,) in sessions:
            inputs = connection.execute(
                "SELECT line, source_raw FROM history WHERE session = ? ORDER BY line",
                (session,),
            ).fetchall()
            fit = matches(inputs, cells)
            if fit > most:
                best, most = inputs, fit
        return best
    finally:
        connection.close()


def bounded(inputs):
    """The newest of `inputs`, up to LIMIT characters."""
    kept, used = [], 0
    for count, source in reversed(inputs):
        used += len(source)
        if used > LIMIT:
            break
        kept.append([count, source])
    return kept[::-1]


def report(failed, cells):
    """The record of the process in which a cell failed.

    failed: [prompt number or None, source] of the failed cell; cells: the same
    of the notebook's cells. Returns {"basis": "process" | "history" | "none",
    "inputs": [[prompt number, source], ...] in order}.
    """
    from IPython import get_ipython

    manager = get_ipython().history_manager
    own = list(enumerate(manager.input_hist_raw))[1:]
    if holds(own, failed):
        return {"basis": "process", "inputs": bounded(own)}
    try:
        past = from_history_file(manager, failed, cells)
    except sqlite3.Error:
        past = []
    if past:
        return {"basis": "history", "inputs": bounded(past)}
    # The failed cell may have been edited since: its neighbours tell as well.
    if matches(own, cells):
        return {"basis": "process", "inputs": bounded(own)}
    return {"basis": "none", "inputs": []}
