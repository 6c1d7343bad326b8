"""What may be a secret, or the name of one, is not told."""

import re

#: Whose keys are secrets; a `label_key` is none.
OWNERS = (
    "api|access|private|secret|ssh|signing|encryption|master|account|license"
    "|wandb|openai|anthropic|hf|hugging_?face|comet|neptune|aws|azure|gcp"
)
#: How secrets of well-known services begin.
SERVICES = (
    r"(?:hf|r8|gsk|gh[pousr])_[A-Za-z\d]{12,}|(?:sk|xai|glpat|xox[abprs])-[\w-]{12,}"
    r"|github_pat_\w{12,}|(?:AKIA|ASIA)[A-Z\d]{12,}|AIza[\w-]{12,}"
)
SECRET = re.compile(
    rf"(?:^|[\W_])(?:(?:{OWNERS})_?keys?|secrets?|pass(?:word|wd|phrase)s?\d*|pwd\d*"
    r"|credentials?|creds?|auth|bearer|cookies?|token)$"
    rf"|^(?:{SERVICES})|^eyJ[\w-]{{8,}}\.|://[^/\s:@]{{1,60}}:[^/\s@]{{1,60}}@"
    r"|[A-Za-z\d+/]{32,}",
    re.I,
)


def shown(text):
    """`text`, or None where it may be a secret or its name."""
    return None if text is None or SECRET.search(text) else text
