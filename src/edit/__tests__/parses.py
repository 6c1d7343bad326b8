"""Which texts are Python as IPython runs it, and the comments of each.

Reads a JSON list of cells from standard input, writes a JSON list of the
comments of each, or null where it is no Python.
"""

import ast
import io
import json
import sys
import tokenize
import warnings

from IPython.core.inputtransformer2 import TransformerManager


def comments(cell: str) -> "list[str] | None":
    try:
        python = TransformerManager().transform_cell(cell)
        ast.parse(python)
        tokens = list(tokenize.generate_tokens(io.StringIO(python).readline))
    except (SyntaxError, ValueError, tokenize.TokenError):
        return None
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


# A text may say "\d" or compare with "is 4".
warnings.simplefilter("ignore")
json.dump([comments(cell) for cell in json.load(sys.stdin)], sys.stdout)
