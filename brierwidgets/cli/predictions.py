"""Read a file of predictions: the options that say what is in it, for every command that takes one."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from brierwidgets.cli.command import CommandError

if TYPE_CHECKING:
    import pandas as pd

    from brierwidgets.data.comparison import Comparison
    from brierwidgets.data.groups import Groups

__all__ = [
    "add_file_options",
    "add_interval_option",
    "advice_for",
    "compare_rows",
    "read_file",
]


#: Advice in Python, for which a command has no place: it ends the sentence before.
_PYTHON = (
    r"; if there are truly no positive cases, pass .*",
    r", for example numpy\.asarray\(.*",
    r", for example with pandas\.to_numeric\.",
    r", such as groups\.fillna\('not known'\)",
)


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


def add_interval_option(parser: argparse.ArgumentParser, *, whole: bool = False) -> None:
    """Add ``--interval LOW HIGH``, in any of the forms a cost ratio can be written.

    Unless given it is what every view starts with, 5% to 50%, or all cost ratios where `whole` is true.
    """
    unless_given = "all" if whole else "5%% to 50%%"
    parser.add_argument(
        "--interval",
        nargs=2,
        action=_Interval,
        default=(0.0, 1.0) if whole else (0.05, 0.5),
        metavar=("LOW", "HIGH"),
        help=f"the cost ratios that matter: numbers, percentages (1.66%%) or odds (1:59); {unless_given} unless given",
    )


def add_file_options(parser: argparse.ArgumentParser, *, standard_input: bool = True) -> None:
    """Add the file, which may come from standard input, and the options that say what its columns are."""
    also = "; - reads CSV from standard input" if standard_input else ""
    parser.add_argument("file", help=f"CSV, TSV or Parquet, one case a row{also}")
    parser.add_argument("--label", required=True, metavar="COLUMN", help="the column of outcomes")
    parser.add_argument(
        "--models",
        nargs="+",
        metavar="COLUMN",
        help="the columns of scores (default: every column of numbers that no other option names)",
    )
    parser.add_argument("--weight", metavar="COLUMN", help="the column of weights, if cases have any")
    parser.add_argument("--pos-label", metavar="LABEL", help="the label of positive cases, unless labels are 0 and 1")
    parser.add_argument(
        "--groups", metavar="COLUMN", help="a column by which the cases can be cut, such as sex, site or year"
    )


def read_file(name: str) -> pd.DataFrame:
    """Return the table in a file, or say why it cannot be read.

    Parameters
    ----------
    name
        The file; ``-`` reads CSV from standard input.
    """
    from brierwidgets.data.files import read_csv, read_table

    try:
        table = read_csv(io.StringIO(sys.stdin.read()), name="Standard input") if name == "-" else read_table(name)
    except (ImportError, OSError, ValueError) as error:
        raise CommandError(str(error)) from error
    if table.empty:
        raise CommandError(f"The file {name} has a header but no cases.")
    return table


def _chosen_models(table: pd.DataFrame, args: argparse.Namespace) -> list[str]:
    """Return the columns of scores: those asked for, else every other column of numbers; tell what is left out."""
    if args.models:
        twice = [name for name in args.models if args.models.count(name) > 1]
        if twice:
            raise CommandError(f"The column {twice[0]!r} is named twice after --models. Name each column once.")
        for name in args.models:
            _refuse_text(table, name)
        return list(args.models)
    others = [name for name in table.columns if name not in (args.label, args.weight, args.groups)]
    numeric = set(table.select_dtypes("number").columns)
    models = [name for name in others if name in numeric]
    left_out = [name for name in others if name not in numeric]
    for name in left_out:
        if _mostly_numbers(table[name]):
            _refuse_text(table, name, advice=" If the column is not a model, name the columns that are with --models.")
    if left_out:
        print(f"Left out, since they hold no numbers: {', '.join(map(repr, left_out))}.", file=sys.stderr)
    if not models:
        raise CommandError("There is no column of scores: no column but those named by other options holds numbers.")
    return models


def _checked_models(table: pd.DataFrame, args: argparse.Namespace) -> list[str]:
    """Return the columns of scores; refuse columns that are missing, used twice or of the wrong kind."""
    import narwhals as nw

    from brierwidgets.data.frames._faults import check_columns, check_known

    for use, column in (("the label", args.label), ("the groups", args.groups)):
        if column is not None:
            check_known(column, list(table.columns), use)
    if args.groups == args.label:
        raise CommandError(f"Column {args.label!r} is named twice: as the label and as the groups. Name another one.")
    models = _chosen_models(table, args)
    check_columns(nw.from_native(table).schema, args.label, models, args.weight)
    return models


def _mostly_numbers(column: pd.Series[Any]) -> bool:
    """Return whether a column of text was meant as numbers: most cells are, or would be but for a comma or a %."""
    import pandas as pd

    cells = column.dropna()
    written = cells.astype(str).str.strip().str.removesuffix("%").str.replace(",", ".", n=1, regex=False)
    return column.dtype != bool and bool(pd.to_numeric(written, errors="coerce").notna().mean() > 0.5)


def _refuse_text(table: pd.DataFrame, name: str, *, advice: str = "") -> None:
    """Refuse a column of scores of which a cell is not a number."""
    import pandas as pd

    if name not in table or table[name].dtype == bool:
        return
    cells = table[name]
    unread = (pd.to_numeric(cells, errors="coerce").isna() & cells.notna()).to_numpy()
    if unread.any():
        case = int(unread.argmax())
        raise CommandError(
            f"Column {name!r} holds {cells.iloc[case]!r} in case {case + 1}, but needs numbers ({unread.sum():,} of "
            f"{len(table):,} cells are none). Write scores from 0 to 1, with a decimal point, such as 0.35.{advice}"
        )


def _positive_label(table: pd.DataFrame, args: argparse.Namespace) -> Any:
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


def compare_rows(args: argparse.Namespace) -> tuple[Comparison, Groups | None]:
    """Return the models of a file, case by case, so that they can be told apart with paired differences.

    With ``--groups``, also return the cases cut by that column.
    """
    from brierwidgets.data.comparison import Comparison
    from brierwidgets.data.groups import Groups

    table = read_file(args.file)
    try:
        models = _checked_models(table, args)
        comparison = Comparison(
            table[args.label],
            {name: table[name] for name in models},
            sample_weight=None if args.weight is None else table[args.weight],
            pos_label=_positive_label(table, args),
        )
        return comparison, None if args.groups is None else Groups(comparison, table[args.groups])
    except (TypeError, ValueError) as error:
        raise CommandError(advice_for(error, args)) from error


def advice_for(error: Exception, args: argparse.Namespace) -> str:
    """Return what an error about the data says, in terms of the file and of the options."""
    own_words = {
        "pos_label=": "--pos-label=",
        "The frame": f"The file {args.file}",
        "y_true": f"column {args.label!r}",
        "y_prob": "a column of scores",
    }
    if args.groups is not None:
        own_words["groups"] = f"column {args.groups!r}"
    if args.weight is not None:
        own_words["sample_weight"] = f"column {args.weight!r}"
    advice = re.sub(r"at row (\d+)", lambda found: f"in case {int(found[1]) + 1}", str(error))
    for code in _PYTHON:
        advice = re.sub(code, ".", advice)
    for theirs, ours in own_words.items():
        advice = advice.replace(theirs, ours)
    if "outside [0, 1]" in advice and not args.models:
        advice += " If the column is not a model, name the columns that are with --models."
    return advice[:1].upper() + advice[1:]
