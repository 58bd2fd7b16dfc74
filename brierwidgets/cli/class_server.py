"""Voila for a class: a code word at the door, Pythons started beforehand, a line for each who comes or goes.

Only `brierwidgets.cli.classroom` imports this module, when something is served: Voila is an extra.
"""

from __future__ import annotations

import hmac
import logging
import os
import re
import secrets
import sys
import tempfile
import time
from collections import defaultdict, deque
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.security import passwd
from jupyter_server.base.handlers import JupyterHandler
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import HTTPError
from traitlets import Integer, TraitError, Unicode
from voila.voila_identity_provider import VoilaLoginHandler

from brierwidgets.cli.application import OWN_HOSTS, LocalVoila
from brierwidgets.lessons._class import ClassFolder
from brierwidgets.lessons._hold import as_said
from brierwidgets.page import script
from brierwidgets.ui.style import css
from brierwidgets.words.html import Markup, join

__all__ = ["serve_class"]

#: Kernels kept ready when everybody expected has come, for those who reload.
SPARE = 2
TICK = 0.5  # seconds
STALLED = 20.0  # seconds that a kernel may be silent with a cell to run, and four times what others needed for all
LONG = 30  # letters of the temporary folder's name: a socket in it may not have more than about a hundred
PATIENCE = 600  # seconds that a kernel may take to start or to answer when thirty start at once
AWAY = 100  # seconds after which a page that is gone without a word, such as a sleeping phone's, counts as closed
LOST = 600  # the same for a page that took a Python and never connected, such as one reloaded by an impatient hand
SAID_ALREADY = (
    "Error at server while executing cell"  # Voila's way to tell of a notebook that fails, pages long for each student
)
OWN_STYLES = "frame-ancestors 'self'; style-src 'self' 'unsafe-inline' data: blob:"
TRIES, WITHIN = 10, 60.0  # wrong code words from one address in so many seconds


def _page(name: str, **texts: str) -> str:
    """Return a page of this folder with its texts filled in, those that are not markup escaped."""
    page = files("brierwidgets.cli").joinpath(name).read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: join([texts[place[1]]]), page)


def _tell(news: str) -> None:
    print(f"  {time.strftime('%H:%M:%S')}  {news}", flush=True)


class RefusesInWords(JupyterHandler):
    """Says why on an empty page: the usual one asks who the visitor is, which nobody knows here."""

    def write_error(self, _status: int, **_failed: Any) -> None:  # type: ignore[override]
        """Write the reason."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(self._reason)


class Door(RefusesInWords, VoilaLoginHandler):  # type: ignore[misc]
    """Asks for the code word, and makes people wait who guess too often."""

    _wrong: ClassVar[dict[str | None, deque[float]]] = defaultdict(deque)

    def _render(self, message: Any = None) -> None:
        refusal = "" if not message else "That is not the code word. Ask for it, and try again."
        if refusal:
            _tell("somebody entered a wrong code word")
        guard = Markup(self.xsrf_form_html())
        self.finish(_page("door.html", action=self.request.uri, guard=guard, message=refusal))

    def get_argument(self, name: str, *args: Any, **options: Any) -> Any:
        """Take the code word in capitals, too, and with blanks for hyphens."""
        value = super().get_argument(name, *args, **options)
        if name == "password" and isinstance(value, str):
            return as_said(value)
        return value

    def prepare(self) -> Any:  # type: ignore[override]
        """Refuse who has guessed too often."""
        wrong = self._wrong[self.request.remote_ip]
        while wrong and wrong[0] < time.monotonic() - WITHIN:
            wrong.popleft()
        if self.request.method == "POST":
            if len(wrong) >= TRIES:
                raise HTTPError(429, reason="Too many wrong code words. Wait a minute.")
            wrong.append(time.monotonic())
        return super().prepare()

    def redirect(self, url: str, *args: Any, **options: Any) -> None:
        """Forget the guesses of who has found the word."""
        self._wrong.pop(self.request.remote_ip, None)
        super().redirect(url, *args, **options)


class Teacher(RefusesInWords):
    """The class's answers for whoever has the teacher's own address; a student's code word does not open it."""

    def initialize(self, folder: ClassFolder, key: str) -> None:
        """Know where the answers are."""
        self._folder, self._key = folder, key

    def prepare(self) -> Any:  # type: ignore[override]
        """Refuse who does not know the key."""
        if not hmac.compare_digest(self.get_argument("key", "").encode(), self._key.encode()):
            raise HTTPError(403, reason="Open the teacher's page by the address in the terminal.")
        return super().prepare()

    def check_xsrf_cookie(self) -> None:
        """Let the key, which no other page knows, stand for the cookie."""

    @allow_unauthenticated
    def get(self, what: str) -> None:
        """Return the page, or the answers so far."""
        if what == "answers":
            self.finish({"rows": self._folder.rows(), "held": self._folder.holds()})
            return
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(_page("teacher.html", style=Markup(css()), script=Markup(script("lesson_class"))))

    @allow_unauthenticated
    def post(self, what: str) -> None:
        """Hold the reveals, or open them."""
        if what not in {"hold", "open"}:
            raise HTTPError(404)
        self._folder.hold(on=what == "hold")
        self.finish({"held": self._folder.holds()})


class ClassVoila(LocalVoila):
    """Voila with a pool of kernels for a class."""

    students = Integer(30, help="How many are expected.")
    invitation = Unicode(help="What to tell the class.")

    def __init__(self, *, word: str, host: str, folder: ClassFolder, **options: Any) -> None:
        super().__init__(**options)
        self._folder, self._key = folder, secrets.token_hex(16)
        self.hosts = (*OWN_HOSTS, host)
        self.ip = "127.0.0.1" if host == "127.0.0.1" else ""  # nothing: every address of this machine
        # The word is in this process alone and guesses are counted: to check it may be quick, for all enter at once.
        self.config.PasswordIdentityProvider.hashed_password = passwd(word, "sha256")  # type: ignore[no-untyped-call]
        self.config.VoilaConfiguration.preheat_kernel = True
        self.config.VoilaConfiguration.default_pool_size = 1
        self.config.VoilaExecutor.iopub_timeout = PATIENCE
        self.config.VoilaExecutor.startup_timeout = PATIENCE
        self.config.VoilaExecutor.cell_error_instruction = "Tell your teacher, who can read on the terminal what it is."
        # A function and no method: what is in a configuration is copied, and with a method all that it belongs to.
        self.config.VoilaExecutor.on_cell_error = lambda **failed: self._on_cell_error(**failed)  # noqa: PLW0108
        if os.name == "posix" and len(tempfile.gettempdir()) < LONG:
            self.config.KernelManager.transport = "ipc"  # no port a kernel, and nobody else on this machine can listen
        # Voila's page asks a server far away for icons, which nobody needs and a class without internet would wait for.
        self.tornado_settings |= {"headers": {"Content-Security-Policy": OWN_STYLES}}
        # A kernel may wait long for its student, and a page may take long to connect: only who left is cleared away.
        self.config.MappingKernelManager.cull_idle_timeout = 0
        self._here: dict[str, int] = {}  # who is here: number by kernel
        self._alone: dict[str, float] = {}  # when to end a kernel whose page is gone, unless it comes back
        self._came = 0
        self._began: dict[str, float] = {}  # when a kernel of the pool was first seen
        self._took: dict[str, float] = {}  # how long it needed to run the notebook
        self._ready = False  # whether all have been
        self._failed = False  # whether the notebook has

    def setup_template_dirs(self) -> None:
        """Show our own page to students while their Python starts."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(Path(__file__).with_name("waiting")))

    def init_handlers(self) -> list[Any]:
        """Put the door in the place of the usual form."""
        self.app.add_handlers(
            ".*$", [(r"/class/(answers|hold|open|)", Teacher, {"folder": self._folder, "key": self._key})]
        )
        return [
            (pattern, Door if handler is VoilaLoginHandler else handler, *options)
            for pattern, handler, *options in super().init_handlers()
        ]

    def start(self) -> None:
        """Serve, and look after the class."""
        self.log.addFilter(lambda record: not str(record.msg).startswith(SAID_ALREADY))
        # Tornado's line for a wrong code word, which the door tells in words.
        logging.getLogger("tornado.access").addFilter(lambda record: "401 POST" not in record.getMessage())
        self._looks = PeriodicCallback(self._look_after, 1000 * TICK)
        IOLoop.current().add_callback(self._looks.start)
        super().start()

    def stop(self) -> None:
        """Look after nobody any more."""
        self._looks.stop()
        super().stop()

    def _announce(self) -> None:
        teacher = f"For you alone, the class's answers:  http://localhost:{self.port}/class/?key={self._key}\n"
        print(
            self.invitation,
            teacher,
            f"Starting a Python for each student expected, {self.students} in all. Press Ctrl-C here to stop.",
            sep="\n",
            flush=True,
        )

    def _look_after(self) -> None:
        """Start kernels a few at a time until there are enough, and tell who comes and goes."""
        kernels = self.kernel_manager
        known = {}
        for key in kernels.list_kernel_ids():
            with suppress(KeyError, TraitError):  # not all is known of one that is just being started
                known[key] = kernels.kernel_model(key)
        here = {key for key, kernel in known.items() if kernel["connections"] > 0}
        for key in here - self._here.keys():
            self._came += 1
            self._here[key] = self._came
            self._tell(f"student {self._came} came")
        for key in self._here.keys() - here:
            self._tell(f"student {self._here.pop(key)} left")
            self._alone[key] = time.monotonic() + AWAY
        notebook = os.path.relpath(self.notebook_path, self.root_dir)
        over = [task for task in kernels._pools.get(notebook, ()) if task.done()]
        started = [task for task in over if not task.exception()]
        for task in over:
            if task.exception():
                self._fail(f"No Python can be started for it. {task.exception()}")
        self._end_those_alone(known.keys() - here - {task.result()["kernel_id"] for task in started})
        self._replace_stalled(notebook, started)
        waiting = kernels.get_pool_size(notebook)
        prepared = sum(task.result()["kernel_id"] in self._took for task in started)
        taken = max(len(known) - waiting, 0)  # by a page, which may take long to connect
        wanted = max(self.students - taken, SPARE)
        starting = waiting - prepared + sum(known[key]["execution_state"] != "idle" for key in here)
        if waiting < wanted and starting < (os.cpu_count() or 1):
            kernels.kernel_pools_config = {"default": {"pool_size": waiting + 1}}
            kernels.fill_if_needed(delay=0, notebook_name=notebook)
        else:  # who comes takes one of the pool, and is not to start another
            kernels.kernel_pools_config = {"default": {"pool_size": 0}}
        if prepared >= wanted and not (self._ready or self._came or self._failed):
            self._ready = True
            print(f"All {self.students} are ready. Let the class in.", flush=True)

    def _replace_stalled(self, notebook: str, started: list[Any]) -> None:
        """End a kernel that is silent for far longer than others needed: another is started in its place.

        Now and then a message between a kernel and Voila is lost, and each waits for the other for good.
        """
        now = time.monotonic()
        for task in started:
            content = task.result()
            key = content["kernel_id"]
            began = self._began.setdefault(key, now)
            if content["task"].done():
                self._took.setdefault(key, now - began)
            elif self._took and now - began > max(STALLED, 4 * max(self._took.values())):
                self._tell("a Python does not answer and is replaced")
                self.kernel_manager._pools[notebook].remove(task)
                content["task"].cancel()
                IOLoop.current().add_callback(self.kernel_manager.shutdown_kernel, key)

    def _on_cell_error(self, cell: Any, cell_index: int, execute_reply: Any) -> None:
        """Tell of a cell that fails, unless its author expects that."""
        error = execute_reply["content"]
        if "raises-exception" not in cell.metadata.get("tags", []):
            self._fail(f"Cell {cell_index + 1}: {error['ename']}: {error['evalue']}")

    def _fail(self, why: str) -> None:
        """Tell once that the notebook fails: it does so in every student's Python."""
        if not self._failed:
            name = Path(self.notebook_path).name
            print(f"{name} fails, so the class cannot use it. {why}", file=sys.stderr)
            print("Mend it, stop this with Ctrl-C and start anew.", file=sys.stderr, flush=True)
        self._failed = True

    def _end_those_alone(self, taken: set[str]) -> None:
        """End kernels that a page has taken and is not connected to, once it has had time to come or to come back."""
        now = time.monotonic()
        self._alone = {key: self._alone.get(key, now + LOST) for key in taken}
        for key in [key for key, end in self._alone.items() if end < now]:
            self._alone.pop(key)
            IOLoop.current().add_callback(self.kernel_manager.shutdown_kernel, key)

    def _tell(self, news: str) -> None:
        _tell(f"{news}; {len(self._here)} here")


def serve_class(
    notebook: Path,
    *,
    students: int,
    word: str,
    host: str,
    port: int,
    invitation: str,
    browser: bool,
    hold: bool,
    names: bool,
) -> None:
    """Serve a notebook to a class until Ctrl-C."""
    argv = [str(notebook), f"--port={port}"]
    if not browser:
        argv.append("--no-browser")
    with tempfile.TemporaryDirectory(prefix="brierwidgets-class-") as place:
        os.environ[ClassFolder.VARIABLE] = place  # every student's Python inherits it
        folder = ClassFolder(place)
        folder.hold(on=hold)
        folder.ask_names(on=names)
        ClassVoila.launch_instance(argv, students=students, word=word, host=host, invitation=invitation, folder=folder)
