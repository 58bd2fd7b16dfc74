"""Read a file of predictions: the options that say what is in it, for every command that takes one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brierwidgets.commands import CommandError

if TYPE_CHECKING:
    import pandas as pd

    from brierwidgets.comparison import Comparison

__all__ = [
    "add_file_options",
    "add_interval_option",
    "advice_for",
    "chosen_models",
    "compare_rows",
    "positive_label",
    "read_file",
]

KINDS = {".csv": "csv", ".tsv": "tsv", ".txt": "csv", ".parquet": "parquet", ".pq": "parquet"}
COMPRESSED = {".gz", ".bz2", ".xz", ".zip", ".zst"}


class _Interval(argparse.Action):
    """Two cost ratios, checked as a pair, so that an empty or reversed interval is wrong usage."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        from brierwidgets.core.intervals import check_interval

        try:
            setattr(namespace, self.dest, check_interval(values))
        except ValueError as error:
            raise argparse.ArgumentError(self, str(error)) from error


def add_interval_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--interval LOW HIGH``, in any of the forms a cost ratio can be written."""
    parser.add_argument(
        "--interval",
        nargs=2,
        action=_Interval,
        default=(0.0, 1.0),
        metavar=("LOW", "HIGH"),
        help="the cost ratios that matter: numbers, percentages (1.66%%) or odds (1:59); all unless given",
    )


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """Add the file and the options that say what its columns are."""
    parser.add_argument("file", help="CSV, TSV or Parquet, one case a row; - reads CSV from standard input")
    parser.add_argument("--label", required=True, metavar="COLUMN", help="the column of outcomes")
    parser.add_argument(
        "--models",
        nargs="+",
        metavar="COLUMN",
        help="the columns of scores (default: every column of numbers but the label and the weight)",
    )
    parser.add_argument("--weight", metavar="COLUMN", help="the column of weights, if cases have any")
    parser.add_argument("--pos-label", metavar="LABEL", help="the label of positive cases, unless labels are 0 and 1")


def read_file(name: str) -> pd.DataFrame:
    """Return the table in a file, or say why it cannot be read.

    Parameters
    ----------
    name
        The file; ``-`` reads CSV from standard input.
    """
    import pandas as pd

    path = Path(name)
    if name != "-" and not path.is_file():
        found = "is a folder" if path.is_dir() else "does not exist"
        raise CommandError(f"The file {name} {found}. Give the path of a CSV or Parquet file.")
    kind = "csv" if name == "-" else _kind(path)
    try:
        if kind == "parquet":
            table = pd.read_parquet(path)
        else:
            table = pd.read_csv(sys.stdin if name == "-" else path, sep="\t" if kind == "tsv" else ",")
    except ImportError:
        raise CommandError(
            "Reading Parquet takes pyarrow, which is not installed. Install it with:\n    python -m pip install pyarrow"
        ) from None
    except (OSError, ValueError) as error:  # what pandas and pyarrow say of a broken file is one of these
        reason = str(error).strip().rstrip(".")
        raise CommandError(f"The file {name} could not be read as {kind.upper()}: {reason}.") from error
    if table.empty:
        raise CommandError(f"The file {name} has a header but no cases.")
    return table


def _kind(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED:
        suffixes.pop()
    kind = KINDS.get(suffixes[-1] if suffixes else "")
    if kind is None:
        raise CommandError(f"The file {path} should end in .csv, .tsv or .parquet, so that its format is known.")
    return kind


def chosen_models(table: pd.DataFrame, args: argparse.Namespace) -> list[str]:
    """Return the columns of scores: those asked for, else every other column of numbers; tell what is left out."""
    if args.models:
        twice = [name for name in args.models if args.models.count(name) > 1]
        if twice:
            raise CommandError(f"The column {twice[0]!r} is named twice after --models. Name each column once.")
        return list(args.models)
    others = [name for name in table.columns if name not in (args.label, args.weight)]
    numeric = set(table.select_dtypes("number").columns)
    models = [name for name in others if name in numeric]
    if left_out := [name for name in others if name not in numeric]:
        print(f"Left out, since they hold no numbers: {', '.join(map(repr, left_out))}.", file=sys.stderr)
    if not models:
        raise CommandError("There is no column of scores: no column besides the label and the weight holds numbers.")
    return models


def positive_label(table: pd.DataFrame, args: argparse.Namespace) -> Any:
    """Return the positive label as the kind of value that the column holds: typed, it is always text."""
    text = args.pos_label
    if text is None or args.label not in table:
        return text
    column = table[args.label]
    if column.dtype == bool:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    if column.dtype.kind in "iuf":
        try:
            return float(text)
        except ValueError:
            return text
    return text


def compare_rows(args: argparse.Namespace) -> Comparison:
    """Return the models of a file, case by case, so that they can be told apart with paired differences."""
    from brierwidgets.comparison import Comparison

    table = read_file(args.file)
    models = chosen_models(table, args)
    for name in (args.label, *models, *([] if args.weight is None else [args.weight])):
        if name not in table:
            known = ", ".join(map(repr, table.columns))
            raise CommandError(f"The file {args.file} has no column {name!r}. Its columns are {known}.")
    try:
        return Comparison(
            table[args.label],
            {name: table[name] for name in models},
            sample_weight=None if args.weight is None else table[args.weight],
            pos_label=positive_label(table, args),
        )
    except (TypeError, ValueError) as error:
        raise CommandError(advice_for(error, args)) from error


def advice_for(error: Exception, args: argparse.Namespace) -> str:
    """Return what an error about the data says, in terms of the file and of the options."""
    said = {
        "pos_label=": "--pos-label=",
        "The frame": f"The file {args.file}",
        "y_true": f"column {args.label!r}",
        "y_prob": "a column of scores",
    }
    if args.weight is not None:
        said["sample_weight"] = f"column {args.weight!r}"
    advice = str(error)
    for theirs, ours in said.items():
        advice = advice.replace(theirs, ours)
    if "outside [0, 1]" in advice and not args.models:
        advice += " If the column is not a model, name the columns that are with --models."
    return advice[:1].upper() + advice[1:]
