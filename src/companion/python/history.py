"""What the process that failed was asked to run, as its users typed it.

The notebook's cells come as [prompt number or None, digest]: their texts can be
longer than a message may be.
"""

import os
import sqlite3
import zlib

LIMIT = 2_000_000  # characters of texts in all; a notebook rarely has a tenth
LONG = 2_000  # characters; a longer text is not sent back where a cell has it
SESSIONS = 50  # of the history file, newest first


def digest(text):
    """As `digestOf` in TypeScript: equal for texts that differ in white space around."""
    data = text.strip().encode("utf-8", "replace")
    return [len(data), zlib.crc32(data)]


def holds(inputs, failed):
    """Whether the failed cell is among `inputs`, by number, where it has one, and text."""
    number, mark = failed
    return any(number in (None, count) and digest(text) == mark for count, text in inputs)


def fit(inputs, failed, others):
    """How many of the other cells agree with `inputs`; 0 unless most of them do.

    What counts are cells with a prompt number before the failed one's. Without
    any there is no telling whose inputs these are.
    """
    number = failed[0]
    ran = dict(inputs)
    shown = [
        (count, mark)
        for count, mark in others
        if count is not None and (number is None or count < number)
    ]
    agreeing = sum(count in ran and digest(ran[count]) == mark for count, mark in shown)
    return agreeing if 2 * agreeing > len(shown) else 0


def from_history_file(manager, failed, others):
    """The inputs of the past session that ran this notebook, [] when none did.

    IPython writes every input to a file before it runs it, so the record of a
    process that died is there. Of several sessions that fit, the one that fits
    the notebook's cells best; of equals, the newest.
    """
    path = str(manager.hist_file)
    if not manager.enabled or not os.path.isfile(path):
        return []
    number, mark = failed
    connection = sqlite3.connect(path, timeout=2)
    try:
        connection.create_function("is_failed", 1, lambda text: digest(text) == mark)
        sessions = connection.execute(
            "SELECT DISTINCT session FROM history WHERE session != ? "
            "AND (? IS NULL OR line = ?) AND length(CAST(source_raw AS BLOB)) >= ? "
            "AND is_failed(source_raw) ORDER BY session DESC LIMIT ?",
            (manager.session_number, number, number, mark[0], SESSIONS),
        ).fetchall()
        best, most = [], 0
        for (session,) in sessions:
            inputs = connection.execute(
                "SELECT line, source_raw FROM history WHERE session = ? ORDER BY line",
                (session,),
            ).fetchall()
            agreeing = fit(inputs, failed, others)
            if agreeing > most:
                best, most = inputs, agreeing
        return best
    finally:
        connection.close()


def bounded(inputs, failed, others):
    """`inputs` for a message: a long text that a cell has stands as its place.

    The places are those of `others`, and the next one is the failed cell's. Texts
    that no cell has are kept up to LIMIT characters in all, the newest first.
    """
    places = {tuple(mark): at for at, (_, mark) in enumerate([*others, failed])}
    kept, used = [], 0
    for count, text in reversed(inputs):
        place = places.get(tuple(digest(text))) if len(text) > LONG else None
        if place is not None:
            kept.append([count, place])
        elif used + len(text) <= LIMIT:
            used += len(text)
            kept.append([count, text])
    return kept[::-1]


def report(failed, others, is_present, is_past=False):
    """The record of the process in which a cell failed.

    failed: [prompt number or None, digest] of the failed cell; others: the same of
    the notebook's other cells; is_present: the page saw it fail in this process;
    is_past: it is known to be another one.
    Returns {"basis": "process" | "history" | "none", "inputs": [[prompt number,
    text or place], ...] in order}.
    """
    from IPython import get_ipython

    def told(basis, inputs):
        return {"basis": basis, "inputs": bounded(inputs, failed, others)}

    manager = get_ipython().history_manager
    own = list(enumerate(manager.input_hist_raw))[1:]
    # A kernel can be shared, and have run another notebook.
    is_own = not is_past and (is_present or fit(own, failed, others) > 0)
    if is_own and holds(own, failed):
        return told("process", own)
    try:
        past = from_history_file(manager, failed, others)
    except sqlite3.Error:
        past = []
    if past:
        return told("history", past)
    # The failed cell may have been edited since.
    if not is_past and fit(own, failed, others) > 0:
        return told("process", own)
    return told("none", [])
