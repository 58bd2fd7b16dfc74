"""The page of the command line, from its own help."""

import argparse
import os
from pathlib import Path
from unittest.mock import patch

from brierwidgets.cli import build_parser


def make_commands(page: Path) -> None:
    """Write what every command says of itself."""
    with patch.dict(os.environ, {"COLUMNS": "88", "NO_COLOR": "1"}):
        parser = build_parser()
        (subcommands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        helps = {f"brierwidgets {name}": command.format_help() for name, command in subcommands.choices.items()}
    parts = [f"## `{name}`\n\n```text\n{text.rstrip()}\n```\n" for name, text in helps.items()]
    page.write_text("\n".join(["# Commands\n", *parts]), encoding="utf-8")
