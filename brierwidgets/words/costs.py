"""How a range of cost ratios is written, in the unit that was chosen."""

from __future__ import annotations

from collections.abc import Iterable

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.mixtures import as_weights
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.words.numbers import cost_text, different_texts, percent
from brierwidgets.words.templates import fill

__all__ = ["cost_in_words", "cost_range", "costs_from", "describe_band", "for_costs", "other_unit", "read_heading"]


#: What is left of the weight is rounding.
_ALL = 1e-9
#: A smaller share is not written out, nor is one that lacks less.
_LEAST_SHARE = 0.001


def other_unit(unit: str) -> str:
    """Return the unit of the second axis: odds, or probabilities beside odds."""
    return "probability" if unit == "odds" else "odds"


def cost_range(interval: Iterable[float], unit: str = "probability") -> str:
    """Write a range of cost ratios in a unit of ``brierwidgets.words.numbers.UNITS``.

    Examples
    --------
    >>> cost_range((0.0166, 0.03)), cost_range((1 / 11, 0.25), "odds"), cost_range((0.05, 0.5), "log-odds")
    ('from 1.66% to 3%', 'from 1:10 to 1:3', 'from −2.94 to 0 in log-odds')
    >>> cost_range((0.1, 0.10002))
    'from 10% to 10.002%'
    """
    # Within a sentence odds read as one word.
    ends = different_texts(map(float, interval), lambda cost, digits: cost_text(cost, unit, digits).replace(" : ", ":"))
    said = fill("range", low=ends[0], high=ends[1])
    return f"{said} in log-odds" if unit == "log-odds" else said


def cost_in_words(cost: float, unit: str = "probability") -> str:
    """Write one cost ratio within a sentence, with the percentage beside what is not one.

    Examples
    --------
    >>> cost_in_words(0.05), cost_in_words(0.05, "odds"), cost_in_words(0.05, "log-odds")
    ('5%', '1:19 (5%)', '−2.94 in log-odds (5%)')
    """
    if unit == "probability":
        return percent(cost)
    written = cost_text(cost, unit).replace(" : ", ":")
    return f"{written}{' in log-odds' if unit == 'log-odds' else ''} ({percent(cost)})"


def costs_from(interval: Iterable[float], unit: str = "probability") -> str:
    """Write a range of cost ratios within a sentence.

    Examples
    --------
    >>> costs_from((0.2, 0.4)), costs_from((0.05, 0.5), "log-odds")
    ('costs from 20% to 40%', 'costs from −2.94 to 0 in log-odds')
    """
    return fill("costs", range=cost_range(interval, unit))


def for_costs(interval: Iterable[float], unit: str = "probability", spacing: Spacing = "cost") -> str:
    """Write as a sentence begins which cost ratios are averaged over: a range of them, or opinions about them.

    Examples
    --------
    >>> for_costs((0.2, 0.4))
    'For costs from 20% to 40%'
    >>> from brierwidgets.costs import Uniform
    >>> for_costs((0.2, 0.4), spacing=Uniform(0.2, 0.3))
    'Under these opinions about costs'
    >>> for_costs((0.2, 0.4), spacing=Uniform(0.1, 0.3))
    'Under these opinions about costs from 20% to 40% (50% of their weight)'
    """
    low, high = interval
    if not isinstance(spacing, CostDistribution):
        return fill("for_costs", costs=costs_from((low, high), unit))
    share = as_weights(spacing)._mass(low, high)
    if share > 1 - _ALL:
        return fill("under_opinions")
    return fill("under_part", costs=costs_from((low, high), unit), share=_part_text(share))


def _part_text(share: float) -> str:
    if share < _LEAST_SHARE:
        return f"under {percent(_LEAST_SHARE)}"
    return percent(share) if share <= 1 - _LEAST_SHARE else f"over {percent(1 - _LEAST_SHARE)}"


def describe_band(
    interval: Iterable[float], unit: str = "probability", spacing: Spacing = "cost", axis: str | None = None
) -> str:
    """Say what the band and the thick lines of a curve chart are.

    On an `axis` of ``"cost"`` or ``"log-odds"`` on which regret is drawn, a thick line averages along it, also when the
    scores average otherwise.

    Examples
    --------
    >>> describe_band((1 / 11, 0.25), "odds")
    'Shaded: costs from 1:10 to 1:3. A thick line is a model’s average height there; it is the model’s score.'
    >>> describe_band((0.01, 0.05), axis="log-odds").partition("; ")[2]
    'the scores average over cost ratios instead.'
    """
    kind = "shaded"
    if isinstance(spacing, CostDistribution):
        kind = "shaded_opinions"
    elif axis is not None and axis != spacing:
        kind = "shaded_scores_over_log_odds" if axis == "cost" else "shaded_scores_over_costs"
    return fill(kind, costs=costs_from(interval, unit))


def read_heading(cost: float, where: str = "", unit: str = "probability") -> str:
    """Say at which cost ratio a chart is read, in the unit that was chosen and in another.

    Examples
    --------
    >>> read_heading(0.25), read_heading(0.25, ", in the middle of the band", "odds")
    ('At 25% (1 : 3), per 1,000 people:', 'At 1 : 3 (25%), in the middle of the band, per 1,000 people:')
    """
    first, second = (cost_text(cost, written_in) for written_in in (unit, other_unit(unit)))
    return fill("read_at", cost=first, other=second, where=where)
