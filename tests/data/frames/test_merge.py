"""Counts of several sites add up to the answer for all their rows."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Comparison, Forecast
from tests.core.strategies import SCORES

CASES = st.lists(st.tuples(st.integers(0, 1), SCORES, SCORES, st.floats(0.01, 10)), min_size=1, max_size=12)


def compare(cases, *, weighted):
    y, first, second, weights = (list(column) for column in zip(*cases, strict=True))
    return Comparison(y, {"a": first, "b": second}, sample_weight=weights if weighted else None)


def counts_only(comparison):
    return Comparison.from_forecasts(dict(comparison.items()))


@settings(max_examples=60)
@given(st.lists(CASES, min_size=1, max_size=4), st.booleans())
def test_merging_counts_is_pooling_rows(sites, weighted):
    parts = [compare(cases, weighted=weighted) for cases in sites]
    pooled = compare([case for cases in sites for case in cases], weighted=weighted)
    merged = counts_only(parts[0]).merge(*(counts_only(part) for part in parts[1:]))
    for interval in ((0.05, 0.3), (0.0, 1.0)):
        pd.testing.assert_frame_equal(
            merged.scores(interval, standard_errors=True),
            pooled.scores(interval, standard_errors=True),
            rtol=1e-10,
            atol=1e-12,
        )
    for name in pooled:
        np.testing.assert_array_equal(merged[name].distinct_scores, pooled[name].distinct_scores)


def test_rows_are_kept_when_every_part_has_them():
    monday = Comparison([0, 1, 1], {"a": [0.1, 0.8, 0.4], "b": [0.2, 0.7, 0.9]})
    tuesday = Comparison([0, 0, 1], {"b": [0.4, 0.1, 0.5], "a": [0.3, 0.6, 0.7]}, sample_weight=[1, 2, 3])
    pooled = Comparison(
        [0, 1, 1, 0, 0, 1],
        {"a": [0.1, 0.8, 0.4, 0.3, 0.6, 0.7], "b": [0.2, 0.7, 0.9, 0.4, 0.1, 0.5]},
        sample_weight=[1, 1, 1, 1, 2, 3],
    )
    merged = monday.merge(tuesday)
    pd.testing.assert_frame_equal(merged.differences((0.1, 0.6)), pooled.differences((0.1, 0.6)))
    pd.testing.assert_frame_equal(merged.scores((0.1, 0.6)), pooled.scores((0.1, 0.6)))
    without = monday.merge(counts_only(tuesday))
    assert without.rows is None
    with pytest.raises(ValueError, match="holds only counts"):
        without.differences()


def test_merged_bins_keep_their_bounds():
    rng = np.random.default_rng(3)
    scores, y = rng.random(600), rng.integers(0, 2, 600)
    frame = pd.DataFrame({"y": y, "p": scores})
    parts = [Forecast.from_frame(frame[i : i + 200], label="y", score="p", bins=20) for i in (0, 200, 400)]
    merged, exact = parts[0].merge(*parts[1:]), Forecast(y, scores)
    bound = merged.binning_error("brier", (0.1, 0.4))
    assert bound == pytest.approx(np.mean([part.binning_error("brier", (0.1, 0.4)) for part in parts]), rel=0.3)
    assert 0 < abs(merged.brier_score((0.1, 0.4)) - exact.brier_score((0.1, 0.4))) <= bound


def test_bins_with_the_same_mean_become_one_as_wide_as_both():
    parts = [
        Forecast.from_frame(pd.DataFrame({"y": [0, 0, 0, 1], "p": [low, high, low, 0.5]}), label="y", score="p", bins=3)
        for low, high in ((0.25, 0.625), (0.375, 0.375))
    ]
    merged = parts[0].merge(parts[1])
    assert merged.negatives.scores.tolist() == [0.375]
    assert (merged.negatives.lowest.tolist(), merged.negatives.highest.tolist()) == ([0.25], [0.625])


def test_what_cannot_be_merged():
    one = Comparison([0, 1], {"a": [0.1, 0.8]})
    other = Comparison([0, 1], {"b": [0.1, 0.8]})
    with pytest.raises(ValueError, match=r"has 'a', but number 2 has 'b'\. Give them the same models"):
        one.merge(one, other)
    with pytest.raises(TypeError, match="Only comparisons can be merged, but number 1 is a Forecast"):
        one.merge(one["a"])
    with pytest.raises(TypeError, match="Only forecasts can be merged, but number 1 is a Comparison"):
        one["a"].merge(one)
    assert one.merge().total == 2
