"""``brierwidgets score``: print the scores of the models in a file."""

from __future__ import annotations

import argparse
import json
import math
from typing import TYPE_CHECKING, Any

from brierwidgets.cli.command import CommandError, Subparsers, add_command
from brierwidgets.cli.predictions import (
    add_file_options,
    add_interval_option,
    advice_for,
    chosen_models,
    positive_label,
    read_file,
)

if TYPE_CHECKING:
    from brierwidgets.data.comparison import Comparison

__all__ = ["register"]

DESCRIPTION = """\
Print the scores of the models in a file, one row a model; rank 1 has the lowest
mean regret over the interval.

The file has one case a row: a column of outcomes (0 and 1, or two labels and
--pos-label) and a column of probabilities for each model."""
EXAMPLES = """\
  brierwidgets score predictions.csv --label y
  brierwidgets score predictions.csv --label y --interval 1.66% 3%
  brierwidgets score predictions.parquet --label y --interval 1:59 1:32 --models logistic forest
  brierwidgets score predictions.csv --label outcome --pos-label died --weight sampling
  brierwidgets score predictions.csv --label y --interval 0.01 0.05 --json > scores.json"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers, "score", "print the scores of the models in a file", description=DESCRIPTION, examples=EXAMPLES
    )
    add_file_options(parser)
    add_interval_option(parser, whole=True)
    parser.add_argument(
        "--spacing",
        choices=["cost", "log-odds"],
        default="cost",
        help="average mean regret and skill over cost ratios or over their log-odds (default: cost)",
    )
    parser.add_argument("--standard-errors", action="store_true", help="add the standard error of each score")
    parser.add_argument(
        "--json",
        action="store_true",
        help='print JSON, unrounded; a score that does not exist is null, an infinite one "inf" or "-inf"',
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Read the file, score its models and print the table."""
    from brierwidgets.data.comparison import Comparison

    table = read_file(args.file)
    try:
        comparison = Comparison.from_frame(
            table,
            label=args.label,
            models=chosen_models(table, args),
            weight=args.weight,
            bins=None,
            pos_label=positive_label(table, args),
        )
        scores = comparison.scores(args.interval, spacing=args.spacing, standard_errors=args.standard_errors)
    except (TypeError, ValueError) as error:
        raise CommandError(advice_for(error, args)) from error
    cases = f"{len(table):,} {'case' if len(table) == 1 else 'cases'}"
    if args.weight is not None:
        cases += f" with a weight of {_whole(comparison.total)} in all"
    print(_as_json(comparison, scores, args) if args.json else _as_text(comparison, scores, args, cases))


def _whole(total: float) -> str:
    return f"{total:,.0f}" if total.is_integer() and total < 2**53 else f"{total:,.10g}"


def _as_text(comparison: Comparison, scores: Any, args: argparse.Namespace, cases: str) -> str:
    from brierwidgets.words.costs import cost_range
    from brierwidgets.words.numbers import percent

    return (
        f"{cases}, {percent(comparison.prevalence)} positive; "
        f"cost ratios {cost_range(args.interval)}\n\n"
        f"{scores.rename_axis(None).to_string(float_format='{:.4g}'.format, na_rep='-')}"
    )


def _as_json(comparison: Comparison, scores: Any, args: argparse.Namespace) -> str:
    models = [{"model": name, **{key: _plain(value) for key, value in row.items()}} for name, row in scores.T.items()]
    answer = {
        "file": args.file,
        "cases": _plain(comparison.total),
        "prevalence": comparison.prevalence,
        "interval": list(args.interval),
        "spacing": args.spacing,
        "models": models,
    }
    return json.dumps(answer, indent=2)


def _plain(value: Any) -> Any:
    """JSON knows neither NaN nor infinity."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return str(value)
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)
