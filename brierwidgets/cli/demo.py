"""``brierwidgets demo``: open the first notebook in JupyterLab, or as an application."""

from __future__ import annotations

import argparse
from pathlib import Path

from brierwidgets.cli.command import Subparsers, add_command
from brierwidgets.cli.jupyter import add_server_options, serve_lab, serve_voila
from brierwidgets.cli.notebooks import first_notebook, original_notebooks, update_copy

__all__ = ["register"]

FOLDER = "brierwidgets-notebooks"
DESCRIPTION = f"""\
Open the first notebook in JupyterLab.

You work on your own copy of the notebooks, in the folder {FOLDER} of your home
directory, so nothing you do spoils the originals. What you change there is kept:
the next demo adds new notebooks and brings up to date only those you never changed."""
EXAMPLES = """\
  brierwidgets demo                        open JupyterLab on the first notebook
  brierwidgets demo --voila                the same notebooks as an app, without code
  brierwidgets demo --no-browser --port 8899
  brierwidgets demo --fresh                start over; your changed notebooks are set aside
  brierwidgets demo --folder course/week1  keep the notebooks elsewhere"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers, "demo", "open the notebooks in JupyterLab or as an app", description=DESCRIPTION, examples=EXAMPLES
    )
    parser.add_argument("--voila", action="store_true", help="serve the notebooks as an app without code")
    add_server_options(parser)
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help=f"keep your copy of the notebooks here (default: ~/{FOLDER})"
    )
    parser.add_argument("--fresh", action="store_true", help="start over from the original notebooks")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Copy the notebooks and serve the first one until Ctrl-C."""
    originals = original_notebooks()
    folder = (args.folder or Path.home() / FOLDER).expanduser().resolve()
    changes = update_copy(originals, folder, fresh=args.fresh)
    print(f"Your notebooks are in {folder}.", *changes, sep="\n")
    if changes and not args.fresh:
        print("To start over from the originals (yours are set aside, not deleted): brierwidgets demo --fresh")
    first, options = folder / first_notebook(originals).name, {"port": args.port, "browser": not args.no_browser}
    if args.voila:
        serve_voila(first, folder=True, **options)
    else:
        serve_lab(first, **options)
