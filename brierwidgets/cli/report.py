"""``brierwidgets report``: write the models in a file as one page that opens offline."""

from __future__ import annotations

import argparse
from pathlib import Path

from brierwidgets.cli.command import CommandError, Subparsers, add_command
from brierwidgets.cli.predictions import add_file_options, add_interval_option, compare_rows

__all__ = ["register"]

DESCRIPTION = """\
Write a page about the models in a file: curves, scores, ranks and a verdict in words.

The page is one file that opens in any browser, without a network and without Python.
On it everything moves as in a notebook: the interval, zoom, units, models, groups, tabs.

The file has one case a row: a column of outcomes (0 and 1, or two labels and
--pos-label) and a column of probabilities for each model."""
EXAMPLES = """\
  brierwidgets report predictions.csv --label y --interval 1.66% 3%
  brierwidgets report predictions.csv --label y --interval 1:59 1:32 -o tamoxifen.html
  brierwidgets report predictions.parquet --label y --models logistic forest --title "Two models"
  brierwidgets report predictions.csv --label outcome --pos-label died --weight sampling"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers,
        "report",
        "write the models in a file as a page that opens offline",
        description=DESCRIPTION,
        examples=EXAMPLES,
    )
    add_file_options(parser)
    add_interval_option(parser)
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("report.html"), metavar="PAGE", help="where (default: report.html)"
    )
    parser.add_argument("--title", help="the heading of the page (default: it names the interval)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Read the file, write the page and print the verdict."""
    if args.file != "-" and args.output.exists() and args.output.samefile(args.file):
        raise CommandError(f"The page would replace {args.file} itself. Choose another place with -o.")
    comparison, groups = compare_rows(args)
    from brierwidgets.explorer import Explorer

    explorer = Explorer(comparison, interval=args.interval, groups=groups)
    try:
        page = explorer.save_html(args.output, title=args.title)
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(
            f"The page could not be written to {args.output}: {reason}. Choose another with -o."
        ) from error
    except ValueError as error:
        raise CommandError(str(error)) from error
    print(explorer.verdict.text, f"The page is in {page}; open it in a browser.", sep="\n")
    explorer.close()
