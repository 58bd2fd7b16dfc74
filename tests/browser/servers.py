"""Private Jupyter servers for the tests: own port, own token, own folders, gone afterwards."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import nbformat

import brierwidgets

START_SECONDS = 90
STOP_SECONDS = 15
JUPYTER_FOLDERS = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)
EXTENSION = Path(brierwidgets.__file__).parent / "page" / "labextension"
QUIET_LAB = {
    # A toast about news or updates would cover the page.
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    # Cells outside the viewport stay in the page, so a selector means the same at every height.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def private_environment(folder: Path) -> dict[str, str]:
    """Return an environment in which Jupyter neither reads nor writes the user's own folders."""
    folders = {name: str(folder / name.lower()) for name in JUPYTER_FOLDERS}
    extension = Path(folders["JUPYTER_DATA_DIR"], "labextensions", "brierwidgets")
    shutil.copytree(EXTENSION, extension, dirs_exist_ok=True)  # this tree's, whatever was installed
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {
        **os.environ,
        **folders,
        "PATH": path,
        "JUPYTER_PATH": folders["JUPYTER_DATA_DIR"],
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


class Server:
    """A Jupyter process that serves one temporary folder on this machine; use as a context manager."""

    probe = ""  # the path that answers once the server is up

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root"
        self.root.mkdir(parents=True)
        self.port = free_port()
        self.token = secrets.token_hex(16)
        self.log = folder / "server.log"
        self.environment = private_environment(folder)

    def command(self) -> list[str]:
        """Return the command line of the server."""
        raise NotImplementedError

    def url(self, path: str, **query: str) -> str:
        """Return the address of a path on this server, with the token."""
        pairs = "&".join(f"{name}={value}" for name, value in {"token": self.token, **query}.items())
        return f"http://127.0.0.1:{self.port}/{path}?{pairs}"

    def add(self, notebook: Sequence[str] | str | os.PathLike[str]) -> str:
        """Put a notebook file, or a list of code cells, into the served folder; return its name there."""
        name = f"{secrets.token_hex(4)}.ipynb"
        if isinstance(notebook, str | os.PathLike):
            shutil.copy(notebook, self.root / name)
            return name
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in notebook])
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(made, self.root / name)
        return name

    def __enter__(self) -> Self:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            self._wait_until_it_answers()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended while starting:\n{self.log.read_text()[-3000:]}")
            try:
                with urllib.request.urlopen(self.url(self.probe), timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"No answer after {START_SECONDS} s:\n{self.log.read_text()[-3000:]}")

    def stop(self) -> None:
        """Stop the server and its kernels; kill what is left of its process group."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)  # the server then shuts its kernels down itself
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


class LabServer(Server):
    """JupyterLab."""

    probe = "api"
    module = "jupyterlab"
    options = (
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=",
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        settings = Path(self.environment["JUPYTER_CONFIG_DIR"]) / "labconfig"
        settings.mkdir(parents=True)
        (settings / "default_setting_overrides.json").write_text(json.dumps(QUIET_LAB))

    def command(self) -> list[str]:
        """Return the command line of the server."""
        return [
            *(sys.executable, "-m", self.module, "--no-browser", "--allow-root"),
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={self.root}",
            f"--IdentityProvider.token={self.token}",
            *self.options,
        ]

    def page(self, name: str) -> str:
        """Return the address at which a notebook of this server opens, in a workspace of its own."""
        return self.url(f"lab/workspaces/{secrets.token_hex(4)}/tree/{name}", reset="")


class NotebookServer(LabServer):
    """Notebook 7: the parts of JupyterLab, one notebook a page."""

    module = "notebook"
    options = ("--JupyterNotebookApp.expose_app_in_browser=True",)

    def page(self, name: str) -> str:
        """Return the address at which a notebook of this server opens."""
        return self.url(f"notebooks/{name}")


class VoilaServer(Server):
    """Voila: notebooks as applications without code."""

    def command(self) -> list[str]:
        """Return the command line of the server."""
        return [
            *(sys.executable, "-m", "voila", str(self.root), "--no-browser"),
            "--Voila.ip=127.0.0.1",
            f"--port={self.port}",
            f"--token={self.token}",
            "--show_tracebacks=True",
            "--VoilaConfiguration.extension_denylist=@jupyter-notebook/lab-extension",  # Notebook 7's; it fails there
        ]
