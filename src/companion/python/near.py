"""The name that somebody may have meant: the nearest of many, in bounded time."""

import re
import time

LONGEST = 60  # characters of a name that is compared
PATIENCE = 0.05  # seconds


def distance(one, other, limit):
    """Insertions, deletions, changes and swaps of neighbours between two texts.

    `limit + 1` stands for everything above `limit`.
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before, last = [], list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, their in enumerate(other, 1):
            cost = min(
                last[column] + 1,
                line[column - 1] + 1,
                last[column - 1] + (letter != their),
            )
            swapped = row > 1 and column > 1 and letter == other[column - 2]
            if swapped and one[row - 2] == their:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > limit:
            return limit + 1
        before, last = last, line
    return last[-1]


def is_sibling(one, other):
    """Whether two names differ in a number or in a short word: `x_train` and `y_train`.

    They stand for two things, and neither is a slip for the other.
    """
    words = [re.findall(r"[A-Za-z]+|\d+", each) for each in (one, other)]
    if len(words[0]) != len(words[1]):
        return re.sub(r"\d", "", one) == re.sub(r"\d", "", other)
    differing = [pair for pair in zip(*words) if pair[0] != pair[1]]
    return len(words[0]) > 1 and any(
        pair[0].isdigit() or (len(pair[0]) == len(pair[1]) == 1) for pair in differing
    )


def with_more(wanted, names):
    """The one of `names` that has a few letters more or less in one place, or None."""
    found = {name for name in names if type(name) is str and is_part(*sorted((wanted, name), key=len))}
    return found.pop() if len(found) == 1 else None


def is_part(short, long):
    """Whether `long` is `short`, of eight letters at least, with up to four put in."""
    more = len(long) - len(short)
    if not 1 <= more <= 4 or not 8 <= len(short) <= LONGEST:
        return False
    at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
    is_one = any(short == long[:cut] + long[cut + more :] for cut in range(at + 1))
    return is_one and not is_sibling(short, long)


def nearest(wanted, names):
    """The one of `names` that is most like `wanted`, or None.

    Short names must be closer: `x` and `y` are no slip of the finger. Of two
    that are equally near the one is told that begins with a letter of the same
    case, else neither.
    """
    if not 3 <= len(wanted) <= LONGEST:
        return None
    limit = 1 if len(wanted) < 6 else 2
    letters = frozenset(wanted.lower())
    end = time.monotonic() + PATIENCE
    best, found = limit + 1, []
    for name in names:
        if type(name) is not str or name == wanted:
            continue
        if time.monotonic() > end:
            return None  # whether it is the nearest would be a guess
        if abs(len(name) - len(wanted)) > limit:
            continue
        if len(letters.symmetric_difference(name.lower())) > 2 * limit:
            continue
        cost = 0 if name.lower() == wanted.lower() else distance(wanted, name, limit)
        if cost <= min(best, limit) and is_sibling(wanted, name):
            continue
        if cost < best:
            best, found = cost, []
        if cost == best and cost <= limit and name not in found:
            found.append(name)
    if len(found) > 1:
        # A class and the module that holds it: `DataLoader` and `dataloader`.
        found = [name for name in found if name[0].isupper() == wanted[0].isupper()]
    return found[0] if len(found) == 1 else None
