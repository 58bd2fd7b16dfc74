"""Bad input: every case raises the right type with a message that says what, where and what to do."""

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast, costs, metrics
from brierwidgets.core import check_interval, parse_cost

Y = [0, 1, 0, 1]
S = [0.1, 0.6, 0.4, 0.8]
TWO = np.array([S, S]).T
FORECAST = Forecast(Y, S)
MODELS = {"good": S, "bad": [0.1, 2.5, 0.4, 1.1]}


def series(values, index=(0, 1, 2, 3), dtype=None):
    return pd.Series(values, index=list(index), dtype=dtype)


def masked(values):
    return np.ma.array(values, mask=[False, False, True, False])


SCORES = {
    "none": (None, TypeError, ["y_prob is None", "Pass an array"]),
    "text": ("0.1 0.2", TypeError, ["y_prob", "not one str", "a list"]),
    "number": (0.5, TypeError, ["y_prob", "not one float", "a list"]),
    "0-d": (np.array(0.5), TypeError, ["y_prob", "not one ndarray"]),
    "dict": ({"a": S}, TypeError, ["y_prob", "not one dict"]),
    "set": ({0.1, 0.2}, TypeError, ["y_prob", "not one set"]),
    "iterator": (map(float, S), TypeError, ["y_prob", "not one map"]),
    "ragged": ([[0.1], [0.2, 0.3], [0.1], [0.2]], ValueError, ["y_prob", "different lengths", "one value a case"]),
    "predict_proba": (np.array([[0.9, 0.1]] * 4), ValueError, ["two columns", "Pass column 1", "[:, 1]"]),
    "one column": (np.zeros((4, 1)), ValueError, ["(4, 1)", "only column", "[:, 0]"]),
    "frame": (pd.DataFrame({"p": S}), ValueError, ["(4, 1)", "[:, 0]"]),
    "three columns": (np.zeros((4, 3)), ValueError, ["(4, 3)", "one score a case"]),
    "3-D": (np.zeros((4, 2, 2)), ValueError, ["(4, 2, 2)", "one score a case"]),
    "nan": ([0.1, 0.2, np.nan, np.nan], ValueError, ["nan at row 2", "2 values are NaN", "Drop those cases"]),
    "infinite": ([0.1, np.inf, 0.2, 0.3], ValueError, ["inf at row 1", "1 value is", "Drop those cases"]),
    "none inside": ([0.1, None, 0.2, 0.3], ValueError, ["missing at row 1", "1 value is", "Drop those cases"]),
    "pandas NA": (pd.array([0.1, 0.2, 0.3, None], "Float64"), ValueError, ["y_prob", "at row 3", "Drop those cases"]),
    "object NA": (np.array([0.1, pd.NA, 0.3, 1], object), ValueError, ["missing at row 1", "Drop those cases"]),
    "masked": (masked(S), ValueError, ["y_prob is masked at row 2", "Drop the masked cases"]),
    "words": (["a", "b", "c", "d"], TypeError, ["'a' at row 0", "needs numbers", "to_numeric"]),
    "numbers as text": (np.array(["0.1", "0.2", "0.3", "0.4"]), TypeError, ["'0.1' at row 0", "to_numeric"]),
    "one text": ([0.1, "0.5", 0.4, 0.8], TypeError, ["'0.5' at row 1", "needs numbers", "to_numeric"]),
    "objects": (np.array([0.1, 0.2, object(), 0.4], object), TypeError, ["at row 2", "needs numbers"]),
    "complex": (np.array(S) + 0j, TypeError, ["(0.1+0j) at row 0", "needs numbers"]),
    "dates": (np.array(["2024-01-01"] * 4, "datetime64[D]"), TypeError, ["at row 0", "needs numbers"]),
    "lengths of time": (np.zeros(4, "timedelta64[ns]"), TypeError, ["'0 nanoseconds' at row 0", "needs numbers"]),
    "signalling NaN": ([0.1, Decimal("sNaN"), 0.2, 0.3], ValueError, ["missing at row 1", "Drop those cases"]),
    "logits": ([-2.0, 0.3, 1.5, 0.2], ValueError, ["-2.0 at row 0", "2 values are outside", "logits", "expit(z)"]),
    "rare logits": ([0.0, -3.0, -4.0, -1.0], ValueError, ["-3.0 at row 1", "logits", "expit(z)", "exp(z)"]),
    "percentages": ([1, 60, 40, 80], ValueError, ["60.0 at row 1", "percentages", "divide them by 100"]),
    "above by rounding": ([0.1, 0.2, 0.3, 1 + 2**-52], ValueError, ["1.0000000000000002 at row 3", "numpy.clip"]),
    "below by rounding": ([-1e-17, 0.2, 0.3, 1], ValueError, ["-1e-17 at row 0", "Rounding", "numpy.clip"]),
    "far outside": ([0.1, 0.2, 0.3, 1000], ValueError, ["1000.0 at row 3", "1 value is outside", "recalibrate"]),
    "too short": (S[:3], ValueError, ["y_true has 4 cases but y_prob has 3", "same order"]),
    "empty": ([], ValueError, ["y_true has 4 cases but y_prob has 0", "same order"]),
}

LABELS = {
    "signalling NaN": ([0, 1, Decimal("sNaN"), 1], ValueError, ["missing at row 2", "Drop those cases"]),
    "none": (None, TypeError, ["y_true is None", "Pass an array"]),
    "text": ("0101", TypeError, ["y_true", "not one str"]),
    "number": (1, TypeError, ["y_true", "not one int"]),
    "ragged": ([[1], [0, 1], [1], [0]], ValueError, ["y_true", "different lengths", "one value a case"]),
    "unhashable": (np.array([{}, {}, {}, {}]), TypeError, ["y_true holds {} at row 0", "one label a case"]),
    "one hot": (np.eye(2)[Y], ValueError, ["y_true", "(4, 2)", "one label a case"]),
    "one column": (np.zeros((4, 1)), ValueError, ["(4, 1)", "[:, 0]"]),
    "empty": ([], ValueError, ["y_true is empty", "at least one case"]),
    "nan": ([0, 1, np.nan, 1], ValueError, ["y_true is missing at row 2", "1 value is", "Drop those cases"]),
    "none inside": ([0, None, None, 1], ValueError, ["missing at row 1", "2 values are", "Drop those cases"]),
    "pandas NA": (pd.array([0, 1, 1, None], "Int64"), ValueError, ["missing at row 3", "Drop those cases"]),
    "masked": (masked(Y), ValueError, ["y_true is masked at row 2", "Drop the masked cases"]),
    "three numbers": ([0, 1, 2, 1], ValueError, ["3 different labels (0, 1, 2)", "2 first at row 2", "y_true) == 0"]),
    "three words": (["a", "b", "a", "c"], ValueError, ["'c' first at row 3", "two classes", "y_true) == 'a'"]),
    "seven numbers": (list(range(7)), ValueError, ["7 different labels", "4, ...", "two classes"]),
    "words": (["no", "yes", "no", "no"], ValueError, ["'no', 'yes'", "pos_label='yes' or pos_label='no'"]),
    "one word": (["no"] * 4, ValueError, ["holds 'no'", "Pass pos_label='no'."]),
    "minus one": ([-1, 1, -1, 1], ValueError, ["-1, 1", "pos_label=1 or pos_label=-1"]),
    "one and two": ([1, 2, 1, 2], ValueError, ["1, 2", "pos_label=2 or pos_label=1"]),
    "mixed": (["no", "no", 1, 1], ValueError, ["mixes text", "'no' at row 0", "1 at row 2", "one kind"]),
    "swapped": (S, ValueError, ["probabilities", "y_true and y_prob swapped?"]),
    "swapped, two scores": ([0.2, 0.8, 0.2, 0.8], ValueError, ["0.2, 0.8", "y_true and y_prob swapped?"]),
}

POS_LABELS = {
    "misspelt": (["no", "yes"], "Yes", ["pos_label='Yes' does not occur", "'no', 'yes'", "Check its spelling"]),
    "of another type": ([0, 1], "1", ["pos_label='1' does not occur", "0, 1", "type"]),
    "of a class not there": (["no", "no"], "yes", ["does not occur", "if there are truly no positive cases"]),
    "with three classes": ([0, 1, 2], 1, ["3 different labels", "two classes"]),
}

WEIGHTS = {
    "one vanishes": ([1e16, 1, 1e16, 1e16], ValueError, ["1 at row 1", "vanish in their sum", "Pass 0"]),
    "one vanishes at any scale": ([1e-170, 1e-187, 0, 1e-170], ValueError, ["1e-187 at row 1", "vanish", "Pass 0"]),
    "text": ("1", TypeError, ["sample_weight", "not one str"]),
    "number": (2.0, TypeError, ["sample_weight", "not one float"]),
    "negative": ([1, 1, -1, 1], ValueError, ["sample_weight holds -1 at row 2", "negative", "Pass 0"]),
    "all zero": ([0, 0, 0, 0], ValueError, ["zero for every case", "Give some case a weight"]),
    "nan": ([1, np.nan, 1, 1], ValueError, ["nan at row 1", "finite"]),
    "infinite": ([1, 1, 1, np.inf], ValueError, ["inf at row 3", "finite"]),
    "none inside": ([1, None, 1, 1], ValueError, ["sample_weight is missing at row 1", "Drop those cases"]),
    "too short": ([1, 1], ValueError, ["sample_weight has length 2", "4 are needed", "one weight for each"]),
    "2-D": (np.ones((4, 1)), ValueError, ["sample_weight", "(4, 1)", "[:, 0]"]),
    "words": (["a", "b", "c", "d"], TypeError, ["'a' at row 0", "needs numbers"]),
}

INTERVALS = {
    "next to nothing": ((0.0, 1e-78), ValueError, ["(0, 1e-78)", "too narrow", "single cost ratio 0"]),
    "almost next to nothing": ((1e-200, 2e-200), ValueError, ["too narrow", "Pass a wider one"]),
    "reversed": ((0.4, 0.2), ValueError, ["(0.4, 0.2) is reversed", "Pass (0.2, 0.4)"]),
    "reversed by little": ((1, 0.999999999999), ValueError, ["(1, 0.999999999999) is", "Pass (0.999999999999, 1)"]),
    "empty": ((0.4, 0.4), ValueError, ["(0.4, 0.4) is empty", "two different", "single cost ratio 0.4"]),
    "below 0": ((-0.1, 0.4), ValueError, ["lower end", "between 0 and 1", "-0.1"]),
    "above 1": ((0.1, 1.4), ValueError, ["upper end", "between 0 and 1", "'1.4%'"]),
    "percent": ((1, 40), ValueError, ["upper end", "it is 40", "write '40%'"]),
    "infinite": ((0.1, np.inf), ValueError, ["upper end", "between 0 and 1", "inf"]),
    "nan": ((np.nan, 0.4), ValueError, ["lower end", "NaN", "a number between 0 and 1"]),
    "text": ("0.1-0.2", TypeError, ["pair (low, high)", "such as (0.1, 0.3)", "'0.1-0.2'"]),
    "none": (None, TypeError, ["pair (low, high)", "not None"]),
    "number": (0.3, TypeError, ["pair (low, high)", "not 0.3"]),
    "set": ({0.1, 0.2}, TypeError, ["pair (low, high)", "such as (0.1, 0.3)"]),
    "dict": ({"low": 0.1, "high": 0.2}, TypeError, ["pair (low, high)"]),
    "three": ((0.1, 0.2, 0.3), ValueError, ["pair (low, high)", "length is 3"]),
    "one": ([0.1], ValueError, ["pair (low, high)", "length is 1"]),
    "words": (("low", "high"), ValueError, ["lower end", "'low' cannot be read", "'1.66%'", "'1:59'"]),
    "booleans": ((False, True), TypeError, ["lower end", "not False (bool)"]),
    "none inside": ((None, 0.2), TypeError, ["lower end", "not None", "a number between 0 and 1"]),
    "nested": (([0.1], [0.2]), TypeError, ["lower end", "not [0.1] (list)"]),
    "nothing to nothing": (("0:0", 0.5), ValueError, ["'0:0'", "odds", "one > 0"]),
    "negative odds": ((0.1, "-1:3"), ValueError, ["'-1:3'", "odds", ">= 0"]),
}

COSTS = {
    "above 1": (1.2, ValueError, ["cost ratio", "between 0 and 1", "1.2"]),
    "percent": (5, ValueError, ["cost ratio", "write '5%'"]),
    "none": (None, TypeError, ["cost ratio", "not None", "'1:59'"]),
    "word": ("cheap", ValueError, ["'cheap' cannot be read", "'1.66%'"]),
    "one of many": ([0.1, 1.2, 30], ValueError, ["number 1", "is 1.2", "2 of 3 are outside", "divide by 100"]),
    "nan": ([0.1, np.nan], ValueError, ["number 1", "nan"]),
    "none inside": ([0.1, None], TypeError, ["number 1", "not None"]),
    "booleans": ([True, False], TypeError, ["number 0", "not True (bool)"]),
    "ragged": ([[0.1], [0.1, 0.2]], ValueError, ["different lengths", "an array of them"]),
    "set": ({0.1, 0.2}, TypeError, ["cost ratio", "(set)"]),
}

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


def refuses(call, kind, phrases):
    with pytest.raises(Exception, match=re.escape(phrases[0])) as caught:
        call()
    assert type(caught.value) is kind
    for phrase in phrases:
        assert phrase in str(caught.value)
    assert "np." not in str(caught.value), "messages show plain values"


@pytest.mark.parametrize("case", SCORES)
def test_scores(case):
    values, kind, phrases = SCORES[case]
    refuses(lambda: Forecast(Y, values), kind, phrases)


@pytest.mark.parametrize("case", SCORES)
def test_scores_of_a_model_name_it(case):
    values, kind, phrases = SCORES[case]
    named = [phrase.replace("y_prob", "model 'mine'") for phrase in phrases]
    refuses(lambda: Comparison(Y, {"mine": values}), kind, named)


@pytest.mark.parametrize("case", LABELS)
@pytest.mark.parametrize("build", [Forecast, metrics.brier_score, lambda y, s: Comparison(y, {"a": s})])
def test_labels(case, build):
    values, kind, phrases = LABELS[case]
    refuses(lambda: build(values, S), kind, phrases)


@pytest.mark.parametrize("case", POS_LABELS)
def test_pos_label(case):
    labels, pos_label, phrases = POS_LABELS[case]
    refuses(lambda: Forecast(labels, [0.5] * len(labels), pos_label=pos_label), ValueError, phrases)


@pytest.mark.parametrize("case", WEIGHTS)
def test_weights(case):
    values, kind, phrases = WEIGHTS[case]
    refuses(lambda: metrics.log_loss(Y, S, sample_weight=values), kind, phrases)


@pytest.mark.parametrize("case", INTERVALS)
@pytest.mark.parametrize(
    "ask",
    [check_interval, FORECAST.brier_score, FORECAST.summary, Comparison(Y, {"a": S}).scores],
    ids=["check_interval", "brier_score", "summary", "scores"],
)
def test_intervals(case, ask):
    values, kind, phrases = INTERVALS[case]
    refuses(lambda: ask(values), kind, phrases)


@pytest.mark.parametrize("case", COSTS)
def test_costs(case):
    values, kind, phrases = COSTS[case]
    refuses(lambda: metrics.regret(Y, S, values), kind, phrases)


@pytest.mark.parametrize("case", CALLS)
def test_calls(case):
    refuses(*CALLS[case])


def test_there_are_many_cases():
    assert sum(map(len, (SCORES, LABELS, POS_LABELS, WEIGHTS, INTERVALS, COSTS, CALLS))) >= 150


def test_parse_cost_names_what_it_reads():
    refuses(lambda: parse_cost("x", "price"), ValueError, ["The price 'x' cannot be read"])


def test_what_is_accepted():
    """The other side of the fence: unusual but plain input works, and means the obvious thing."""
    expected = FORECAST.brier_score()
    for labels in ([False, True, False, True], np.array(Y, float), np.array(Y, np.uint8), pd.array(Y, "Int64")):
        assert Forecast(labels, S).brier_score() == expected
    for scores in (tuple(S), np.array(S, object), pd.array(S, "Float64"), np.ma.array(S), series(S)):
        assert Forecast(Y, scores).brier_score() == expected
    words = ["no", "yes", "no", "yes"]
    for labels in (words, np.array(words), pd.Series(words), pd.Categorical(words)):
        assert Forecast(labels, S, pos_label="yes").brier_score() == expected
    assert Forecast([-1, 1, -1, 1], S, pos_label=1).brier_score() == expected
    assert Forecast([1, 0, 1, 0], S, pos_label=0).brier_score() == expected
    assert Forecast([True, False, True, False], S, pos_label=False).brier_score() == expected
    assert Forecast(Y, S, sample_weight=[2, 2, 2, 2]).brier_score() == pytest.approx(expected, rel=1e-15)
    assert Forecast(series(Y, "abcd"), series(S, "abcd")).brier_score() == expected
    assert Forecast(series(Y, "abcd"), S).brier_score() == expected


def test_a_test_result_is_a_score():
    """Booleans are the scores 0 and 1, as a binary diagnostic test gives them."""
    assert Forecast(Y, [False, True, True, True]).counts(0.5) == (2.0, 1.0, 0.0, 1.0)


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


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_gives_what_is_defined(label):
    """Regret, Brier, log loss and net benefit exist; skill and AUC say why they do not."""
    forecast = Forecast([label] * 3, [0.2, 0.4, 0.9])
    losses = [s**2 if label == 0 else (1 - s) ** 2 for s in (0.2, 0.4, 0.9)]
    assert forecast.brier_score() == pytest.approx(np.mean(losses), rel=1e-14)
    assert forecast.prevalence == label
    assert forecast.regret(0.3) == pytest.approx(0.2 if label == 0 else 0.7 / 3, rel=1e-14)
    assert np.isfinite(forecast.mean_net_benefit((0.1, 0.5)))
    summary = forecast.summary((0.1, 0.5))
    assert np.isnan(summary.skill).all()
    assert np.isfinite(summary[:4]).all()
    table = Comparison([label] * 3, {"a": [0.2, 0.4, 0.9]}).scores((0.1, 0.5))
    assert table[["auc", "skill"]].isna().all(axis=None)
    assert table.drop(columns=["auc", "skill"]).notna().all(axis=None)
    for ask in (forecast.brier_skill_score, forecast.log_loss_skill_score, lambda: forecast.estimate("brier-skill")):
        with pytest.raises(ValueError, match="needs both classes"):
            ask()
