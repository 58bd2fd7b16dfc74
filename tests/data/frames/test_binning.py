"""What bins can change: worked by hand, then held against the exact answer."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from brierwidgets import Forecast
from brierwidgets.core.binning import table_of_bins
from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.scoring_rules import RULES
from tests.core.strategies import cases, intervals

NONE = ClassTable.from_rows(np.array([]))


def one_bin(positives):
    """Two cases with the scores 0.2 and 0.4 in one bin."""
    bins = table_of_bins(*map(np.array, ([0.3], [0.2], [0.4], [2.0])), None)
    return Forecast._from_tables(*((NONE, bins) if positives else (bins, NONE)))


@pytest.mark.parametrize(
    ("interval", "positives", "bound"),
    [
        # inside: squares are (0.04 + 0.16) / 2 = 0.10, of the mean 0.09; and 0.50 against 0.49
        ((0, 1), False, 0.01),
        ((0, 1), True, 0.01),
        # the lower end in the bin, where the loss of a negative starts to rise: (0.09 + 0.16) / 2 against 0.09
        ((0.3, 1), False, 0.035),
        # the upper end in the bin: g adds 0.01, h takes off (0.16 - 0.09) / 2
        ((0, 0.3), False, 0.035),
        # mirrored for positives: h takes off (0.64 - 0.49) / 2
        ((0.3, 1), True, 0.075),
        # an interval that does not meet the bin
        ((0.5, 1), False, 0.0),
        ((0, 0.2), True, 0.0),
    ],
)
def test_bound_of_one_bin_by_hand(interval, positives, bound):
    binned = one_bin(positives)
    assert binned.binning_error("brier", interval) == pytest.approx(bound, abs=1e-15)
    exact = Forecast([int(positives)] * 2, [0.2, 0.4])
    assert abs(exact.brier_score(interval) - binned.brier_score(interval)) <= bound + 1e-15


def test_bound_is_reached_by_two_scores_at_the_ends_of_a_bin():
    exact = Forecast([0, 0, 1, 1], [0.2, 0.4, 0.2, 0.4])
    bins = table_of_bins(*map(np.array, ([0.3], [0.2], [0.4], [2.0])), None)
    binned = Forecast._from_tables(bins, bins)
    for rule in ("brier", "log-loss", "net-benefit"):
        error = abs(exact.estimate(rule).value - binned.estimate(rule).value)
        assert error == pytest.approx(binned.binning_error(rule), rel=1e-12)
        assert error > 1e-3


def read(case, bins):
    """The cases counted by an engine that knows no exact mode for few rows."""
    frame = pl.DataFrame({"y": case.y, "p": case.s} | ({"w": case.w} if case.w else {})).lazy()
    return Forecast.from_frame(frame, label="y", score="p", weight="w" if case.w else None, bins=bins)


@settings(max_examples=150)
@given(cases(max_size=40), intervals(0.001, 0.999), st.integers(3, 8), st.sampled_from(list(RULES)))
def test_every_score_is_within_its_bound(case, interval, bins, rule):
    binned, exact = read(case, bins), case.forecast
    error = abs(exact.estimate(rule, interval).value - binned.estimate(rule, interval).value)
    rounding = 1e-14 / (interval[1] - interval[0])
    assert error <= binned.binning_error(rule, interval) + rounding
    assert binned.total == pytest.approx(exact.total)
    assert binned.prevalence == pytest.approx(exact.prevalence)


@settings(max_examples=60)
@given(cases(max_size=40), st.integers(3, 8))
def test_whole_range_scores_are_within_their_bounds(case, bins):
    binned, exact = read(case, bins), case.forecast
    for rule in ("brier", "log-loss"):
        pair = exact.estimate(rule).value, binned.estimate(rule).value
        # infinite together: scores of exactly 0 and 1 are never mixed with others
        assert pair[0] == pair[1] or abs(pair[0] - pair[1]) <= binned.binning_error(rule) + 1e-12


def edge(number, bins):
    """The score where bin `number` starts."""
    return brentq(lambda s: s ** (1 / 16) - (1 - s) ** (1 / 16) + 1 - 2 * (number - 1) / (bins - 2), 0, 1, xtol=1e-15)


def test_the_worst_data_for_the_default_bins_stays_tiny():
    # Half of the cases at the start of a bin and half at its end, for bins all over the range: the worst there is.
    bins = 65536
    starts, ends = (np.array([edge(number + step, bins) for number in range(9000, 55000, 100)]) for step in (0, 1))
    inset = (ends - starts) * 0.01
    scores = np.concatenate([starts + inset, ends - inset])
    frame = pl.DataFrame({"p": np.concatenate([scores, scores]), "y": np.repeat([0, 1], scores.size)}).lazy()
    binned = Forecast.from_frame(frame, label="y", score="p")
    exact = Forecast(np.repeat([0, 1], scores.size), np.concatenate([scores, scores]))
    assert binned.distinct_scores.size == len(starts)
    for rule, most in (("brier", 5e-9), ("log-loss", 2e-7)):
        error = abs(exact.estimate(rule).value - binned.estimate(rule).value)
        bound = binned.binning_error(rule)
        assert error == pytest.approx(bound, rel=0.01)
        assert 0 < bound < most


@pytest.mark.parametrize(("rule", "score", "most"), [("brier", 0.5, 5e-9), ("log-loss", 1e-6, 2e-7)])
def test_all_cases_in_the_worst_of_the_default_bins(rule, score, most):
    # The widest bin is at 1/2; log loss bends most where scores are smallest.
    bins = 65536
    number = int((score ** (1 / 16) - (1 - score) ** (1 / 16) + 1) * (bins - 2) / 2) + 1
    start, end = edge(number, bins), edge(number + 1, bins)
    pair = [start + 0.001 * (end - start), end - 0.001 * (end - start)]
    frame = pl.DataFrame({"y": [0, 0, 1, 1], "p": pair + pair}).lazy()
    binned = Forecast.from_frame(frame, label="y", score="p")
    assert binned.distinct_scores.size == 1
    error = abs(Forecast([1, 1], pair).estimate(rule).value - binned_loss(rule, np.mean(pair)))
    assert most / 2 < error < most
    assert binned.binning_error(rule) < most


def binned_loss(rule, score):
    return (1 - score) ** 2 if rule == "brier" else -np.log(score)


def test_zero_and_one_are_never_mixed_with_their_neighbours():
    frame = pl.DataFrame({"y": [0, 0, 0, 1, 1, 1], "p": [0.0, 5e-324, 0.5, 0.5, 1 - 2**-53, 1.0]}).lazy()
    binned = Forecast.from_frame(frame, label="y", score="p", bins=3)
    assert binned.negatives.scores.tolist() == [0.0, 0.25]
    assert binned.positives.scores.tolist() == [0.75, 1.0]
    assert binned.counts(1.0).tp == 1.0


def test_a_bin_of_one_score_keeps_it_to_the_last_digit():
    # Added up and divided again, ten times 0.1 is not 0.1.
    frame = pl.DataFrame({"y": [0, 1] * 1000, "p": [0.1, 0.7] * 1000}).lazy()
    binned = Forecast.from_frame(frame, label="y", score="p", bins=100)
    assert binned.distinct_scores.tolist() == [0.1, 0.7]
    assert binned.binning_error("brier", (0.05, 0.2)) == 0.0


def test_a_small_frame_in_memory_keeps_every_score():
    scores = np.linspace(0.4, 0.4001, 50)
    frame = pd.DataFrame({"y": [0, 1] * 25, "p": scores})
    assert Forecast.from_frame(frame, label="y", score="p").distinct_scores.size == 50
    assert Forecast.from_frame(frame, label="y", score="p", bins=49).distinct_scores.size < 50
