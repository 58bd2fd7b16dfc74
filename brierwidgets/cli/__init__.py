"""The command ``brierwidgets``.

To add a subcommand, write a module ``brierwidgets/cli/<name>.py`` and add its name to `COMMANDS`. The module
has one function that adds a parser and says what runs::

    def register(subparsers: Subparsers) -> None:
        parser = add_command(subparsers, "score", "print the scores of a file", description=..., examples=...)
        parser.add_argument("file")
        parser.set_defaults(run=run)

    def run(args: argparse.Namespace) -> int | None: ...

`run` returns an exit code (None is 0) and raises `CommandError` for whatever the user can mend. Every module is
imported whenever the command starts, so imports that take long belong inside `run`.

Exit codes: 0 done, 1 could not be done (the message says why), 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from brierwidgets import __version__
from brierwidgets.cli.command import CommandError

__all__ = ["main"]

COMMANDS = ("classroom", "demo", "explore", "lesson", "report", "score")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="brierwidgets",
        description="Judge binary classifiers when the decision threshold is uncertain.",
        epilog="'brierwidgets COMMAND --help' explains a command and shows examples.",
    )
    parser.add_argument("--version", action="version", version=f"brierwidgets {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        import_module(f"brierwidgets.cli.{name}").register(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv
        The arguments; those of the process unless given.

    Examples
    --------
    >>> main([])  # doctest: +ELLIPSIS
    usage: brierwidgets [-h] [--version] COMMAND ...
    ...
    2
    """
    parser = build_parser()
    args = parser.parse_args(argv)
    if not hasattr(args, "run"):
        parser.print_help()
        return 2
    try:
        code: int = args.run(args) or 0
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CommandError as error:
        print(f"brierwidgets: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
