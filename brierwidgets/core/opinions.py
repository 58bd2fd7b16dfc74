"""Opinions about costs: what several people say, each with a weight, as one distribution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, NetBenefitUniform, Uniform
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.mixtures import MixedCosts, Mixture, as_mixture, as_weights, spread_evenly
from brierwidgets.core.peaked_costs import Beta, Shifted

__all__ = ["check_opinion", "from_intervals", "written_parts"]

_KINDS = {
    Uniform: "cost",
    LogOddsUniform: "log-odds",
    NetBenefitUniform: "net-benefit",
    Beta: "beta",
    Shifted: "shifted",
}
_PARAMETERS = {"beta": ("p", "q"), "shifted": ("center",)}


def from_intervals(intervals: Iterable[Any], *, spacing: str = "cost", weights: Any = None) -> Mixture:
    """Return the mixture of the intervals that several people gave, each spread evenly.

    Parameters
    ----------
    intervals
        Pairs of cost ratios; numbers, percentages or odds.
    spacing
        Whether an interval is spread evenly over cost ratios (``"cost"``) or their ``"log-odds"``.
    weights
        The weight of each, adding up to 1; equal unless given.

    Examples
    --------
    >>> opinions = from_intervals([("1%", "3%"), ("2%", "10%")])
    >>> round(opinions.mean, 4)
    0.04
    """
    kind = spread_evenly(spacing)
    if isinstance(intervals, str) or not isinstance(intervals, Iterable):
        raise TypeError(f"intervals must be a list of pairs of cost ratios, not {intervals!r}.")
    found = []
    for number, interval in enumerate(intervals):
        try:
            found.append(kind(*check_interval(interval)))
        except (TypeError, ValueError) as error:
            raise type(error)(f"Opinion number {number} (counting from 0): {error}") from error
    if not found:
        raise ValueError("There are no opinions. Pass at least one interval, such as [(0.01, 0.03)].")
    shares = [1 / len(found)] * len(found) if weights is None else list(weights)
    if len(shares) != len(found):
        raise ValueError(f"There are {len(found)} intervals but {len(shares)} weights. Give each interval one weight.")
    return Mixture(tuple(zip(shares, found, strict=True)))


def check_opinion(costs: Any) -> MixedCosts:
    """Return an opinion about costs as a mixture: a distribution as one part, a list of intervals as one part each.

    Examples
    --------
    >>> check_opinion([("1%", "3%"), ("2%", "10%")]).mean.__round__(4)
    0.04
    >>> check_opinion(Beta(2, 8)).mean.__round__(4)
    0.2
    """
    if isinstance(costs, CostDistribution):
        return as_mixture(costs)
    if isinstance(costs, str) or not isinstance(costs, Iterable):
        raise TypeError(
            "costs must be a distribution such as costs.Beta(2, 20), or a list of intervals, one a person, not "
            f"{costs!r}."
        )
    return from_intervals(costs)


def written_parts(costs: CostDistribution) -> list[list[Any]]:
    """Return a distribution as a script can read it: parts [weight, kind, low, high, parameters, ...].

    Examples
    --------
    >>> written_parts(from_intervals([(0.1, 0.2), (0.2, 0.4)]))
    [[0.5, 'cost', 0.1, 0.2], [0.5, 'cost', 0.2, 0.4]]
    >>> written_parts(Beta(2, 8))
    [[1.0, 'beta', 0.0, 1.0, 2.0, 8.0]]
    """
    written = []
    for weight, part in as_weights(costs).parts:
        kind = _KINDS.get(type(part))
        if kind is None:
            raise TypeError(
                f"A page cannot weigh costs by a {type(part).__name__}. Put it together from the distributions of "
                "brierwidgets.costs, for example as a Histogram."
            )
        parameters = [getattr(part, name) for name in _PARAMETERS.get(kind, ())]
        written.append([weight, kind, part.low, part.high, *parameters])
    return written
