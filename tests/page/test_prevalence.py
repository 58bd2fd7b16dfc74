"""Another base rate in the page: tables of the cases as sampled, weighted there, against Python's own."""

import numpy as np
import pytest

from brierwidgets.core.calibration import calibration_curve
from brierwidgets.core.round_costs import TRACK, nice_cost
from tests.page.data_sets import large, small
from tests.page.test_agreement import MOVES, ask, check_drawn, check_exact, check_large

#: Moves the tables of a data set to its `rate` before anything else is asked.
WEIGHTED = MOVES.replace(
    "const read = open_tables(tables);",
    """const plain_tables = open_tables(tables);
  const { prevalence } = plain_tables.models.values().next().value;
  const read = page.at_prevalence(plain_tables, page.odds_ratio(prevalence, rate), moved);""",
).replace("names, thresholds}", "names, thresholds, rate, moved}")


def weighted_pairs(sets, rates, *, moved):
    """Data sets as sampled, and the same at another base rate; those of one class cannot have one."""
    usable = [data for data in sets if 0.0 < data.comparison.prevalence < 1.0]
    there = [
        data._replace(comparison=data.comparison.at_prevalence(rate, move_scores=moved))
        for data, rate in zip(usable, rates, strict=False)
    ]
    return usable, there


def check_same_line(forecast, _intervals, line, _thick):
    """The same calibration curve; where two steps have the same height rounding decides whether they are one."""
    curve = calibration_curve(forecast)
    apart = curve.right < 1 - 1e-9  # next to 1 rounding makes scores equal when they move
    middles, heights = ((curve.left + curve.right) / 2)[apart], curve.value[apart]
    np.testing.assert_allclose(np.interp(middles, line["scores"], line["values"]), heights, rtol=1e-9, atol=1e-15)


def test_the_template_was_found():
    assert "at_prevalence" in WEIGHTED
    assert "rate, moved}" in WEIGHTED


@pytest.mark.parametrize("moved", [False, True])
def test_exact_tables_at_another_base_rate_are_pythons(scripts, moved):
    rates = [0.002, 0.03, 0.1, 0.3, 0.5, 0.9, 0.97] * 20
    sets, there = weighted_pairs([small(seed) for seed in range(0, 520, 5)], rates, moved=moved)
    answers, _ = ask(scripts, sets, WEIGHTED, extra=lambda i: {"rate": rates[i], "moved": moved})
    assert len(answers) > 70
    for data, answer in zip(there, answers, strict=True):
        check_exact(data, answer)
        # Scores next to 1 that rounding makes equal when they move are one step of the calibration curve in Python.
        check_drawn(data, answer, check_same_line, 1e-4 if moved else 1e-9)


@pytest.mark.parametrize(("moved", "by_hand"), [(False, True), (False, False), (True, False)])
def test_binned_tables_at_another_base_rate_agree_closely(scripts, moved, by_hand):
    """To 1e-6 wherever a hand can put the interval; if scores move along, cells do too, and any end may cut one."""
    rates = [0.01, 0.4]
    given = [large(1, 40_000), large(2, 40_000, weighted=True)]
    if by_hand:
        given = [data._replace(intervals=reached_by_hand(data.intervals)) for data in given]
    sets, there = weighted_pairs(given, rates, moved=moved)
    answers, _ = ask(scripts, sets, WEIGHTED, extra=lambda i: {"rate": rates[i], "moved": moved})
    for data, answer in zip(there, answers, strict=True):
        # A class that gets more weight brings the rounding of its cells along.
        check_large(data, answer, 1e-6 if by_hand else 1e-5)


def reached_by_hand(intervals):
    """The nearest intervals that a hand on the slider can choose."""
    ends = [tuple(map(nice_cost, np.clip(interval, *TRACK).tolist())) for interval in intervals]
    return [(low, high) for low, high in ends if low < high]
