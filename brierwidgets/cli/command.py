"""The subcommands of ``brierwidgets``, one module each; see `brierwidgets.cli` for how to add one."""

from __future__ import annotations

import argparse
from typing import TypeAlias

__all__ = ["CommandError", "Subparsers", "add_command"]

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class CommandError(Exception):
    """Something the user can mend: the command prints the message, no traceback, and ends with exit code 1.

    Examples
    --------
    >>> raise CommandError("There is no file predictions.csv here.")
    Traceback (most recent call last):
        ...
    brierwidgets.cli.command.CommandError: There is no file predictions.csv here.
    """


def add_command(
    subparsers: Subparsers, name: str, summary: str, *, description: str, examples: str
) -> argparse.ArgumentParser:
    """Add a command whose help ends with examples, and return its parser.

    Parameters
    ----------
    subparsers
        As `register` gets it.
    name, summary
        The command and its line in ``brierwidgets --help``.
    description, examples
        Text before and after the options in ``brierwidgets NAME --help``, printed as it stands.
    """
    return subparsers.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
