"""Torch Triage: says why a PyTorch cell failed or the kernel died."""

try:
    from ._version import __version__
except ImportError:
    # A checkout that was never installed: the build writes _version.py.
    __version__ = "dev"


def _jupyter_labextension_paths():
    """Where the built front end lies, and under which name JupyterLab serves it."""
    return [{"src": "labextension", "dest": "jupyterlab-torch-triage"}]
