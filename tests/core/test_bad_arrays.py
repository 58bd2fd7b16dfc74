"""Bad scores, labels and weights raise the right type with a message that says what, where and what to do."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison, Forecast, metrics
from tests.core.refusals import FORECAST, S, Y, refuses, series


def masked(values):
    return np.ma.array(values, mask=[False, False, True, False])


#: To the nanosecond: numpy turns these into whole numbers on the way to a list.
DATES = np.array(["2020-01-01", "2021-01-01", "2020-01-01", "2021-01-01"], "datetime64[ns]")
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
    "too large for a float": ([0.1, 10**400, 0.2, 0.3], ValueError, ["inf at row 1", "1 value is", "Drop those cases"]),
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
    "complex": (np.array(Y) + 0j, TypeError, ["0j", "at row 0", "one label a case"]),
    "without an order": ([object, type, object, type], TypeError, ["at row 0", "one label a case"]),
    "dates": (
        DATES,
        ValueError,
        ["y_true holds datetime.datetime(2020, 1, 1", "Pass pos_label=datetime.datetime(2021, 1, 1"],
    ),
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
    "too large for a float": ([1, 1, 10**400, 1], ValueError, ["inf at row 2", "finite"]),
    "none inside": ([1, None, 1, 1], ValueError, ["sample_weight is missing at row 1", "Drop those cases"]),
    "too short": ([1, 1], ValueError, ["sample_weight has length 2", "4 are needed", "one weight for each"]),
    "2-D": (np.ones((4, 1)), ValueError, ["sample_weight", "(4, 1)", "[:, 0]"]),
    "words": (["a", "b", "c", "d"], TypeError, ["'a' at row 0", "needs numbers"]),
}


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


@pytest.mark.parametrize(
    ("labels", "label"),
    [
        (DATES, datetime(2021, 1, 1)),  # noqa: DTZ001
        (DATES - DATES[0], timedelta(366)),
        (DATES.astype("datetime64[D]"), date(2021, 1, 1)),
    ],
    ids=["time", "length of time", "day"],
)
def test_a_date_can_be_the_positive_label(labels, label):
    assert Forecast(labels, S, pos_label=label).prevalence == 0.5
    whole_number = int((DATES[1] - DATES[0]).astype(int))
    refuses(lambda: Forecast(labels, S, pos_label=whole_number), ValueError, ["does not occur", "type"])


@pytest.mark.parametrize("case", POS_LABELS)
def test_pos_label(case):
    labels, pos_label, phrases = POS_LABELS[case]
    refuses(lambda: Forecast(labels, [0.5] * len(labels), pos_label=pos_label), ValueError, phrases)


@pytest.mark.parametrize("case", WEIGHTS)
def test_weights(case):
    values, kind, phrases = WEIGHTS[case]
    refuses(lambda: metrics.log_loss(Y, S, sample_weight=values), kind, phrases)


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
