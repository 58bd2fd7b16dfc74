"""``brierwidgets class``: serve a lesson to a class on a network, on purpose."""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from brierwidgets.cli.command import CommandError, Subparsers, add_command
from brierwidgets.cli.jupyter import VOILA_PORT, add_server_options, choose_port, need
from brierwidgets.cli.lesson import read_notebook

__all__ = ["code_word", "register", "students_that_fit"]

#: Memory of one student's Python, and of the server and what else must stay free, in MB.
STUDENT, SERVER = 180, 500
# fmt: off
WORDS = [
    "amber", "apple", "april", "basil", "birch", "bread", "cedar", "chess", "cloud", "clover", "coral",
    "daisy", "delta", "eagle", "ember", "fern", "flint", "forest", "garden", "ginger", "harbor", "hazel",
    "honey", "island", "ivory", "jasmin", "kettle", "lemon", "lily", "lotus", "maple", "marble", "meadow",
    "mint", "moss", "nectar", "ocean", "olive", "orchid", "otter", "paper", "pearl", "pepper", "piano",
    "poppy", "quartz", "raven", "river", "robin", "saffron", "silver", "spruce", "sunny", "tiger", "tulip",
    "velvet", "violet", "walnut", "willow", "winter", "yellow", "zebra",
]
# fmt: on
DESCRIPTION = """\
Serve a lesson to the class: each student gets a private copy, in Python on this machine.

Students open the address that is printed, or scan the code, and enter the code word. The
command asks before it listens to other machines (--yes answers; --local does not listen).
A second address, for you alone, shows the class's answers as they come, without names
unless --names asks for them.
Every student takes about 180 MB of memory; Pythons are started beforehand, so start the
command some minutes before class. Stop it with Ctrl-C.

A lesson in one file needs none of this: see 'brierwidgets lesson --help'."""
EXAMPLES = """\
  brierwidgets class lesson-50-minutes.ipynb                   30 students
  brierwidgets class lesson-50-minutes.ipynb --students 12
  brierwidgets class lesson-50-minutes.ipynb --local --students 2   try it on this machine alone"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers, "class", "serve a lesson to a class on a network", description=DESCRIPTION, examples=EXAMPLES
    )
    parser.add_argument("notebook", type=Path, help="the notebook to serve")
    parser.add_argument("--students", type=_count, default=30, metavar="N", help="how many are expected (default: 30)")
    parser.add_argument("--word", metavar="WORD", help="the code word (default: two words and a number)")
    parser.add_argument("--local", action="store_true", help="listen to this machine only")
    parser.add_argument("--yes", action="store_true", help="listen to other machines without asking")
    parser.add_argument("--names", action="store_true", help="ask for a name or nickname (default: none is kept)")
    parser.add_argument(
        "--hold", action="store_true", help="hold the reveals until you open them on the teacher's page"
    )
    add_server_options(parser)
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of students; give a whole number from 1 to 500")
    return int(text)


def run(args: argparse.Namespace) -> None:
    """Check, ask, print how to get there, and serve until Ctrl-C."""
    from brierwidgets.lessons._hold import as_said

    read_notebook(args.notebook)
    need("voila", "Voila")
    word = code_word() if args.word is None else as_said(args.word)
    if len(word) < 4:
        raise CommandError("The code word is too short to keep anybody out. Give four letters or more.")
    students_that_fit(args.students, import_module("psutil").virtual_memory().available / 1e6)
    host = "127.0.0.1" if args.local else _own_address()
    port = choose_port(args.port, VOILA_PORT)
    if not args.local:
        _ask(f"http://{host}:{port}", yes=args.yes)
    invitation = _invitation(f"http://{host}:{port}/", word)
    server = import_module("brierwidgets.cli.class_server")
    server.serve_class(
        args.notebook.resolve(),
        students=args.students,
        word=word,
        host=host,
        port=port,
        invitation=invitation,
        browser=not args.no_browser,
        hold=args.hold,
        names=args.names,
    )


def code_word() -> str:
    """Return a code word that is easy to say and hard to guess.

    Examples
    --------
    >>> len(code_word().split("-"))
    3
    """
    return f"{secrets.choice(WORDS)}-{secrets.choice(WORDS)}-{secrets.randbelow(90) + 10}"


def students_that_fit(students: int, free: float) -> None:
    """Refuse a class that would not fit into `free` MB of memory.

    Examples
    --------
    >>> students_that_fit(30, 8000)
    >>> students_that_fit(30, 3000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    brierwidgets.cli.command.CommandError: 30 students need about 5.9 GB of memory, and 3.0 GB are free...
    """
    needed = SERVER + STUDENT * students
    if needed <= free:
        return
    fit = max(0, int((free - SERVER) // STUDENT))
    advice = f"Expect fewer (--students {fit}), close other programs, or" if fit else "Close other programs, or"
    raise CommandError(
        f"{students} students need about {needed / 1000:.1f} GB of memory, and {free / 1000:.1f} GB are free. {advice} "
        "give the class one file that needs no server: brierwidgets lesson NOTEBOOK -o lesson.html"
    )


def _own_address() -> str:
    """Return this machine's address on its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            raise CommandError(
                "This machine is on no network, so no student can reach it. Connect it, or try it alone with --local."
            ) from None


def _ask(address: str, *, yes: bool) -> None:
    print(f"Every device on your network that knows the code word will be able to open the lesson at {address}.")
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandError("Nobody can be asked whether that is right. Pass --yes, or --local for this machine only.")
    if input("Go on? [y/N] ").strip().lower() not in {"y", "yes"}:
        raise CommandError("Nothing was started.")


def _invitation(address: str, word: str) -> str:
    """Return what to tell the class; the code in the terminal needs segno."""
    lines = ["", f"  Address:    {address}", f"  Code word:  {word}", ""]
    if find_spec("segno") is not None:
        drawn = import_module("io").StringIO()
        import_module("segno").make(address, micro=False).terminal(drawn, compact=True)
        lines.append(drawn.getvalue())
    else:
        lines.append('  (For a code to scan: python -m pip install "brierwidgets[class]")\n')
    return "\n".join(lines)
