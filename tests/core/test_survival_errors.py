"""Standard errors of scores of outcomes in time, by formula and by resampling."""

import numpy as np
import pytest

from brierwidgets import Forecast
from brierwidgets.core.survival import Endings
from brierwidgets.core.survival_bootstrap import bootstrap_survival
from brierwidgets.data import SurvivalComparison


def test_errors_with_the_weights_held_fixed_are_a_little_too_large():
    rng = np.random.default_rng(1)
    values, errors = [], []
    for _ in range(600):
        risk = rng.beta(1, 3, 300)
        onset, lost = rng.exponential(1 / (2 * risk)), rng.exponential(2, 300)
        forecast = Forecast.from_survival(np.minimum(onset, lost), onset <= lost, 1 - np.exp(-2 * risk), horizon=1.0)
        estimate = forecast.estimate("brier")
        values.append(estimate.value)
        errors.append(estimate.standard_error)
    assert 0.97 < np.mean(errors) / np.std(values) < 1.2


def test_resampling_cases_with_their_weights():
    rng = np.random.default_rng(1)
    risk = rng.beta(1, 3, 300)
    onset, lost = rng.exponential(1 / (2 * risk)), rng.exponential(2, 300)
    time, event, s = np.minimum(onset, lost), onset <= lost, 1 - np.exp(-2 * risk)
    fixed = Forecast.from_survival(time, event, s, horizon=1.0).estimate("brier", (0.1, 0.6))
    models = SurvivalComparison(time, event, {"a": s[:, None], "b": s[:, None] ** 2}, horizons=[1.0])
    asked = {"horizon": 1.0, "interval": (0.1, 0.6)}
    found = models.bootstrap("a", **asked, replicates=500)
    assert found.estimate == pytest.approx(fixed.value, rel=1e-12)
    assert 0.75 < found.standard_error / fixed.standard_error < 1.1
    assert found.low < found.estimate < found.high
    gap = models.bootstrap("a", "b", **asked, replicates=200)
    other = Forecast.from_survival(time, event, s**2, horizon=1.0).brier_score((0.1, 0.6))
    assert gap.estimate == pytest.approx(fixed.value - other, rel=1e-9)
    assert models.bootstrap("a", "b", **asked, replicates=200) == gap
    with pytest.raises(KeyError, match=r"no model 'c'. The models are 'a', 'b'"):
        models.bootstrap("a", "c", **asked)
    with pytest.raises(ValueError, match="at least 2 replicates"):
        models.bootstrap("a", **asked, replicates=1)


def test_without_censoring_resampling_agrees_with_the_formula():
    rng = np.random.default_rng(2)
    time, s = rng.exponential(1, 500), rng.random(500)
    fixed = Forecast(time <= 1, s).estimate("brier")
    found = bootstrap_survival(Endings(time, np.ones(500)), s, horizon=1.0)
    assert found.standard_error == pytest.approx(fixed.standard_error, rel=0.07)  # three of its own errors


def test_what_cannot_be_resampled_is_explained():
    endings = Endings([1, 2, 3, 4], [1, 0, 1, 0])
    with pytest.raises(ValueError, match=r"infinite.*certain and wrong"):
        bootstrap_survival(endings, np.array([0.0, 0.5, 0.6, 0.2]), rule="log-loss", horizon=3.5)
    late = Endings([1.0] * 3000 + [2.0], [0] * 3000 + [1])
    assert late.at(1.5).weights.sum() == pytest.approx(3001)
