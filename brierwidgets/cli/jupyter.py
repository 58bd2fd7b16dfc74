"""Start JupyterLab or Voila in this process, for the commands that open a notebook."""

from __future__ import annotations

import argparse
import errno
import os
import socket
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from brierwidgets.cli.command import CommandError

__all__ = ["VOILA_PORT", "add_server_options", "choose_port", "need", "serve_lab", "serve_voila"]

LAB_PORT = 8888
VOILA_PORT = 8866
PORTS_TO_TRY = 50


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--no-browser`` and ``--port``, the same for every command that serves something."""
    parser.add_argument("--no-browser", action="store_true", help="start the server but open no browser")
    parser.add_argument(
        "--port", type=_port, metavar="N", help="listen on this port (default: a free one, from the usual one upwards)"
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a whole number from 1 to 65535")
    return int(text)


def choose_port(wanted: int | None, usual: int) -> int:
    """Return the port asked for, or the first free one from the usual one upwards.

    Parameters
    ----------
    wanted
        The port that the user asked for; an error says so if it is taken.
    usual
        Where to start looking otherwise.

    Examples
    --------
    >>> 8888 <= choose_port(None, 8888) < 8938
    True
    """
    if wanted is None:
        for port in range(usual, usual + PORTS_TO_TRY):
            if _why_not(port) is None:
                return port
        raise CommandError(f"No port from {usual} to {usual + PORTS_TO_TRY - 1} is free. Choose one with --port.")
    if reason := _why_not(wanted):
        raise CommandError(f"{reason} Choose another with --port, or leave --port out to get a free one.")
    return wanted


def _why_not(port: int) -> str | None:
    with socket.socket() as probe:
        if os.name == "posix":  # as the servers do: a port that was closed a moment ago counts as free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is in use, perhaps by another notebook server."
            return f"Port {port} cannot be used: {error.strerror}."
    return None


def need(module: str, name: str) -> None:
    """Refuse to go on without a package, and say how to get it."""
    if find_spec(module) is None:
        raise CommandError(f"{name} is not installed. Install it with:\n    python -m pip install {module}")


def serve_lab(notebook: Path, *, port: int | None = None, browser: bool = True) -> None:
    """Run JupyterLab in the notebook's folder, open on the notebook, until Ctrl-C.

    JupyterLab refuses to run as root because whoever reaches it may do anything. This one listens to this
    machine only and asks for its token, and in a container there is often no other user, so root is allowed.

    Parameters
    ----------
    notebook
        The notebook to open.
    port
        Where to listen; a free port unless given.
    browser
        Whether to open a browser.
    """
    need("jupyterlab", "JupyterLab")
    argv = [
        f"--ServerApp.root_dir={notebook.parent}",
        f"--ServerApp.port={choose_port(port, LAB_PORT)}",
        "--ServerApp.port_retries=0",
        "--ServerApp.answer_yes=True",  # Ctrl-C ends it without a question
        f"--LabApp.default_url=/lab/tree/{quote(notebook.name)}",
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
    ]
    if not browser:
        argv.append("--no-browser")
    if getattr(os, "geteuid", lambda: -1)() == 0:
        argv.append("--allow-root")
    print("Starting JupyterLab. Press Ctrl-C here to stop it.", flush=True)
    import_module("jupyterlab.labapp").LabApp.launch_instance(argv)


def serve_voila(notebook: Path, *, port: int | None = None, browser: bool = True, folder: bool = False) -> None:
    """Serve the notebook as an application without code, to this machine only, until Ctrl-C.

    Parameters
    ----------
    notebook, port, browser
        As in `serve_lab`.
    folder
        Whether to serve all notebooks of its folder, so that links between them work.
    """
    need("voila", "Voila")
    chosen = choose_port(port, VOILA_PORT)
    argv = [str(notebook.parent if folder else notebook), f"--port={chosen}"]
    if not browser:
        argv.append("--no-browser")
    page = f"voila/render/{quote(notebook.name)}" if folder else ""
    import_module("brierwidgets.cli.application").LocalVoila.launch_instance(argv, page=page)
