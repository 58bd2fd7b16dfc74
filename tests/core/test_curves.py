from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

from brierwidgets import Forecast
from brierwidgets.core.curves import CURVES, curve_points, grid
from brierwidgets.core.intervals import Interval


@pytest.fixture(scope="module")
def forecast():
    rng = np.random.default_rng(1)
    scores = np.round(rng.beta(1, 4, 60), 2)
    return Forecast(rng.random(60) < scores, scores)


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("ends", [(0.05, 0.4), (0.013, 0.031)])
def test_the_mean_height_is_the_average_of_the_curve_along_its_axis(forecast, name, ends):
    curve, interval = CURVES[name], Interval(*ends)
    first, last = (float(curve.to_axis(c)) for c in interval)

    def height(place):
        return float(curve.heights(forecast, np.array([curve.from_axis(place)]))[0])

    jumps = [float(curve.to_axis(s)) for s in forecast.distinct_scores if interval.low < s < interval.high]
    breaks = [first, *jumps, last]
    area = sum(quad(height, a, b, epsabs=1e-13)[0] for a, b in pairwise(breaks))
    mean = curve.mean_height(forecast.summary(interval), interval, forecast.prevalence)
    assert mean == pytest.approx(area / (last - first), rel=1e-9)


@pytest.mark.parametrize("name", CURVES)
def test_costs_go_to_the_axis_and_back(name):
    curve = CURVES[name]
    costs = np.linspace(*curve.limits, 50)[1:-1]
    places = curve.to_axis(costs)
    assert np.all(np.diff(places) > 0)
    assert np.allclose(curve.from_axis(places), costs)


@pytest.mark.parametrize("rows", [3, 100, 50_000])
def test_the_number_of_points_does_not_grow_with_the_rows(rows):
    rng = np.random.default_rng(0)
    forecast = Forecast(rng.random(rows) < 0.3, rng.random(rows))
    for curve in CURVES.values():
        costs = grid(curve, curve.limits, forecast)
        assert costs.size <= 750
        assert np.all(np.diff(costs) > 0)
        assert (costs[0], costs[-1]) == tuple(curve.limits)


def test_a_step_is_drawn_as_a_step():
    forecast = Forecast([0, 1], [0.3, 0.7])
    curve = CURVES["regret"]
    costs = grid(curve, curve.limits, forecast)
    heights = curve_points(curve, forecast, costs)
    after = np.searchsorted(costs, 0.3, side="right")
    assert costs[after - 1] == 0.3
    assert costs[after] - 0.3 < 1e-10
    assert heights[after - 1] - heights[after] == pytest.approx(0.15)  # c / 2: the negative is let go


@pytest.mark.parametrize("name", CURVES)
def test_baselines_are_the_constant_forecasts(forecast, name):
    curve = CURVES[name]
    labels = np.repeat([0, 1], [int(forecast.negatives.total), int(forecast.positives.total)])
    costs = np.linspace(*curve.limits, 9)[1:-1]
    rate = forecast.prevalence
    treat_all, treat_none = curve.rule_heights(rate, costs)
    assert np.allclose(treat_all, curve.heights(Forecast(labels, np.ones(60)), costs))
    assert np.allclose(treat_none, curve.heights(Forecast(labels, np.zeros(60)), costs))


def test_zoom_shows_the_interval_and_a_margin_inside_the_axis():
    for curve in CURVES.values():
        visible = curve.visible(Interval(0.0166, 0.03), zoom=True)
        assert curve.limits.low <= visible.low < 0.0166
        assert 0.03 < visible.high <= curve.limits.high
        assert curve.visible(Interval(0.0166, 0.03), zoom=False) == curve.limits
    assert CURVES["log-odds"].visible(Interval(0.0, 1.0), zoom=True).low == pytest.approx(1e-3)


@pytest.mark.parametrize("name", CURVES)
def test_errors_are_those_of_the_heights(forecast, name):
    curve = CURVES[name]
    costs = np.array([0.07, 0.21])
    rng = np.random.default_rng(0)
    labels = np.concatenate([np.repeat(k, int(t.total)) for k, t in ((0, forecast.negatives), (1, forecast.positives))])
    scores = np.concatenate(
        [np.repeat(t.scores, t.weights.astype(int)) for t in (forecast.negatives, forecast.positives)]
    )
    draws = []
    for _ in range(2000):
        rows = rng.integers(0, labels.size, labels.size)
        draws.append(curve.heights(Forecast(labels[rows], scores[rows]), costs))
    regret = curve.measure == "regret"
    errors = (forecast.regret_standard_error if regret else forecast.net_benefit_standard_error)(costs)
    assert errors == pytest.approx(np.std(draws, axis=0), rel=0.08)


@pytest.mark.parametrize("kind", ["regret", "plain"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rate", [None, 0.05])
def test_bands_are_the_guarded_intervals_of_a_score_at_one_cost(kind, weighted, rate):
    """A very narrow interval of costs is one cost: its guarded interval is the band's."""
    rng = np.random.default_rng(8)
    y, s = rng.random(90) < 0.3, rng.random(90)
    weights = rng.random(90) + 0.2 if weighted else None
    forecast = Forecast(y, s, sample_weight=weights, prevalence=rate)
    costs = np.array([0.15, 0.35])
    low, high = CURVES[kind].band(forecast, costs)
    for cost, bottom, top in zip(costs, low, high, strict=True):
        found = forecast.estimate("mean-regret" if kind == "regret" else "net-benefit", (cost, cost + 1e-9))
        assert (bottom, top) == pytest.approx((found.low, found.high), rel=1e-6)


def test_a_band_has_width_before_anything_went_wrong():
    forecast = Forecast([0] * 20 + [1] * 20, [0.1] * 20 + [0.9] * 20)
    low, high = CURVES["regret"].band(forecast, np.array([0.5]))
    assert forecast.regret_standard_error(0.5) == 0.0
    assert low[0] < 0.0 < high[0]
