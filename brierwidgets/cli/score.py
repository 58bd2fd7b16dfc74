"""``brierwidgets score``: print the scores of the models in a file."""

from __future__ import annotations

import argparse
import json
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from brierwidgets.cli.command import CommandError, Subparsers, add_command
from brierwidgets.cli.predictions import (
    add_file_options,
    add_interval_option,
    advice_for,
    compare_rows,
)

if TYPE_CHECKING:
    import pandas as pd

    from brierwidgets.data.comparison import Comparison

__all__ = ["register"]

DESCRIPTION = """\
Print the scores of the models in a file, one row a model, and of treating all
and none, which need no model; rank 1 has the lowest mean regret over the
interval.

The file has one case a row: a column of outcomes (0 and 1, or two labels and
--pos-label) and a column of probabilities for each model."""
EXAMPLES = """\
  brierwidgets score predictions.csv --label y
  brierwidgets score predictions.csv --label y --interval 1.66% 3%
  brierwidgets score predictions.parquet --label y --interval 1:59 1:32 --models logistic forest
  brierwidgets score predictions.csv --label outcome --pos-label died --weight sampling
  brierwidgets score predictions.csv --label y --groups site
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


class _Part(NamedTuple):
    """Some cases: the group, and the models on them."""

    group: str | None
    models: Comparison


def run(args: argparse.Namespace) -> None:
    """Read the file, score its models and print the table, then one for each group."""
    everyone, groups = compare_rows(args)
    parts = [_Part(None, everyone), *(_Part(name, models) for name, models in (groups or {}).items())]
    try:
        print(_as_json(parts, args) if args.json else "\n\n".join(_as_text(part, args) for part in parts))
    except (TypeError, ValueError) as error:
        raise CommandError(advice_for(error, args)) from error


def _scores(part: _Part, args: argparse.Namespace, *, rules: bool) -> pd.DataFrame:
    return part.models.scores(args.interval, spacing=args.spacing, rules=rules, standard_errors=args.standard_errors)


def _as_text(part: _Part, args: argparse.Namespace) -> str:
    from brierwidgets.words.costs import cost_range
    from brierwidgets.words.numbers import percent

    where = "" if part.group is None else f"{args.groups} {part.group}: "
    count = 0 if part.models.rows is None else part.models.rows.labels.size
    cases = f"{count:,} {'case' if count == 1 else 'cases'}"
    if args.weight is not None:
        cases += f" with a weight of {_whole(part.models.total)} in all"
    return (
        f"{where}{cases}, {percent(part.models.prevalence)} positive; cost ratios {cost_range(args.interval)}\n\n"
        f"{_scores(part, args, rules=True).rename_axis(None).to_string(float_format=_short, na_rep='-')}"
    )


def _whole(total: float) -> str:
    from brierwidgets.core.digits import grouped

    return f"{total:,.0f}" if total.is_integer() and total < 2**53 else grouped(total, 6)


def _short(value: float) -> str:
    """Write four digits; what rounding leaves of a zero is 0."""
    return f"{0.0 if abs(value) < 1e-14 else value:.4g}"


def _as_json(parts: list[_Part], args: argparse.Namespace) -> str:
    everyone, *groups = parts
    answer = {"file": args.file, "interval": list(args.interval), "spacing": args.spacing, **_facts(everyone, args)}
    if args.groups is not None:
        answer["groups"] = [{"group": part.group, **_facts(part, args)} for part in groups]
    return json.dumps(answer, indent=2)


def _facts(part: _Part, args: argparse.Namespace) -> dict[str, Any]:
    """Return what JSON says of some cases: how many, the prevalence, the models, and the rules without one."""
    models, everything = (_scores(part, args, rules=rules) for rules in (False, True))
    return {
        "cases": _plain(part.models.total),
        "prevalence": part.models.prevalence,
        "models": _rows(models),
        "rules": _rows(everything.drop(index=models.index)),
    }


def _rows(scores: pd.DataFrame) -> list[dict[str, Any]]:
    rows = scores.T.items()
    return [{"model": name, **{str(key): _plain(value) for key, value in row.items()}} for name, row in rows]


def _plain(value: Any) -> Any:
    """JSON knows neither NaN nor infinity."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return str(value)
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)
