"""What may be a secret, or the name of one, is not told."""

import re

SECRET = re.compile(
    r"(?:^|[\W_])(?:(?:api|access|private)_?key|secret|pass(?:word|wd|phrase)"
    r"|credentials?|auth|token)$"
    r"|^(?:sk|hf|gh[pousr]|AKIA|xox[abp])[-_]?\w{12,}|[A-Za-z\d+/]{32,}",
    re.I,
)


def shown(text):
    """`text`, or None where it may be a secret or its name."""
    return None if text is None or SECRET.search(text) else text
