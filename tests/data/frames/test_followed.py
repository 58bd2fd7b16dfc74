"""Outcomes in time from a frame: every engine weights its rows as the arrays are weighted, or says why not."""

import math

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast
from tests.data.frames.test_engines import assert_same_tables

MODELS = ["sharp", "time_", "weight"]  # names that the query uses itself


@pytest.fixture(scope="module")
def followed():
    rng = np.random.default_rng(3)
    n = 2_000
    risk = rng.beta(1, 3, n)
    return pd.DataFrame(
        {
            "years": rng.integers(0, 40, n) / 8,  # ties of events and censorings
            "status": rng.choice([0, 1, 2], n, p=[0.5, 0.4, 0.1]),
            "sharp": risk,
            "time_": rng.integers(0, 21, n) / 20,
            "weight": rng.random(n),
            "importance": rng.integers(0, 8, n) / 4,
        }
    )


FOLLOWED = {"time": "years", "event": "status", "horizon": 3.0}


def is_dask(native):
    return type(native).__module__.startswith("dask")


def test_the_engine_weights_as_the_arrays_are(to_native, followed):
    native = to_native(followed)
    if is_dask(native):
        with pytest.raises(NotImplementedError, match=r"running sums.*frame\.compute\(\)"):
            Comparison.from_frame(native, models=MODELS, **FOLLOWED)
        return
    counted = Comparison.from_frame(native, models=MODELS, bins=None, **FOLLOWED)
    exact = Comparison.from_survival(followed["years"], followed["status"], followed[MODELS], horizon=3.0)
    assert_same_tables(counted, exact)
    assert counted.follow_up.estimator == "Aalen-Johansen"
    assert counted.follow_up.prevalence == pytest.approx(exact.follow_up.prevalence, abs=1e-12)
    for name in ("horizon", "cases", "events", "competing", "censored"):
        assert getattr(counted.follow_up, name) == getattr(exact.follow_up, name)


def test_weights_of_the_rows_count_too(to_native, followed):
    native = to_native(followed)
    if is_dask(native):
        return
    counted = Forecast.from_frame(native, score="sharp", weight="importance", bins=None, **FOLLOWED)
    exact = Forecast.from_survival(
        followed["years"], followed["status"], followed["sharp"], horizon=3.0, sample_weight=followed["importance"]
    )
    assert counted.brier_score((0.1, 0.4)) == pytest.approx(exact.brier_score((0.1, 0.4)), rel=1e-12)
    assert counted.prevalence == pytest.approx(exact.prevalence, rel=1e-12)


def test_bins_stay_within_the_bound(followed):
    counted = Forecast.from_frame(followed, score="sharp", bins=100, **FOLLOWED)
    exact = Forecast.from_survival(followed["years"], followed["status"], followed["sharp"], horizon=3.0)
    gap = abs(counted.brier_score((0.1, 0.4)) - exact.brier_score((0.1, 0.4)))
    assert 0 < gap <= counted.binning_error("brier", (0.1, 0.4))


@pytest.mark.parametrize(
    ("change", "options", "error", "message"),
    [
        ({}, {"horizon": None}, TypeError, "together: pass horizon"),
        ({}, {"label": "status"}, TypeError, "neither label nor pos_label"),
        ({}, {"pos_label": 1}, TypeError, "neither label nor pos_label"),
        ({}, {"time": "year"}, ValueError, "no column 'year'. Did you mean 'years'"),
        ({}, {"event": "years"}, ValueError, "named twice: as the time and as the event"),
        ({}, {"horizon": 50}, ValueError, "Nobody was followed to the horizon 50.*below it in every row"),
        ({}, {"horizon": -1}, ValueError, "horizon must be finite and above 0"),
        ({"years": [1.0, -2.0, 3.0]}, {}, ValueError, "'years' is negative in 1 of 3 rows.*own start"),
        ({"years": [1.0, math.nan, 3.0]}, {}, ValueError, "'years' is missing, NaN or infinite in 1 of 3 rows"),
        ({"status": ["dead", "alive", "dead"]}, {}, TypeError, "'status' holds .*needs numbers.*The codes are 0"),
        ({"status": [0.5, 1.0, 0.0]}, {}, ValueError, "'status' is no code of an ending in 1 of 3 rows"),
        ({"status": [-1, 1, 0]}, {}, ValueError, "'status' is no code of an ending in 1 of 3 rows"),
        ({"status": [1, 0, 0]}, {"horizon": 3.0}, ValueError, "Nobody was followed.*censored by then"),
        ({"importance": [1.0, -1.0, 1.0]}, {"weight": "importance"}, ValueError, "'importance' is no weight in 1 of 3"),
        ({"p": [0.2, 1.7, 0.4]}, {}, ValueError, r"'p' lies outside \[0, 1\]"),
    ],
)
def test_what_is_wrong_is_explained(change, options, error, message):
    good = {"years": [1.0, 2.0, 3.0], "status": [1, 0, 1], "p": [0.2, 0.3, 0.4], "importance": [1.0, 1.0, 1.0]}
    asked = {"time": "years", "event": "status", "horizon": 2.5} | options
    with pytest.raises(error, match=message):
        Forecast.from_frame(pd.DataFrame(good | change), score="p", **asked)


def test_no_rows():
    with pytest.raises(ValueError, match="no rows"):
        Forecast.from_frame(
            pd.DataFrame({"t": [1.0], "e": [1], "p": [0.1]})[:0], score="p", time="t", event="e", horizon=1
        )
