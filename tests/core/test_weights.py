"""Weights of any scale: only their ratios matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets import Comparison, Forecast, metrics
from tests.core.strategies import cases, intervals

SCALES = [1e-300, 1e-170, 1e160, 1e300]
Y = [0, 1, 0, 1, 0, 1]
MODELS = {"a": [0.1, 0.6, 0.4, 0.8, 0.3, 0.2], "b": [0.2, 0.3, 0.5, 0.9, 0.1, 0.7]}
W = np.array([1.0, 2.0, 0.5, 3.0, 0.0, 0.7])


def near(value):
    return pytest.approx(value, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("scale", SCALES)
def test_the_scale_of_all_weights_changes_no_score_and_no_error(scale):
    one, other = (Comparison(Y, MODELS, sample_weight=weights) for weights in (W, W * scale))
    scores = [models.scores((0.2, 0.6), standard_errors=True) for models in (one, other)]
    assert scores[1].to_dict() == {column: near(values) for column, values in scores[0].to_dict().items()}
    differences = [models.differences((0.2, 0.6)) for models in (one, other)]
    assert differences[1].to_dict() == {column: near(values) for column, values in differences[0].to_dict().items()}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("metric", [metrics.roc_auc, metrics.average_precision, metrics.h_measure, metrics.log_loss])
def test_metrics_do_not_see_the_scale(metric, scale):
    scaled = metric(Y, MODELS["a"], sample_weight=W * scale)
    assert scaled == near(metric(Y, MODELS["a"], sample_weight=W))


@given(sample=cases(weighted=True), interval=intervals(), power=st.integers(-900, 900))
def test_a_power_of_two_changes_not_even_the_last_digit_of_a_score(sample, interval, power):
    scaled = sample._replace(w=np.ldexp(sample.w, power)).forecast
    assert scaled.brier_score(interval) == sample.forecast.brier_score(interval)
    assert scaled.prevalence == sample.forecast.prevalence


def test_ordinary_weights_stay_as_they_are():
    assert Forecast(Y, MODELS["a"], sample_weight=W * 1e20).total == (W * 1e20).sum()
