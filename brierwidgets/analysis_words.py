"""What the analysis views say in plain sentences: ranking, decomposition, sensitivity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from brierwidgets.core.calibration import Decomposition
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import number, per_thousand, percent
from brierwidgets.sensitivity import BestOverIntervals

__all__ = [
    "calibration_words",
    "decomposition_words",
    "interval_words",
    "list_names",
    "ranking_words",
    "sensitivity_words",
]

#: Discriminations closer than this share of the larger one count as about equal.
_ALIKE = 0.02


def list_names(names: Sequence[str]) -> str:
    """Write names as a person lists them.

    Examples
    --------
    >>> list_names(["a"]), list_names(["a", "b"]), list_names(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def ranking_words(areas: Mapping[str, float], label: str, interval: Interval, silent: Sequence[str]) -> list[str]:
    """Say who ranks best over all thresholds, and who decides nobody positive on the interval.

    Parameters
    ----------
    areas
        The area under each model's curve.
    label
        What that area is called.
    interval
        The cost ratios that matter.
    silent
        Models none of whose scores reaches the low end of the interval.

    Examples
    --------
    >>> print(*ranking_words({"a": 0.7, "b": 0.8}, "AUC", Interval(0.1, 0.3), ["b"]))
    Thick: decisions with thresholds from 10% to 30%. Over all thresholds b ranks best (AUC 0.800). No score of b
    reaches 10%: it decides nobody positive there.
    """
    low, high = map(percent, interval)
    told = [f"Thick: decisions with thresholds from {low} to {high}."]
    if len(areas) > 1:
        highest = max(areas.values())
        equal = [name for name, area in areas.items() if area == highest]
        verb = "ranks best" if len(equal) == 1 else "rank alike"
        told.append(f"Over all thresholds {list_names(equal)} {verb} ({label} {number(highest)}).")
    if silent:
        whom = "it decides" if len(silent) == 1 else "they decide"
        told.append(f"No score of {list_names(silent)} reaches {low}: {whom} nobody positive there.")
    return told


def calibration_words(inside: Mapping[str, tuple[float, float]], interval: Interval) -> list[str]:
    """Say how many cases score inside the interval, and how many of them are positive.

    Examples
    --------
    >>> print(*calibration_words({"a": (1200.0, 30.0), "b": (0.0, 0.0)}, Interval(0.01, 0.03)))
    Thick: scores from 1% to 3%. a gives such scores to 1,200 cases, of whom 2.5% are positive. b gives them to nobody.
    """
    low, high = map(percent, interval)
    told = [f"Thick: scores from {low} to {high}."]
    for name, (cases, positives) in inside.items():
        if cases:
            share = percent(positives / cases)
            told.append(f"{name} gives such scores to {cases:,.6g} cases, of whom {share} are positive.")
    silent = [name for name, (cases, _) in inside.items() if not cases]
    if silent:
        told.append(f"{list_names(silent)} {'gives' if len(silent) == 1 else 'give'} them to nobody.")
    return told


def decomposition_words(parts: Mapping[str, Decomposition], interval: Interval) -> list[str]:
    """Say who has the best score, and whether that is calibration or telling cases apart.

    Examples
    --------
    >>> parts = {"sharp": Decomposition(0.20, 0.08, 0.13, 0.25, label="Brier score"),
    ...          "honest": Decomposition(0.15, 0.01, 0.11, 0.25, label="Brier score")}
    >>> print(*decomposition_words(parts, Interval(0.1, 0.3)))
    For costs from 10% to 30%, honest has the lowest Brier score: 0.150. It tells cases apart less well than sharp
    (discrimination 0.110 against 0.130), but is better calibrated (miscalibration 0.0100 against 0.0800).
    """
    where = "For costs from {} to {}".format(*map(percent, interval))
    if not parts:
        return [f"{where}: no model is shown. Tick one in the legend."]
    best = min(parts, key=lambda name: parts[name].score)
    first = parts[best]
    told = []
    if math.isfinite(first.score):
        tied = [name for name in parts if math.isclose(parts[name].score, first.score, rel_tol=1e-9)]
        if len(parts) == 1:
            verb = f"has a {first.label} of"
        elif len(tied) == 1:
            verb = f"has the lowest {first.label}:"
        else:
            verb = f"have the same {first.label}:" if len(tied) == len(parts) else f"have the lowest {first.label}:"
        told.append(f"{where}, {list_names(tied)} {verb} {number(first.score)}.")
        told += _against_sharpest(parts, best)
    told += [f"{name}: {part.in_words()}" for name, part in parts.items() if not math.isfinite(part.score)]
    return told


def _against_sharpest(parts: Mapping[str, Decomposition], best: str) -> list[str]:
    first = parts[best]
    finite = {name: part for name, part in parts.items() if math.isfinite(part.score) and name != best}
    if not finite:
        return [_alone(first)]
    other = max(finite, key=lambda name: finite[name].discrimination)
    second = finite[other]
    apart = f"(discrimination {number(first.discrimination)} against {number(second.discrimination)})"
    fit = f"(miscalibration {number(first.miscalibration)} against {number(second.miscalibration)})"
    gap = first.discrimination - second.discrimination
    if abs(gap) <= _ALIKE * max(first.discrimination, second.discrimination):
        ranking = f"It tells cases apart about as well as {other} {apart}"
    else:
        ranking = f"It tells cases apart {'better' if gap > 0 else 'less well'} than {other} {apart}"
    sharper = gap > 0
    better = first.miscalibration < second.miscalibration
    if math.isclose(first.miscalibration, second.miscalibration, rel_tol=_ALIKE):
        return [f"{ranking} and is calibrated about as well {fit}."]
    link = "and" if sharper == better else "but"
    return [f"{ranking}, {link} is {'better' if better else 'less well'} calibrated {fit}."]


def _alone(part: Decomposition) -> str:
    return (
        f"Miscalibration adds {number(part.miscalibration)} to it, and telling cases apart takes "
        f"{number(part.discrimination)} off the {number(part.uncertainty)} of no model."
    )


def interval_words(found: BestOverIntervals, low: int, high: int) -> str:
    """Say who is best on the interval between two points of the grid, by how much and how surely.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> interval_words(both.best_over_intervals([0.2, 0.4, 0.8], standard_errors=True), 0, 1)
    'From 20% to 40%: shy, 68.8 ± 129 per 1,000 people ahead of keen, a lead within its standard error.'
    """
    where = f"From {percent(float(found.grid[low]))} to {percent(float(found.grid[high]))}"
    best, second = (int(each[low, high]) for each in (found.best, found.runner_up))
    if second < 0:
        return f"{where}: {found.names[best]}, the only model shown."
    if found.tied[low, high]:
        level = np.isclose(found.scores[:, low, high], found.scores[best, low, high], rtol=1e-9, atol=0.0)
        return f"{where}: {list_names([found.names[each] for each in np.flatnonzero(level)])} are equal."
    told = f"{where}: {found.names[best]}, {per_thousand(float(found.margin[low, high]))}"
    if found.standard_error is None:
        return f"{told} per 1,000 people ahead of {found.names[second]}."
    sure = "a lead beyond its standard error" if found.clear[low, high] else "a lead within its standard error"
    error = number(1000 * float(found.standard_error[low, high]), 2)
    return f"{told} ± {error} per 1,000 people ahead of {found.names[second]}, {sure}."


def sensitivity_words(found: BestOverIntervals) -> str:
    """Say on how many of the intervals each model is best.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> sensitivity_words(both.best_over_intervals([0.2, 0.4, 0.6, 0.8], standard_errors=True))
    'keen is best on 50% of these intervals (clearly on 17%); shy on 33% (clearly on 0%); models are equal on 17%.'
    """
    shares = found.shares().sort_values("best", ascending=False, kind="stable")
    told: list[str] = []
    rarely: list[str] = []
    for name, best, clear in shares.itertuples():
        if best < 0.005:
            rarely.append(name)
            continue
        sure = "" if math.isnan(clear) or len(found.names) == 1 else f" (clearly on {_share(clear)})"
        verb, whole = ("on", "") if told else ("is best on", " of these intervals")
        told.append(f"{name} {verb} {_share(best)}{whole}{sure}")
    if tied := np.count_nonzero(found.tied):
        share = _share(tied / np.count_nonzero(found.best >= 0))
        told.append(f"models are equal on {share}" if told else f"Models are equal on {share} of these intervals")
    if 0 < len(rarely) < len(found.names):
        told.append(f"{list_names(rarely)} on hardly any or none")
    return "; ".join(told) + "."


def _share(share: float) -> str:
    if 0.0 < share < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= share < 1.0 else f"{100 * share:.0f}%"
