"""``python -m jupyterlab_torch_triage.cli``."""

import sys

from . import main

sys.exit(main())
