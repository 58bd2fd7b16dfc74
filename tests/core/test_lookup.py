"""The quick way to an integral: it finds the right scores from the grid, and refuses where digits would cancel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets import Forecast
from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.lookup import BLOCK, RegretSums, ScoreIndex
from brierwidgets.costs import LogOddsUniform, Uniform
from tests.core import reference
from tests.core.strategies import cases, intervals


def index_of(negatives, positives):
    classes = [ClassTable.from_rows(np.array(scores, float)) for scores in (negatives, positives)]
    return ScoreIndex(*classes, Forecast._from_tables(*classes).negatives_below)


class TestScoreIndex:
    def test_both_classes_in_one_order(self):
        index = index_of([0.1, 0.5, 0.5], [0.3, 0.5, 0.9])
        scores, _, negatives = index.views
        assert scores.tolist() == [0.1, 0.3, 0.5, 0.5, 0.9]  # a tie between the classes keeps both
        # Where a positive ties with a negative, it comes first: both are found by the same search.
        assert negatives.tolist() == [0, 1, 1, 1, 2, 2]
        assert index.merge(np.array([1.0, 2.0]), np.array([10.0, 20.0, 30.0])).tolist() == [1, 10, 20, 2, 30]

    def test_one_class(self):
        assert index_of([0.1, 0.5], []).views[2].tolist() == [0, 1, 2]
        assert index_of([], [0.1, 0.5]).views[2].tolist() == [0, 0, 0]

    @pytest.mark.parametrize("crowded", [False, True])
    def test_the_grid_bounds_every_search(self, crowded):
        rng = np.random.default_rng(0)
        values = np.concatenate((rng.random(700) ** (20 if crowded else 1), [0.0, 1.0]))
        scores, grid, _ = index_of(values[::2], values[1::2]).views
        cells = len(grid) - 2
        array = np.array(scores)
        assert list(grid) == sorted(grid)
        for x in (*array, *np.nextafter(array, 0), *np.nextafter(array, 2).clip(max=1), *np.linspace(0, 1, 999)):
            cell = int(x * cells)
            assert grid[cell] <= np.searchsorted(array, x) <= grid[cell + 1]


@given(sample=cases(), interval=intervals())
def test_integrals_are_exact_or_left_to_the_moments(sample, interval):
    forecast = sample.forecast
    index = ScoreIndex(forecast.negatives, forecast.positives, forecast.negatives_below)
    for costs, antiderivatives in ((Uniform(), reference.UNIFORM), (LogOddsUniform(), reference.LOG_ODDS)):
        found = RegretSums(index, costs).integral(*interval)
        expected = reference.integrated_regret(sample, antiderivatives, *interval)
        if found is not None:
            assert found / forecast.total == pytest.approx(expected, rel=1e-11, abs=1e-50)


def test_digits_that_cancel_are_not_returned():
    # The loss of 0.3 + 1e-9 on [0.3, 0.9] is the difference 3e-10 of two numbers near 0.045.
    index = index_of([0.3 + 1e-9], [])
    assert RegretSums(index, Uniform()).integral(0.3, 0.9) is None
    assert RegretSums(index, Uniform()).integral(0.1, 0.9) == pytest.approx(0.04, rel=1e-7)
    assert Forecast([0], [0.3 + 1e-9]).brier_score((0.3, 0.9)) == pytest.approx(6e-10, rel=1e-6)


@pytest.mark.parametrize("size", [1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_sums_across_blocks(size, weighted):
    rng = np.random.default_rng(size)
    s, y = np.round(rng.random(size), 4), rng.random(size) < 0.4
    weights = rng.random(size) + 0.1 if weighted else None
    forecast = Forecast(y, s, sample_weight=weights)
    for low, high in ((0.0, 1.0), (0.2, 0.7), (float(s.min()), float(s.max()) or 0.5), (0.95, 0.96)):
        if low < high:
            expected = np.average((y - s.clip(low, high)) ** 2 - (y - y.clip(low, high)) ** 2, weights=weights)
            assert forecast.brier_score((low, high)) == pytest.approx(expected, rel=1e-11, abs=1e-16)


def test_other_distributions_keep_no_lookup():
    forecast = Forecast([0, 1, 1], [0.2, 0.4, 0.9])
    forecast.brier_score()
    held = forecast.nbytes
    forecast.expected_regret(Uniform(0.1, 0.3))
    assert forecast.nbytes == held
    forecast.shifted_brier_score(0.1)
    assert forecast.nbytes <= held + 128, "block sums alone"


@given(st.data())
def test_fast_and_slow_paths_agree(data):
    sample, interval = data.draw(cases()), data.draw(intervals())
    forecast = sample.forecast
    for costs in (Uniform(), LogOddsUniform()):
        slow = sum(moments.total for moments in forecast._moments(costs, interval)) / forecast.total
        assert forecast._integral(costs, interval) == pytest.approx(slow, rel=1e-11, abs=1e-50)
