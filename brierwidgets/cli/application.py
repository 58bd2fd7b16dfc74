"""Voila as the commands serve it: for this machine and its user alone, and no kernel outlives its page.

Only `brierwidgets.cli.jupyter` imports this module, when something is served: Voila is an extra.
"""

from __future__ import annotations

import re
import secrets
import shutil
import signal
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler
from traitlets import Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from brierwidgets.words.html import tag

__all__ = ["LocalVoila"]

#: A page that is closed without a word (a crash, a lost connection) leaves its kernel for this long.
IDLE_SECONDS = 120

#: Seconds between two looks whether a page is still there, and how long it may take to answer.
LOOK = 60

#: Part of Notebook 7, which Voila would load where that is installed, and which fails there.
NOT_FOR_VOILA = ["@jupyter-notebook/lab-extension"]

#: A page elsewhere can have its host name point to this machine, and would then be taken for one of ours.
OWN_HOSTS = ("localhost", "127.0.0.1", "::1", "[::1]")


class OtherHost(RequestHandler):
    """Refuses whatever was not asked of this machine by its own name."""

    def prepare(self) -> None:
        """Refuse every method."""
        raise HTTPError(403, reason="This app answers only to the address that it has printed")


class ShutdownKernel(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """Ends the kernel of a page that is closed.

    A browser tells so with a beacon, which cannot carry the header against forged requests that Jupyter asks for, so
    Voila's own handler answers 403 and the kernel stays. A beacon does carry its origin, which a forger cannot choose.
    """

    def check_xsrf_cookie(self) -> None:
        """Accept a request from a page of this very server."""
        if self.request.headers.get("Origin") != f"{self.request.protocol}://{self.request.host}":
            raise HTTPError(403, reason="Only a page of this app can end its kernel")


class Channels(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """Carries what a page and its kernel say to each other.

    Jupyter looks after such connections by a clock of its own, in milliseconds, which Tornado takes for seconds and
    warns of. So that clock is off (``ws_ping_interval``), and Tornado's, which does the same, is on.
    """

    def get_websocket_protocol(self) -> Any:
        """Look now and then whether the page is still there."""
        protocol = super().get_websocket_protocol()
        if protocol is not None:
            protocol.params.ping_interval = protocol.params.ping_timeout = LOOK
        return protocol


class LocalVoila(Voila):  # type: ignore[misc]
    """Voila with a token in its address, which is printed once the server listens."""

    page = Unicode(help="The path that the address leads to.")

    #: The names under which it may be asked.
    hosts: tuple[str, ...] = OWN_HOSTS

    def __init__(self, **options: Any) -> None:
        culling = {"cull_idle_timeout": IDLE_SECONDS, "cull_interval": max(1, IDLE_SECONDS // 4)}
        settings = Config(
            {
                "MappingKernelManager": culling,
                "Voila": {"log_level": "ERROR", "port_retries": 0},
                "VoilaConfiguration": {"extension_denylist": NOT_FOR_VOILA},
            }
        )
        super().__init__(config=settings, token=secrets.token_hex(16), **options)
        self.tornado_settings: dict[str, Any] = {"ws_ping_interval": 0}  # see Channels

    @property
    def address(self) -> str:
        """Where the app is, with the token that opens it."""
        return f"http://localhost:{self.port}/{self.page}?token={self.identity_provider.token}"

    def initialize(self, argv: list[str] | None = None) -> None:
        """End in good order at Ctrl-C, and when the terminal is closed."""
        super().initialize(argv)
        # Without a handler of our own Ctrl-C does nothing where a shell has started this in the background, and
        # elsewhere raises an exception wherever the program happens to be.
        for name in ("SIGINT", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._handle_signal_stop)

    def _handle_signal_stop(self, *_signal: Any) -> None:
        loop = IOLoop.current()  # the one that will run, also when it does not yet
        loop.add_callback_from_signal(loop.stop)

    def init_handlers(self) -> list[Any]:
        """Answer to our own names only, and to the beacons of closed pages."""
        others = f"(?!(?:{'|'.join(map(re.escape, self.hosts))})$).*"
        self.app.add_handlers(others, [(r".*", OtherHost)])
        ours = {VoilaShutdownKernelHandler: ShutdownKernel, VoilaKernelWebsocketHandler: Channels}
        return [
            (pattern, ours.get(handler, handler), *options) for pattern, handler, *options in super().init_handlers()
        ]

    def start(self) -> None:
        """Serve until stopped; the address is printed when the loop runs, that is, when the port is open."""
        IOLoop.current().add_callback(self._announce)
        super().start()

    def stop(self) -> None:
        """End every kernel at once, also those that are starting: to wait for them could take minutes."""
        kernels = psutil.Process().children(recursive=True)
        for kernel in kernels:
            with suppress(psutil.NoSuchProcess):
                kernel.terminate()
        for kernel in psutil.wait_procs(kernels, timeout=5)[1]:
            with suppress(psutil.NoSuchProcess):
                kernel.kill()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _announce(self) -> None:
        print(f"Serving the app at {self.address}\nPress Ctrl-C here to stop it.", flush=True)

    def launch_browser(self) -> None:
        """Open the address from a file that only this user can read: others may see the words of a command."""
        page = Path(self.connection_dir, "open.html")
        redirection = tag("meta", http_equiv="refresh", content=f"0; url={self.address}")
        page.write_text(redirection, encoding="utf-8")
        threading.Thread(target=webbrowser.open, args=[page.as_uri()], daemon=True).start()
