import numpy as np
import pytest
from hmeasure import h_score
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta as beta_distribution

from brierwidgets import Forecast
from brierwidgets.core.calibration import h_measure
from tests.core.strategies import forecasts

HAND = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])


def simulated(n, seed, shift, digits):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(int)
    y[:2] = 0, 1
    return y, np.round(1 / (1 + np.exp(-(rng.normal(size=n) + shift * y))), digits)


def test_by_hand():
    # Recalibrated to 0, 1/2, 1/2, 1 two of four cases stay undecided, against four of four without a model.
    assert h_measure(HAND) == pytest.approx(0.5, abs=1e-14)
    assert h_measure(Forecast([0, 0, 1], [0.1, 0.2, 0.3])) == 1.0
    assert h_measure(Forecast([0, 1, 0, 1], [0.4] * 4)) == 0.0
    assert h_measure(Forecast([1, 1, 0], [0.1, 0.2, 0.3])) == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize(("alpha", "beta"), [(2, 2), (2, 8), (1, 1), (0.7, 3.5)])
def test_the_definition(alpha, beta):
    y, s = simulated(30, 0, 1.0, 2)
    forecast = Forecast(y, s)
    c = (np.arange(20_000) + 0.5) / 20_000
    density = beta_distribution(alpha, beta).pdf(c)
    treat_none = (1 - c) * forecast.prevalence
    least = np.minimum(forecast.regret(c[:, None], forecast.distinct_scores).min(axis=1), treat_none)
    without = np.minimum(c * (1 - forecast.prevalence), treat_none)
    expected = 1 - (density @ least) / (density @ without)
    assert h_measure(forecast, alpha=alpha, beta=beta) == pytest.approx(expected, abs=1e-6)


@given(forecast=forecasts(both_classes=True), alpha=st.floats(0.5, 10), beta=st.floats(0.5, 10))
@settings(max_examples=100)
def test_between_no_better_than_chance_and_perfect(forecast, alpha, beta):
    assert -1e-12 <= h_measure(forecast, alpha=alpha, beta=beta) <= 1.0


def test_only_the_order_of_scores_matters():
    y, s = simulated(300, 1, 1.0, 3)
    assert h_measure(Forecast(y, s**3)) == pytest.approx(h_measure(Forecast(y, s)), abs=1e-12)


def test_weights_are_repetitions():
    y, s = simulated(60, 2, 1.0, 2)
    times = np.random.default_rng(0).integers(1, 4, y.size)
    repeated = h_measure(Forecast(np.repeat(y, times), np.repeat(s, times)), beta=5)
    assert h_measure(Forecast(y, s, sample_weight=times), beta=5) == pytest.approx(repeated, abs=1e-12)


@pytest.mark.parametrize("digits", [1, 2, 6])
@pytest.mark.parametrize("shift", [1.5, 0.3, -0.5])
@pytest.mark.parametrize("n", [20, 2_000])
def test_hmeasure_agrees(n, shift, digits):
    y, s = simulated(n, n, shift, digits)
    forecast = Forecast(y, s)
    rate = y.mean()
    assert h_measure(forecast) == pytest.approx(h_score(y, s, severity_ratio=1.0), abs=1e-6)
    default = h_measure(forecast, alpha=2, beta=1 + (1 - rate) / rate)
    assert default == pytest.approx(h_score(y, s), abs=1e-6)
    assert h_measure(forecast, alpha=2, beta=6) == pytest.approx(h_score(y, s, severity_ratio=0.2), abs=1e-6)
    # A negative ratio asks that package for Beta(1 + pi, 2 - pi).
    assert h_measure(forecast, alpha=1 + rate, beta=2 - rate) == pytest.approx(
        h_score(y, s, severity_ratio=-1), abs=1e-6
    )


def test_one_class_and_bad_parameters_are_explained():
    with pytest.raises(ValueError, match="every case is positive"):
        h_measure(Forecast([1, 1], [0.2, 0.4]))
    with pytest.raises(ValueError, match="needs positive finite numbers"):
        h_measure(HAND, alpha=0)
