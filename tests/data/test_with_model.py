"""A model more, a model less."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import brierwidgets as bw

Y = np.array([0, 0, 1, 1, 0, 1])
A = np.array([0.1, 0.6, 0.4, 0.8, 0.3, 0.9])
B = np.array([0.2, 0.2, 0.9, 0.3, 0.1, 0.7])
W = np.array([1.0, 2, 3, 1, 1, 0.5])


@pytest.mark.parametrize(
    "options", [{}, {"sample_weight": W}, {"prevalence": 0.1}, {"sample_weight": W, "prevalence": "20%"}]
)
def test_it_is_the_comparison_built_at_once(options: dict) -> None:
    grown = bw.Comparison(Y, {"a": A}, note="made up", **options).with_model("b", B)
    whole = bw.Comparison(Y, {"a": A, "b": B}, note="made up", **options)
    assert grown.note == "made up"
    for part in (grown, grown.without_model("a").with_model("a", A)):
        pd.testing.assert_frame_equal(
            part.scores((0.2, 0.5), standard_errors=True).loc[["a", "b"]].drop(columns="rank"),
            whole.scores((0.2, 0.5), standard_errors=True).drop(columns="rank"),
            rtol=1e-12,
        )
    pd.testing.assert_frame_equal(
        grown.differences((0.2, 0.5), reference="a"), whole.differences((0.2, 0.5), reference="a"), rtol=1e-12
    )
    assert grown["b"].sampled_prevalence == pytest.approx(whole["b"].sampled_prevalence, rel=1e-12)


def test_it_keeps_how_far_cases_were_followed() -> None:
    first = bw.Comparison.from_survival([1, 2, 3, 4, 5, 6], [1, 0, 1, 0, 1, 1], {"a": A}, horizon=3.5)
    assert first.with_model("b", B)["b"].follow_up == first.follow_up


def test_mistakes_are_told() -> None:
    one = bw.Comparison(Y, {"a": A})
    with pytest.raises(ValueError, match="a name of its own"):
        one.with_model("a", B)
    with pytest.raises(ValueError, match="model 'b'"):
        one.with_model("b", B[:-1])
    with pytest.raises(ValueError, match="only model"):
        one.without_model("a")
    with pytest.raises(KeyError, match="no model 'z'"):
        one.without_model("z")
    counted = bw.Comparison.from_forecasts(dict(one.items()))
    with pytest.raises(ValueError, match="only counts"):
        counted.with_model("b", B)
