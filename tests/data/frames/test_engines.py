"""Every engine gives the answer that the rows give: exactly without bins, within the stated bound with them."""

import narwhals as nw
import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast
from brierwidgets.core.scoring_rules import RULES
from brierwidgets.data.frames._query import Cell, Plan, count_cases
from tests.data.frames.conftest import in_spark

MODELS = ["sharp", "coarse", "short"]
INTERVAL = (0.02, 0.3)


def assert_same_tables(counted, exact):
    for name, forecast in exact.items():
        for kind in ("negatives", "positives"):
            mine, theirs = getattr(counted[name], kind), getattr(forecast, kind)
            np.testing.assert_array_equal(mine.scores, theirs.scores)
            np.testing.assert_allclose(mine.cumulative, theirs.cumulative, rtol=1e-12)
            np.testing.assert_allclose(mine.cumulative_squares, theirs.cumulative_squares, rtol=1e-12)
    columns = {"standard_errors": True}
    pd.testing.assert_frame_equal(
        counted.scores(INTERVAL, **columns), exact.scores(INTERVAL, **columns), rtol=1e-12, atol=1e-12
    )


def test_without_bins_the_engine_finds_every_distinct_score(to_native, table):
    counted = Comparison.from_frame(to_native(table), label="y", models=MODELS, bins=None)
    assert_same_tables(counted, Comparison(table["y"], table[MODELS]))
    assert counted.rows is None


def test_weights_are_importance_weights_and_labels_may_be_text(to_native, table):
    counted = Comparison.from_frame(
        to_native(table), label="answer", models=MODELS, weight="weight", bins=None, pos_label="yes"
    )
    assert_same_tables(counted, Comparison(table["y"], table[MODELS], sample_weight=table["weight"]))


@pytest.mark.parametrize("scale", [1e-170, 1e160, 1e300])
def test_weights_may_have_any_scale(to_native, table, scale):
    scaled = table.assign(weight=table["weight"] * scale)
    counted = Comparison.from_frame(to_native(scaled), label="y", models=MODELS, weight="weight", bins=300)
    plain = Comparison.from_frame(table, label="y", models=MODELS, weight="weight", bins=300)
    columns = {"standard_errors": True}
    pd.testing.assert_frame_equal(
        counted.scores(INTERVAL, **columns), plain.scores(INTERVAL, **columns), rtol=1e-9, atol=1e-12
    )


def test_a_weight_that_would_vanish_is_refused(to_native, table):
    lopsided = table.assign(weight=np.where(np.arange(len(table)) == 5, 1.0, 1e16))
    with pytest.raises(ValueError, match="smallest weight in column 'weight'"):
        Comparison.from_frame(to_native(lopsided), label="y", models=MODELS, weight="weight")


def test_with_bins_every_score_is_within_the_stated_bound(to_native, table):
    counted = Comparison.from_frame(to_native(table), label="y", models=MODELS, weight="weight", bins=300)
    exact = Comparison(table["y"], table[MODELS], sample_weight=table["weight"])
    for name, forecast in counted.items():
        for kind in (forecast.negatives, forecast.positives):
            assert kind.scores.size <= 300
        for rule in RULES:
            error = abs(forecast.estimate(rule, INTERVAL).value - exact[name].estimate(rule, INTERVAL).value)
            bound = forecast.binning_error(rule, INTERVAL)
            assert error <= bound + 1e-12
            assert bound < 0.02
        # 0 and 1 have bins of their own, so the decisions there are exact
        for threshold in (0.0, 1.0):
            np.testing.assert_allclose(forecast.counts(threshold), exact[name].counts(threshold), rtol=1e-12)


def test_one_model_is_a_forecast(to_native, table):
    counted = Forecast.from_frame(to_native(table), label="y", score="short", bins=None)
    exact = Forecast(table["y"], table["short"])
    assert counted.brier_score(INTERVAL) == pytest.approx(exact.brier_score(INTERVAL), rel=1e-12)
    # 32-bit scores keep the slack of 32 bits where a threshold meets them
    threshold = float(f"{table['short'][10]:.7g}")
    assert counted.counts(threshold) == exact.counts(threshold)


def test_rows_at_fault_are_counted_by_the_engine(to_native, table):
    broken = table.astype({"weight": "Float64"}).loc[:13, ["y", "coarse", "weight"]]
    broken["coarse"] = [np.nan, np.inf, -np.inf, -3.0, -1e-9, 1.5, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.0, -0.0]
    broken["weight"] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, None, np.inf, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    score, weight = (nw.col(name).cast(nw.Float64()) for name in ("coarse", "weight"))
    plan = Plan(nw.lit(1), [score], weight, None, bins=10)
    (groups,) = count_cases(nw.from_native(to_native(broken)), plan)
    assert {int(cell): int(rows) for cell, rows in zip(groups.cell, groups.rows, strict=True) if cell <= 0} == {
        Cell.SCORE_UNFIT: 3,
        Cell.SCORE_BELOW: 2,
        Cell.SCORE_ABOVE: 1,
        Cell.WEIGHT_UNFIT: 2,
        Cell.WEIGHT_NEGATIVE: 1,
        Cell.WEIGHT_ZERO: 2,
        0: 2,
    }


def test_a_third_label_is_refused_with_a_count(to_native, table):
    broken = table[["answer", "coarse"]].copy()
    broken.loc[:2, "answer"] = "perhaps"
    with pytest.raises(ValueError) as caught:
        Forecast.from_frame(to_native(broken), label="answer", score="coarse", pos_label="yes")
    assert str(caught.value).startswith(
        "Column 'answer' holds 3 different labels ('no', 'perhaps', 'yes'), but this is about two classes; "
    )


@pytest.mark.slow
def test_spark_does_not_read_dots(table):
    with in_spark() as to_native, pytest.raises(ValueError, match=r"withColumnRenamed\('my\.model', 'my_model'\)"):
        Forecast.from_frame(to_native(table[:9].rename(columns={"sharp": "my.model"})), label="y", score="my.model")
