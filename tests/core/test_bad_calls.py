"""Bad calls raise the right type with a message that says what, where and what to do."""

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast, costs, metrics
from tests.core.refusals import FORECAST, TWO, S, Y, refuses, series
from tests.core.test_bad_arrays import LABELS, POS_LABELS, SCORES, WEIGHTS
from tests.core.test_bad_costs import COSTS, INTERVALS

MODELS = {"good": S, "bad": [0.1, 2.5, 0.4, 1.1]}
CALLS = {
    "counts: none": (lambda: Forecast.from_counts([0.1], None, [1]), TypeError, ["positives is None", "Pass"]),
    "counts: fraction": (
        lambda: Forecast.from_counts([0.1, 0.2], [1, 0.5], [1, 2]),
        ValueError,
        ["positives holds 0.5 at row 1", "whole numbers", "sample_weight="],
    ),
    "counts: negative": (
        lambda: Forecast.from_counts([0.1, 0.2], [1, 2], [1, -2]),
        ValueError,
        ["negatives holds -2 at row 1", "no count can be negative"],
    ),
    "counts: all zero": (lambda: Forecast.from_counts([0.1], [0], [0]), ValueError, ["All counts are zero", "Pass"]),
    "counts: empty": (lambda: Forecast.from_counts([], [], []), ValueError, ["All counts are zero", "Pass"]),
    "counts: lengths": (
        lambda: Forecast.from_counts([0.1, 0.2], [1], [1, 1]),
        ValueError,
        ["positives has length 1", "2 are needed", "one count"],
    ),
    "counts: score": (
        lambda: Forecast.from_counts([0.1, 1.7], [1, 1], [1, 1]),
        ValueError,
        ["scores holds 1.7 at row 1", "outside [0, 1]"],
    ),
    "counts: index": (
        lambda: Forecast.from_counts(pd.Series([0.1, 0.2]), pd.Series([1, 2], index=[1, 0]), [1, 1]),
        ValueError,
        ["scores and positives", "another order", ".loc[scores.index]"],
    ),
    "index reordered": (
        lambda: Forecast(series(Y), series(S, [3, 2, 1, 0])),
        ValueError,
        ["different indexes", "row 0 (0 and 3)", "another order", ".loc[y_true.index]"],
    ),
    "index differs": (
        lambda: Forecast(series(Y), series(S, [0, 1, "x", 3])),
        ValueError,
        ["different indexes", "row 2 (2 and 'x')", "Align them", ".to_numpy()"],
    ),
    "index repeated": (
        lambda: Forecast(series(Y), series(S, [0, 1, 1, 3])),
        ValueError,
        ["different indexes", "row 2 (2 and 1)", "Align them"],
    ),
    "index of weights": (
        lambda: Forecast(series(Y), series(S), sample_weight=series(S, [4, 5, 6, 7])),
        ValueError,
        ["y_true and sample_weight have different indexes", "Align them"],
    ),
    "models: list": (lambda: Comparison(Y, [S, S]), TypeError, ["models must be a dict", "not list", "'my model'"]),
    "models: one column": (lambda: Comparison(Y, np.array(S)), TypeError, ["models must be a dict", "{'my model'"]),
    "models: none": (lambda: Comparison(Y, {}), ValueError, ["no models", "Pass at least one"]),
    "models: bad scores": (
        lambda: Comparison(Y, MODELS),
        ValueError,
        ["model 'bad' holds 2.5 at row 1", "2 values are outside"],
    ),
    "models: length": (
        lambda: Comparison(Y, {"good": S, "short": S[:2]}),
        ValueError,
        ["y_true has 4 cases but model 'short' has 2"],
    ),
    "models: index": (
        lambda: Comparison(series(Y, [1, 2, 3, 4]), pd.DataFrame({"a": S})),
        ValueError,
        ["y_true and model 'a' have different indexes", "row 0 (1 and 0)", "Align them"],
    ),
    "models: predict_proba": (lambda: Comparison(Y, {"a": TWO}), ValueError, ["model 'a'", "two columns", "column 1"]),
    "models: same name": (
        lambda: Comparison(Y, {1: S, "1": S}),
        ValueError,
        ["Two models are called '1'", "a name of its own"],
    ),
    "models: same column": (
        lambda: Comparison(Y, pd.DataFrame(TWO, columns=["a", "a"])),
        ValueError,
        ["Two models are called 'a'", "a name of its own"],
    ),
    "names: missing": (lambda: Comparison(Y, TWO), TypeError, ["no model names", "names=[...] with 2"]),
    "names: too few": (lambda: Comparison(Y, TWO, names=["a"]), ValueError, ["length 1", "2 columns", "each column"]),
    "names: repeated": (lambda: Comparison(Y, TWO, names=["a", "a"]), ValueError, ["Two models are called 'a'"]),
    "names: text": (lambda: Comparison(Y, TWO, names="ab"), TypeError, ["list of 2 model names", "'ab'"]),
    "names: unwanted": (lambda: Comparison(Y, {"a": S}, names=["b"]), TypeError, ["names=", "brings its own"]),
    "unknown model": (lambda: Comparison(Y, {"a": S})["b"], KeyError, ["no model 'b'", "The models are 'a'"]),
    "unknown reference": (
        lambda: Comparison(Y, {"a": S, "c": S}).differences(reference="b"),
        ValueError,
        ["no model 'b'", "Choose one of a, c"],
    ),
    "unknown rule": (
        lambda: Comparison(Y, {"a": S}).differences(rule="bier"),
        ValueError,
        ["no rule 'bier'", "'brier'", "'net-benefit'"],
    ),
    "rule: list": (lambda: metrics.score_difference(Y, S, S, rule=["brier"]), ValueError, ["no rule ['brier']"]),
    "rule: estimate": (lambda: FORECAST.estimate("auc-skill"), ValueError, ["no rule 'auc'", "Choose one of"]),
    "spacing": (
        lambda: FORECAST.mean_regret((0.1, 0.2), spacing="odds"),
        ValueError,
        ["'cost' or 'log-odds'", "'odds'"],
    ),
    "spacing of scores": (lambda: Comparison(Y, {"a": S}).scores(spacing=1), ValueError, ["'cost' or 'log-odds'"]),
    "forecasts: list": (lambda: Comparison.from_forecasts([FORECAST]), TypeError, ["dict {'name': Forecast}", "list"]),
    "forecasts: none": (lambda: Comparison.from_forecasts({}), ValueError, ["no models", "Pass at least one"]),
    "forecasts: scores": (lambda: Comparison.from_forecasts({"a": S}), TypeError, ["'a' is a list", "Pass Forecast("]),
    "forecasts: other cases": (
        lambda: Comparison.from_forecasts({"a": FORECAST, "b": Forecast(Y[:3], S[:3])}),
        ValueError,
        ["'b' has 3 cases", "'a' has 4 cases", "not the same cases", "Score every model"],
    ),
    "forecasts: one case more": (
        lambda: Comparison.from_forecasts(
            {k: Forecast.from_counts([0.1], [n], [10**6]) for k, n in (("a", 10**6), ("b", 10**6 + 1))}
        ),
        ValueError,
        ["'b' has 2000001 cases", "'a' has 2000000 cases"],
    ),
    "forecasts: same name": (
        lambda: Comparison.from_forecasts({1: FORECAST, "1": FORECAST}),
        ValueError,
        ["Two models are called '1'"],
    ),
    "differences of counts": (
        lambda: Comparison.from_forecasts({"a": FORECAST}).differences(),
        ValueError,
        ["case by case", "only counts", "Comparison(y_true"],
    ),
    "normalised log loss on [0, 1]": (
        lambda: metrics.log_loss(Y, S, normalize=True),
        ValueError,
        ["infinitely wide in log-odds", "such as (0.01, 0.99)"],
    ),
    "log-odds up to 1": (
        lambda: metrics.mean_regret(Y, S, interval=(0.5, 1), spacing="log-odds"),
        ValueError,
        ["(0.5, 1) is infinitely wide", "such as (0.01, 0.99)"],
    ),
    "log-odds difference": (
        lambda: metrics.score_difference(Y, S, S, rule="mean-regret-log-odds"),
        ValueError,
        ["infinitely wide in log-odds"],
    ),
    "second model": (
        lambda: metrics.score_difference(Y, S, [0.1, 0.2, np.nan, 0.3]),
        ValueError,
        ["model 'b' holds nan at row 2", "Drop those cases"],
    ),
    "costs and thresholds": (
        lambda: metrics.regret(Y, S, [0.1, 0.2], threshold=[0.1, 0.2, 0.3]),
        ValueError,
        ["2 costs and 3 thresholds cannot be paired", "a single one"],
    ),
    "threshold": (lambda: metrics.net_benefit(Y, S, -0.1), ValueError, ["threshold", "between 0 and 1", "-0.1"]),
    "expected regret: text": (
        lambda: metrics.expected_regret(Y, S, "uniform"),
        TypeError,
        ["costs must be a distribution", "Uniform(0.1, 0.3)", "'uniform'"],
    ),
    "expected regret: class": (lambda: FORECAST.expected_regret(costs.Beta), TypeError, ["must be a distribution"]),
    "integrated regret: none": (lambda: FORECAST.integrated_regret(None), TypeError, ["must be a distribution"]),
    "infinite mass": (
        lambda: FORECAST.expected_regret(costs.LogOddsUniform()),
        ValueError,
        ["infinite mass", "inside (0, 1)", "integrated_regret"],
    ),
    "density": (lambda: costs.LogOddsUniform(0, 0.5).density(0.1), ValueError, ["infinite mass", "Truncate it"]),
    "skill, all positive": (
        lambda: metrics.brier_skill_score([1, 1], [0.2, 0.3]),
        ValueError,
        ["all outcomes are 1", "needs both classes"],
    ),
    "skill, all negative": (
        lambda: metrics.log_loss_skill_score([0, 0], [0.2, 0.3]),
        ValueError,
        ["all outcomes are 0", "needs both classes"],
    ),
    "Beta: negative": (lambda: costs.Beta(-1, 2), ValueError, ["Beta(p, q) needs positive", "p is -1"]),
    "Beta: text": (lambda: costs.Beta(2, "8"), ValueError, ["Beta(p, q) needs positive", "q is '8'"]),
    "Beta: nan": (lambda: costs.Beta(2, float("nan")), ValueError, ["Beta(p, q) needs positive", "q is nan"]),
    "Beta: no weight": (
        lambda: FORECAST.expected_regret(costs.Beta(2, 5000).truncated(0.9, 1)),
        ValueError,
        ["Beta(2, 5000) has no weight to speak of between 0.9 and 1", "widen"],
    ),
    "Shifted: 0": (lambda: costs.Shifted(0), ValueError, ["center", "strictly between 0 and 1"]),
    "Shifted: outside": (lambda: costs.Shifted(1.5), ValueError, ["center", "between 0 and 1", "1.5"]),
    "Point: outside": (lambda: costs.Point(2), ValueError, ["cost ratio", "between 0 and 1"]),
    "Point: cut off": (
        lambda: costs.Point(0.1).truncated(0.3, 0.4),
        ValueError,
        ["Point(0.1)", "no weight", "holds it"],
    ),
    "Uniform: reversed": (lambda: costs.Uniform(0.4, 0.2), ValueError, ["reversed", "Pass (0.2, 0.4)"]),
    "truncated away": (
        lambda: costs.Uniform(0.1, 0.2).truncated(0.3, 0.4),
        ValueError,
        ["no weight between 0.3 and 0.4", "lives on [0.1, 0.2]"],
    ),
    "center": (lambda: metrics.shifted_brier_score(Y, S, center="x"), ValueError, ["center", "'x' cannot be read"]),
    "setting": (
        lambda: setattr(FORECAST, "total", 3.0),
        AttributeError,
        ["never changes", "'total'", "Build a new one"],
    ),
    "deleting": (lambda: delattr(FORECAST, "total"), AttributeError, ["never changes", "'total'", "Build a new one"]),
}


@pytest.mark.parametrize("case", CALLS)
def test_calls(case):
    refuses(*CALLS[case])


def test_there_are_many_cases():
    assert sum(map(len, (SCORES, LABELS, POS_LABELS, WEIGHTS, INTERVALS, COSTS, CALLS))) >= 150


def test_a_failure_changes_nothing():
    """Inputs stay as they were, and an object asked a bad question answers the next one as before."""
    y, s, w = np.array(Y), np.array([0.1, 0.6, 0.4, 1.8]), np.ones(4)
    copies = [array.copy() for array in (y, s, w)]
    for build in (lambda: Forecast(y, s, sample_weight=w), lambda: Comparison(y, {"a": s}, sample_weight=w)):
        with pytest.raises(ValueError, match="outside"):
            build()
    for array, copy in zip((y, s, w), copies, strict=True):
        assert np.array_equal(array, copy)
        assert array.flags.writeable

    both = Comparison(Y, {"a": S, "b": [0.2, 0.3, 0.6, 0.9]})
    before, held = both.scores((0.1, 0.3)), both["a"].nbytes
    for bad in (lambda: both.scores((0.3, 0.1)), lambda: both.differences((0.1, 0.3), rule="x"), lambda: both["c"]):
        with pytest.raises((KeyError, ValueError)):
            bad()
    with pytest.raises(ValueError, match="infinite mass"):
        both["a"].expected_regret(costs.LogOddsUniform())
    pd.testing.assert_frame_equal(both.scores((0.1, 0.3)), before)
    assert both["a"].nbytes == held
