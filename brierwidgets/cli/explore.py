"""``brierwidgets explore``: open the models in a file as an application."""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from brierwidgets.cli.command import CommandError, Subparsers, add_command
from brierwidgets.cli.jupyter import add_server_options, serve_voila
from brierwidgets.cli.predictions import add_file_options, add_interval_option, compare_rows

__all__ = ["register"]

DESCRIPTION = """\
Open the models in a file as an app in your browser: drag an interval of cost ratios,
and curves, scores, ranks and a verdict in words follow.

The file has one case a row: a column of outcomes (0 and 1, or two labels and
--pos-label) and a column of probabilities for each model. It is read on this
machine and goes nowhere else. Stop the app with Ctrl-C."""
EXAMPLES = """\
  brierwidgets explore predictions.csv --label y
  brierwidgets explore predictions.csv --label y --interval 1.66% 3%
  brierwidgets explore predictions.parquet --label y --models logistic forest --interval 1:59 1:32
  brierwidgets explore predictions.csv --label outcome --pos-label died --weight sampling
  brierwidgets explore predictions.csv --label y --groups site --models logistic forest
  brierwidgets explore predictions.csv --label y --no-browser --port 8899"""
CELL = """\
from argparse import Namespace

from brierwidgets import Explorer
from brierwidgets.cli.predictions import compare_rows

comparison, groups = compare_rows(Namespace(**{columns!r}))
Explorer(comparison, interval={interval!r}, groups=groups)"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers, "explore", "open the models in a file as an app", description=DESCRIPTION, examples=EXAMPLES
    )
    add_file_options(parser, standard_input=False)
    add_interval_option(parser)
    add_server_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Check the file, and serve a notebook about it until Ctrl-C."""
    if args.file == "-":
        raise CommandError("The app reads the file itself, so it cannot come from standard input. Save it first.")
    comparison, _ = compare_rows(args)  # what is wrong with the file is told here, before anything is served
    with _ended_by_signals(), TemporaryDirectory(prefix="brierwidgets-") as folder:
        name = re.sub(r"[^\w.-]+", "-", Path(args.file).stem).lstrip(".") or "predictions"
        notebook = Path(folder, f"{name}.ipynb")
        notebook.write_text(notebook_about(args, comparison.names), encoding="utf-8")
        serve_voila(notebook, port=args.port, browser=not args.no_browser)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a signal end the body as an error does, so that its folder goes also while the server still starts."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, lambda number, _frame: sys.exit(128 + number)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def notebook_about(args: argparse.Namespace, models: list[str]) -> str:
    """Return a notebook whose only cell shows the Explorer of a file."""
    columns = {
        "file": str(Path(args.file).resolve()),
        "label": args.label,
        "models": models,
        "weight": args.weight,
        "pos_label": args.pos_label,
        "groups": args.groups,
    }
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "explorer",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": CELL.format(columns=columns, interval=tuple(args.interval)),
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})
