"""From summaries of papers to the shares that report each metric."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, overload

import pandas as pd

from brierwidgets.core.guarded import wilson_interval, z_value

__all__ = ["ReviewTally", "tally_reviews"]

_SECTIONS = {"metrics": "metric", "visualizations": "visualization"}


class ReviewTally(NamedTuple):
    """Shares of papers, with the records that were malformed and the papers that do not count.

    Examples
    --------
    >>> tally = tally_reviews([{"venue": "CHIL", "has_classifier": False, "has_experiments": True}], errors="report")
    >>> len(tally.shares), len(tally.malformed), len(tally.excluded)
    (0, 0, 1)
    """

    shares: pd.DataFrame
    malformed: pd.DataFrame
    excluded: pd.DataFrame


@overload
def tally_reviews(
    records: Iterable[Any], *, errors: Literal["raise"] = ..., binary_types: Sequence[str] = ...
) -> pd.DataFrame: ...
@overload
def tally_reviews(
    records: Iterable[Any], *, errors: Literal["report"], binary_types: Sequence[str] = ...
) -> ReviewTally: ...
def tally_reviews(
    records: Iterable[Any], *, errors: str = "raise", binary_types: Sequence[str] = ("binary",)
) -> pd.DataFrame | ReviewTally:
    """Return the share of papers that report each metric and chart, by venue, with 95% Wilson intervals.

    Parameters
    ----------
    records
        One summary a paper, as a dict or as JSON text: ``{"venue": "ICML", "has_classifier": true,
        "classifier_type": "binary", "has_experiments": true, "metrics": {"accuracy": {"present": true, "context":
        "Table 2"}}, "visualizations": {"ROC curve": {"present": false}}}``. Further keys are left alone. A paper
        without a classifier or without experiments needs no more than to say so, and its venue.
    errors
        ``"raise"`` refuses malformed records with one error that numbers every one of them; ``"report"`` tallies the
        rest and returns the malformed beside.
    binary_types
        The values of ``classifier_type`` that count as binary, in any case.

    Returns
    -------
    DataFrame or ReviewTally
        One row a venue and metric: ``venue``, ``metric``, ``kind`` ("metric" or "visualization"), ``count``,
        ``total``, ``share``, ``low`` and ``high``. With ``errors="report"``, these ``shares`` together with
        ``malformed`` and ``excluded`` (``number`` of the record, counting from 0, and ``reason``).

    Notes
    -----
    Only papers with a binary classifier and experiments count in ``total``; the rest are ``excluded``. A paper that
    counts but whose summary does not mention a metric that another one mentions has not reported it. Names are taken
    as written, so "AUC" and "auc" are two metrics. A venue none of whose papers count has a total of 0 and no share.

    Examples
    --------
    >>> paper = {"venue": "CHIL", "has_classifier": True, "classifier_type": "binary", "has_experiments": True}
    >>> shares = tally_reviews(
    ...     [
    ...         {**paper, "metrics": {"accuracy": {"present": True}}, "visualizations": {}},
    ...         {**paper, "metrics": {"accuracy": {"present": False}}, "visualizations": {}},
    ...         {"venue": "CHIL", "has_classifier": False, "has_experiments": True},
    ...     ]
    ... )
    >>> shares.round(3)
      venue    metric    kind  count  total  share    low   high
    0  CHIL  accuracy  metric      1      2    0.5  0.095  0.905
    """
    if errors not in {"raise", "report"}:
        raise ValueError(f"errors must be 'raise' or 'report', not {errors!r}.")
    if isinstance(records, str | bytes | Mapping):
        raise TypeError("records must be a list of summaries, one a paper. For a single paper pass [record].")
    kinds = {kind.casefold() for kind in binary_types}
    counted: list[Mapping[str, Any]] = []
    venues: dict[str, None] = {}
    malformed, excluded = [], []
    for number, given in enumerate(records):
        record, faults = _read(given)
        if faults:
            malformed.append({"number": number, "reason": "; ".join(faults)})
            continue
        venues[record["venue"]] = None
        if reason := _why_not(record, kinds):
            excluded.append({"number": number, "reason": reason})
        else:
            counted.append(record)
    if malformed and errors == "raise":
        listed = "\n".join(f"  record {record['number']}: {record['reason']}" for record in malformed)
        raise ValueError(
            f"{len(malformed)} of the records are malformed (counting from 0):\n{listed}\n"
            "Mend them, or pass errors='report' to tally the others and get these beside."
        )
    shares = _shares(counted, list(venues))
    if errors == "raise":
        return shares
    columns = ["number", "reason"]
    return ReviewTally(shares, pd.DataFrame(malformed, columns=columns), pd.DataFrame(excluded, columns=columns))


def _read(given: Any) -> tuple[Mapping[str, Any], list[str]]:
    """Return the record, and everything that is wrong with it."""
    if isinstance(given, str | bytes):
        try:
            given = json.loads(given)
        except ValueError as error:
            return {}, [f"is not JSON ({error})"]
    if not isinstance(given, Mapping):
        return {}, [f"is a {type(given).__name__}, not a summary in braces"]
    faults = [
        f"{key!r} must be true or false, not {given.get(key)!r}"
        for key in ("has_classifier", "has_experiments")
        if not isinstance(given.get(key), bool)
    ]
    if not (isinstance(given.get("venue"), str) and given["venue"].strip()):
        faults.append(f"'venue' must be a name, not {given.get('venue')!r}")
    if not faults and given["has_classifier"] and given["has_experiments"]:
        if not isinstance(given.get("classifier_type"), str):
            faults.append(f"'classifier_type' must be text, not {given.get('classifier_type')!r}")
        for section in _SECTIONS:
            faults.extend(_section_faults(given.get(section), section))
    return given, faults


def _section_faults(entries: Any, section: str) -> list[str]:
    if not isinstance(entries, Mapping):
        return [f"{section!r} must be a mapping of names, not {entries!r}"]
    return [
        f"{section!r}, {name!r} needs 'present' true or false, not {entry!r}"
        for name, entry in entries.items()
        if not (isinstance(entry, Mapping) and isinstance(entry.get("present"), bool))
    ]


def _why_not(record: Mapping[str, Any], kinds: set[str]) -> str | None:
    """Say why a paper does not count, if it does not."""
    if not record["has_classifier"]:
        return "no classifier"
    if not record["has_experiments"]:
        return "no experiments"
    kind = record["classifier_type"]
    return None if kind.strip().casefold() in kinds else f"classifier_type {kind!r} is not binary"


def _shares(counted: list[Mapping[str, Any]], venues: list[str]) -> pd.DataFrame:
    rows = []
    for section, kind in _SECTIONS.items():
        names = dict.fromkeys(name for record in counted for name in record[section])
        for venue in venues:
            papers = [record[section] for record in counted if record["venue"] == venue]
            for name in names:
                count = sum(name in paper and paper[name]["present"] for paper in papers)
                rows.append((venue, name, kind, count, len(papers), *_wilson(count, len(papers))))
    columns = ["venue", "metric", "kind", "count", "total", "share", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _wilson(count: int, total: int) -> tuple[float, float, float]:
    """Return a share and its 95% interval."""
    if total == 0:
        return math.nan, math.nan, math.nan
    return count / total, *wilson_interval(count / total, total, z_value())
