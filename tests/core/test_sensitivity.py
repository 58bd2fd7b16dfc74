"""Every interval of a grid at once agrees with asking for each interval alone."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brierwidgets import Comparison, Forecast
from brierwidgets.core.costs import LogOddsUniform, Uniform
from brierwidgets.core.move import lead, make_move
from brierwidgets.core.sensitivity import cell_moments, check_grid, over_intervals

RULES = {"cost": "mean-regret", "log-odds": "mean-regret-log-odds"}


def three_models(n, seed=0, **kwargs):
    """Three models, each best somewhere, with many ties."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    marker = rng.normal(size=n) + y

    def probability(noise):
        return 1 / (1 + np.exp(-(marker - 1.4 + noise * rng.normal(size=n))))

    scores = {
        "plain": probability(0.8),
        "early": np.round(np.minimum(probability(0.2), 0.3), 2),
        "late": np.maximum(probability(0.2), 0.3),
    }
    return Comparison(y, scores, **kwargs)


class TestByHand:
    # One negative scored 0.5, one positive scored 0.25 by "a" and 0.75 by "b", on the grid 0, 0.5, 1.
    #   a: R*(c) = c/2 up to 0.5 (false positive), and (1-c)/2 from 0.25 (missed)
    #      integral over [0, 0.5] = 1/16 + (0.25 - 0.09375)/2 = 0.140625; over [0.5, 1] = 1/16
    #   b: integral over [0, 0.5] = 1/16; over [0.5, 1] = (0.25 - 0.21875)/2 = 0.015625
    both = Comparison([0, 1], {"a": [0.5, 0.25], "b": [0.5, 0.75]})

    def test_scores_best_and_margin(self):
        found = self.both.best_over_intervals([0, 0.5, 1])
        nan = np.nan
        np.testing.assert_allclose(found.scores[0], [[nan, 0.28125, 0.203125], [nan, nan, 0.125], [nan, nan, nan]])
        np.testing.assert_allclose(found.scores[1], [[nan, 0.125, 0.078125], [nan, nan, 0.03125], [nan, nan, nan]])
        assert found.best.tolist() == [[-1, 1, 1], [-1, -1, 1], [-1, -1, -1]]
        assert found.runner_up.tolist() == [[-1, 0, 0], [-1, -1, 0], [-1, -1, -1]]
        np.testing.assert_allclose(found.margin, [[nan, 0.15625, 0.125], [nan, nan, 0.09375], [nan, nan, nan]])

    def test_standard_errors(self):
        # The negative never differs; the positive's gap g leaves a mean of g/2 and a standard error of g/2/sqrt(2).
        found = self.both.best_over_intervals([0, 0.5, 1], standard_errors=True)
        upper = np.triu_indices(3, 1)
        np.testing.assert_allclose(found.standard_error[upper], found.margin[upper] / np.sqrt(2))
        assert np.isnan(found.standard_error[np.tril_indices(3)]).all()

    def test_frame_has_one_row_an_interval(self):
        frame = self.both.best_over_intervals(["0%", "1:1", 1], standard_errors=True).to_frame()
        assert frame.columns.tolist() == [
            "low",
            "high",
            "best",
            "mean_regret",
            "runner_up",
            "margin",
            "standard_error",
            "margin_low",
            "margin_high",
        ]
        assert frame[["low", "high"]].to_numpy().tolist() == [[0, 0.5], [0, 1], [0.5, 1]]
        assert frame["best"].tolist() == ["b"] * 3
        np.testing.assert_allclose(frame["mean_regret"], [0.125, 0.078125, 0.03125])

    def test_a_tie_goes_to_the_first_listed_and_has_no_margin(self):
        found = Comparison([0, 1], {"a": [0.2, 0.6], "twin": [0.2, 0.6]}).best_over_intervals([0.1, 0.5, 0.9])
        assert found.best[0, 1:].tolist() == [0, 0]
        assert found.margin[0, 1:].tolist() == [0.0, 0.0]

    def test_models_that_differ_by_rounding_alone_are_tied(self):
        # Both decide nobody positive from 0.1 on; below that they differ, and the sums up to there with them.
        rng = np.random.default_rng(0)
        y = rng.random(5_000) < 0.05
        low, lower = rng.random((2, 5_000)) / 10
        grid = np.linspace(0.01, 0.9, 90)
        found = Comparison(y, {"low": low, "lower": lower}).best_over_intervals(grid, standard_errors=True)
        upper = np.triu_indices(90, 1)
        silent = grid[upper[0]] > 0.0999
        assert (found.best[upper][silent] == 0).all()
        assert (found.margin[upper][silent] == 0).all()
        assert found.tied[upper][silent].all()
        assert not found.tied[upper][~silent].any()
        assert not found.clear[upper][silent].any()

    def test_shares_count_the_intervals_and_those_that_are_clear(self):
        unclear = self.both.best_over_intervals([0, 0.5, 1], standard_errors=True)
        assert not unclear.clear.any(), "two cases make nothing clear"
        many = Comparison([0, 1] * 200, {"a": [0.5, 0.25] * 200, "b": [0.5, 0.75] * 200})
        found = many.best_over_intervals([0, 0.5, 1], standard_errors=True)
        assert found.clear.tolist() == [[False, True, True], [False, False, True], [False] * 3]
        assert found.shares().to_dict("index") == {"a": {"best": 0, "clear": 0}, "b": {"best": 1, "clear": 1}}
        unsure = self.both.best_over_intervals([0, 0.5, 1]).shares()
        assert unsure["best"].tolist() == [0, 1]
        assert unsure["clear"].isna().all()
        twins = Comparison([0, 1], {"a": [0.2, 0.6], "twin": [0.2, 0.6]})
        tied = twins.best_over_intervals([0.1, 0.5, 0.9], standard_errors=True).shares()
        assert tied.to_dict("list") == {"best": [0, 0], "clear": [0, 0]}

    def test_some_models_only(self):
        three = Comparison([0, 1], {"a": [0.5, 0.25], "b": [0.5, 0.75], "c": [0.1, 0.9]})
        found = three.best_over_intervals([0, 0.5, 1], names=["a", "b"], standard_errors=True)
        expected = self.both.best_over_intervals([0, 0.5, 1], standard_errors=True)
        assert found.names == ("a", "b")
        np.testing.assert_array_equal(found.scores, expected.scores)
        np.testing.assert_array_equal(found.standard_error, expected.standard_error)
        with pytest.raises(ValueError, match="no model to choose among"):
            three.best_over_intervals([0, 1], names=[])

    def test_one_class_is_never_clear(self):
        rng = np.random.default_rng(0)
        models = Comparison(np.zeros(4_000, int), {"low": rng.random(4_000) / 9, "high": rng.random(4_000)})
        found = models.best_over_intervals([0.1, 0.3, 0.5], standard_errors=True)
        assert (found.margin[0, 1:] > 0.1).all()
        assert not found.clear.any()

    def test_clear_is_what_the_verdict_calls_clear(self):
        models = three_models(20_000)
        grid = np.linspace(0.05, 0.9, 12)
        found = models.best_over_intervals(grid, standard_errors=True)
        seen = set()
        for i, j in zip(*np.triu_indices(12, 1), strict=True):
            move = make_move(models, (grid[i], grid[j]), "cost", models.names)
            said = lead(models, move)
            if said.rival == move.runner_up:
                seen.add(said.clear)
                assert found.clear[i, j] == said.clear
        assert seen == {True, False}

    def test_one_model_has_no_runner_up(self):
        found = Comparison([0, 1], {"only": [0.2, 0.6]}).best_over_intervals([0.1, 0.9], standard_errors=True)
        assert found.best[0, 1] == 0
        assert found.runner_up[0, 1] == -1
        assert np.isnan(found.margin).all()
        assert np.isnan(found.standard_error).all()
        assert found.to_frame()["runner_up"].tolist() == [None]


@pytest.mark.parametrize("spacing", RULES)
@pytest.mark.parametrize("weighted", [False, True])
class TestAgainstOneIntervalAtATime:
    def comparison(self, n, *, weighted):
        weights = np.random.default_rng(5).choice([0.0, 0.5, 1.0, 3.0], n) if weighted else None
        return three_models(n, sample_weight=weights)

    def test_scores_on_random_pairs(self, spacing, weighted):
        models = self.comparison(20_000, weighted=weighted)
        grid = np.unique(np.r_[np.linspace(0.001, 0.999, 60), 0.1, 0.5])
        found = models.best_over_intervals(grid, spacing=spacing)
        rng = np.random.default_rng(1)
        for _ in range(25):
            i, j = np.sort(rng.choice(grid.size, 2, replace=False))
            table = models.scores((grid[i], grid[j]), spacing=spacing)
            np.testing.assert_allclose(found.scores[:, i, j], table["mean_regret"], rtol=1e-12)
            first, second = table["mean_regret"].sort_values().iloc[:2]
            assert found.names[found.best[i, j]] == table["mean_regret"].idxmin()
            assert found.margin[i, j] == pytest.approx(second - first, rel=1e-9, abs=1e-15)

    def test_standard_errors_on_random_pairs(self, spacing, weighted):
        models = self.comparison(3_000, weighted=weighted)
        grid = np.unique(np.r_[np.linspace(0.02, 0.98, 33), 0.1, 0.5])
        found = models.best_over_intervals(grid, spacing=spacing, standard_errors=True)
        rng = np.random.default_rng(2)
        met = set()
        for _ in range(25):
            i, j = np.sort(rng.choice(grid.size, 2, replace=False))
            best, runner_up = (found.names[model[i, j]] for model in (found.best, found.runner_up))
            met.add((best, runner_up))
            expected = models.differences((grid[i], grid[j]), reference=best, rule=RULES[spacing]).loc[runner_up]
            assert found.margin[i, j] == pytest.approx(expected["estimate"], rel=1e-9)
            assert found.standard_error[i, j] == pytest.approx(expected["standard_error"], rel=1e-9)
            assert found.low[i, j] == pytest.approx(expected["low"], rel=1e-8, abs=1e-12)
            assert found.high[i, j] == pytest.approx(expected["high"], rel=1e-8, abs=1e-12)
        assert len(met) > 2  # the check must have seen several pairs of models


@settings(max_examples=60, deadline=None)
@given(
    cases=st.lists(
        st.tuples(st.booleans(), *[st.sampled_from([0.0, 0.1, 0.2, 0.25, 0.5, 0.7, 0.9, 1.0]) | st.floats(0, 1)] * 2),
        min_size=1,
        max_size=30,
    ),
    grid=st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.95, 1.0]), min_size=2, unique=True).map(sorted),
)
def test_any_cases_any_grid(cases, grid):
    y, a, b = zip(*cases, strict=True)
    models = Comparison(np.array(y), {"a": np.array(a), "b": np.array(b)})
    found = models.best_over_intervals(grid, standard_errors=True)
    for i in range(len(grid)):
        for j in range(i + 1, len(grid)):
            regrets = models.scores((grid[i], grid[j]))["mean_regret"]
            np.testing.assert_allclose(found.scores[:, i, j], regrets, rtol=1e-12, atol=1e-15)
            gap = models.differences((grid[i], grid[j]), reference="a").loc["b"]
            # A spread of exactly zero is a difference of two equal numbers, so its root is good to half the digits.
            assert found.standard_error[i, j] == pytest.approx(gap["standard_error"], rel=1e-6, abs=2e-8)


@pytest.mark.parametrize("costs", [Uniform(), LogOddsUniform()])
def test_cells_match_the_forecasts_own_moments(costs):
    forecast = three_models(5_000)["plain"]
    grid = np.r_[1e-6, 1e-3, 0.1, 0.1 + 1e-9, 0.3, 0.5, 0.999]  # narrow, wide and empty cells
    cells = cell_moments(forecast, costs, grid)
    for k, (low, high) in enumerate(pairwise(grid)):
        for found, expected in zip(cells, forecast._moments(costs.truncated(low, high)), strict=True):
            for name in ("total", "squares", "squares_squared"):
                assert getattr(found, name)[k] == pytest.approx(getattr(expected, name), rel=1e-12)


def test_cells_add_up_to_the_brier_score():
    forecast = three_models(1_000)["early"]
    totals = [of_class.total.sum() for of_class in cell_moments(forecast, Uniform(), np.linspace(0, 1, 14))]
    assert 2 * sum(totals) / 1_000 == pytest.approx(forecast.brier_score(), rel=1e-13)


def test_a_tiny_cell_after_large_ones_keeps_its_digits():
    sums = over_intervals(np.array([1e8, 1e-8, 3e-8]))
    assert sums[1, 2] == pytest.approx(1e-8, rel=1e-12)
    assert sums[1, 3] == pytest.approx(4e-8, rel=1e-12)


def test_counts_give_the_map_but_not_its_errors():
    forecasts = {
        "a": Forecast.from_counts([0.2, 0.7], positives=[1, 3], negatives=[8, 2]),
        "b": Forecast.from_counts([0.1, 0.4], positives=[1, 3], negatives=[6, 4]),
    }
    models = Comparison.from_forecasts(forecasts)
    assert models.best_over_intervals([0.1, 0.3, 0.6]).margin[0, 2] > 0
    with pytest.raises(ValueError, match="only counts"):
        models.best_over_intervals([0.1, 0.3], standard_errors=True)


@pytest.mark.parametrize(
    ("grid", "spacing", "message"),
    [
        ([0.3], "cost", "at least two"),
        (0.3, "cost", "at least two"),
        ([[0.1, 0.2]], "cost", "at least two"),
        ([0.1, 0.3, 0.2], "cost", r"number 2 .* is 0\.2, after 0\.3"),
        ([0.1, 0.1], "cost", "must increase"),
        ([0.1, 1.2], "cost", "between 0 and 1"),
        ([0.1, np.nan], "cost", "between 0 and 1"),
        ([0.0, 0.5], "log-odds", "infinitely wide"),
        ([0.5, 1.0], "log-odds", "infinitely wide"),
        ([0.1, 0.5], "odds", "spacing must be"),
    ],
)
def test_bad_grids_are_explained(grid, spacing, message):
    with pytest.raises(ValueError, match=message):
        check_grid(grid, spacing)


def test_the_result_cannot_be_changed():
    found = TestByHand.both.best_over_intervals([0, 0.5, 1])
    with pytest.raises(ValueError, match="read-only"):
        found.margin[0, 1] = 0.0
    with pytest.raises(AttributeError):
        found.names = ()


def test_the_callers_grid_is_left_alone():
    grid = np.array([0.0, 0.5, 1.0])
    found = TestByHand.both.best_over_intervals(grid)
    grid[1] = 0.7
    assert found.grid[1] == 0.5
