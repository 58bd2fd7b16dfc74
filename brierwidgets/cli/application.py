"""Voila as the commands serve it: for this machine and its user alone, and no kernel outlives its page.

Only `brierwidgets.cli.jupyter` imports this module, when something is served: Voila is an extra.
"""

from __future__ import annotations

import re
import secrets
import signal
import threading
import webbrowser
from pathlib import Path
from typing import Any

from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler
from traitlets import Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

from brierwidgets.words.html import tag

__all__ = ["LocalVoila"]

#: A page that is closed without a word (a crash, a lost connection) leaves its kernel for this long.
IDLE_SECONDS = 120

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

    @property
    def address(self) -> str:
        """Where the app is, with the token that opens it."""
        return f"http://localhost:{self.port}/{self.page}?token={self.identity_provider.token}"

    def initialize(self, argv: list[str] | None = None) -> None:
        """Also end in good order when the terminal is closed."""
        super().initialize(argv)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._handle_signal_stop)

    def init_handlers(self) -> list[Any]:
        """Answer to our own names only, and to the beacons of closed pages."""
        others = f"(?!(?:{'|'.join(map(re.escape, self.hosts))})$).*"
        self.app.add_handlers(others, [(r".*", OtherHost)])
        return [
            (pattern, ShutdownKernel if handler is VoilaShutdownKernelHandler else handler, *options)
            for pattern, handler, *options in super().init_handlers()
        ]

    def start(self) -> None:
        """Serve until stopped; the address is printed when the loop runs, that is, when the port is open."""
        IOLoop.current().add_callback(self._announce)
        super().start()

    def _announce(self) -> None:
        print(f"Serving the app at {self.address}\nPress Ctrl-C here to stop it.", flush=True)

    def launch_browser(self) -> None:
        """Open the address from a file that only this user can read: others may see the words of a command."""
        page = Path(self.connection_dir, "open.html")
        redirection = tag("meta", http_equiv="refresh", content=f"0; url={self.address}")
        page.write_text(redirection, encoding="utf-8")
        threading.Thread(target=webbrowser.open, args=[page.as_uri()], daemon=True).start()
