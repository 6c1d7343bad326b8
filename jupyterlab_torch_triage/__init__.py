"""Torch Triage: says why a PyTorch cell failed or the kernel died."""

try:
    from ._version import __version__
except ImportError:
    # A checkout that was never installed: the build writes _version.py.
    __version__ = "dev"


def _jupyter_labextension_paths():
    """Where the built front end lies, and under which name JupyterLab serves it."""
    return [{"src": "labextension", "dest": "jupyterlab-torch-triage"}]


def _jupyter_server_extension_points():
    """The server extension that reports the exit status of dead kernels."""
    return [{"module": "jupyterlab_torch_triage"}]


def _load_jupyter_server_extension(server_app):
    """Start reporting. The front end works without it, with less evidence."""
    from .kernel_exit import ExitReporter

    ExitReporter(
        server_app.kernel_manager, server_app.event_logger, server_app.log
    ).start()
