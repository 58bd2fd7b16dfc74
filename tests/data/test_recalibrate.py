"""Mending a model: parity with scikit-learn, never on the same cases, refusals."""

import math

import numpy as np
import pytest
from scipy.special import expit, logit
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

import brierwidgets as bw
from brierwidgets import Comparison, Forecast, recalibrate
from brierwidgets.core.calibration import decompose
from brierwidgets.core.recalibration import CALIBRATORS, BetaCalibrator, IsotonicCalibrator, LogisticCalibrator


def cases(n=2_000, seed=0):
    """A model that is too sure of itself and too high."""
    rng = np.random.default_rng(seed)
    z = rng.normal(-1, 1, n)
    y = rng.random(n) < expit(z)
    return y, expit(0.8 + 2 * z)


# --- curves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
def test_logistic_is_scikit_learns(weighted):
    y, s = cases()
    w = np.random.default_rng(1).random(y.size) if weighted else None
    ours = LogisticCalibrator().fit(s, y, sample_weight=w)
    theirs = LogisticRegression(C=np.inf, tol=1e-12, max_iter=1000).fit(logit(s)[:, None], y, sample_weight=w)
    assert ours.coef_ == pytest.approx([theirs.intercept_[0], theirs.coef_[0, 0]], rel=1e-5)
    # Greatest likelihood: the residuals add up to 0, plain and times the log-odds.
    gaps = (y - ours.predict(s)) * (1 if w is None else w)
    assert gaps.sum() == pytest.approx(0, abs=1e-8)
    assert gaps @ logit(s) == pytest.approx(0, abs=1e-8)


def test_logistic_finds_what_was_done_to_the_scores():
    y, s = cases(200_000)
    assert LogisticCalibrator().fit(s, y).coef_ == pytest.approx([-0.4, 0.5], abs=0.03)  # logit s = 0.8 + 2 z


def test_beta_contains_the_logistic_curve():
    y, s = cases()
    logistic, beta = LogisticCalibrator().fit(s, y), BetaCalibrator().fit(s, y)
    assert Forecast(y, beta.predict(s)).log_loss() <= Forecast(y, logistic.predict(s)).log_loss() + 1e-12
    assert (beta.coef_[1:] >= 0).all()
    gaps = y - beta.predict(s)
    assert [gaps.sum(), gaps @ np.log(s), gaps @ np.log1p(-s)] == pytest.approx([0, 0, 0], abs=1e-7)


def test_beta_never_falls():
    y, s = cases()
    backwards = BetaCalibrator().fit(1 - s, y)
    assert backwards.coef_[1:].tolist() == [0, 0]
    assert backwards.predict([0.1, 0.9]) == pytest.approx([y.mean()] * 2)


@pytest.mark.parametrize("weighted", [False, True])
def test_isotonic_is_scikit_learns(weighted):
    y, s = cases(500)
    s = np.round(s, 2)  # ties
    w = np.random.default_rng(1).integers(1, 5, y.size) if weighted else None
    theirs = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(s, y, sample_weight=w)
    ours = IsotonicCalibrator().fit(s, y, sample_weight=w)
    grid = np.linspace(0, 1, 301)
    assert ours.predict(grid) == pytest.approx(theirs.predict(grid), abs=1e-9)


@pytest.mark.parametrize("method", CALIBRATORS)
def test_scores_of_0_and_1_are_mended_too(method):
    y, s = cases(500)
    s[:4], y[:4] = [0, 0, 1, 1], [0, 1, 1, 0]
    mended = CALIBRATORS[method]().fit(s, y).predict([0.0, 0.5, 1.0])
    assert np.isfinite(mended).all()
    assert np.all(np.diff(mended) >= 0)


# --- cross-fitting ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", CALIBRATORS)
def test_every_score_comes_from_a_curve_that_never_saw_the_case(method):
    y, s = cases(600)
    mended = recalibrate(y, s, method, cv=4)
    for fold in range(4):
        other = CALIBRATORS[method]().fit(s[mended.folds != fold], y[mended.folds != fold])
        assert mended.scores[mended.folds == fold] == pytest.approx(other.predict(s[mended.folds == fold]), abs=1e-12)
    # Turning one outcome round leaves that case's own score as it was.
    turned = y.copy()
    turned[7] = ~turned[7]
    again = recalibrate(turned, s, method, cv=mended.folds)
    assert again.scores[7] == mended.scores[7]
    assert (again.scores != mended.scores).any()


def test_folds_share_both_classes():
    y, s = cases(503)
    mended = recalibrate(y, s, cv=5)
    for of_class in (y, ~y):
        sizes = np.bincount(mended.folds[of_class])
        assert sizes.max() - sizes.min() <= 1
    assert (recalibrate(y, s, cv=5).scores == mended.scores).all()
    assert (recalibrate(y, s, cv=5, seed=1).folds != mended.folds).any()


@pytest.mark.parametrize("method", CALIBRATORS)
def test_a_mended_model_is_better(method):
    y, s = cases(5_000)
    mended = recalibrate(y, s, method)
    both = Comparison(y, {"old": s, "mended": mended.scores})
    gain = both.differences((0.05, 0.5), reference="old").loc["mended"]
    assert gain["high"] < 0
    parts = decompose(Forecast(y, mended.scores)), decompose(Forecast(y, s))
    assert parts[0].miscalibration < parts[1].miscalibration / 5


def test_the_curve_for_new_cases_is_fitted_to_all():
    y, s = cases()
    model = recalibrate(y, s).model
    assert model.method == "logistic"
    assert repr(model) == "FittedRecalibration(logistic)"
    assert model.predict([0.2, 0.7]) == pytest.approx(LogisticCalibrator().fit(s, y).predict([0.2, 0.7]))


def test_it_refuses_the_cases_it_was_fitted_to():
    y, s = cases()
    with pytest.raises(ValueError, match=r"cases the curve was fitted to.*cross-fitted"):
        recalibrate(y, s).model.predict(s)
    with pytest.raises(ValueError, match="cases the curve was fitted to"):
        recalibrate(y, s).model.predict(np.sort(s))  # in another order


def test_weightless_cases_are_mended_but_not_fitted_to():
    y, s = cases(400)
    w = np.ones(400)
    w[:50] = 0
    turned = y.copy()
    turned[:50] = ~turned[:50]
    folds = np.arange(400) % 4
    assert recalibrate(y, s, cv=folds, sample_weight=w).scores == pytest.approx(
        recalibrate(turned, s, cv=folds, sample_weight=w).scores
    )


def test_labels_may_be_words_and_folds_names():
    y, s = cases(300)
    words = np.where(y, "ill", "well")
    sites = np.array(["north", "south", "west"])[np.arange(300) % 3]
    assert recalibrate(words, s, cv=sites, pos_label="ill").scores == pytest.approx(recalibrate(y, s, cv=sites).scores)


Y, S = [0, 1, 0, 1, 0, 1], [0.1, 0.6, 0.4, 0.3, 0.5, 0.8]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"method": "platt"}, ValueError, "'logistic', 'isotonic', 'beta', not 'platt'"),
        ({"cv": 1}, ValueError, "cases it has not seen: use at least 2 folds"),
        ({"cv": 4}, ValueError, "With 4 folds some fold would have one class only: there are 3 positive.*Use cv=3"),
        ({"cv": 2.5}, TypeError, "whole number of folds"),
        ({"cv": True}, TypeError, "whole number of folds"),
        ({"cv": [0, 0, 1, 1]}, ValueError, r"shape \(4,\), but there are 6 cases"),
        ({"cv": [0] * 6}, ValueError, "all cases into one fold"),
        ({"cv": [0, 0, 0, 0, 1, 0]}, ValueError, "Fold 1 has negative cases only"),
        ({"cv": [0, 0, 1, 1, None, 1]}, ValueError, "cv is missing at row 4"),
        ({"cv": 2, "sample_weight": [1, 1, 1, 1]}, ValueError, "sample_weight has length 4"),
        ({"y_true": [0, 1, 0, 0, 0, 0], "cv": 2}, ValueError, "there is 1 positive case. More of them"),
        ({"y_true": [0] * 6}, ValueError, "there are 0 positive"),
        ({"y_prob": [0.1, 1.6, 0.4, 0.3, 0.5, 0.8]}, ValueError, r"outside \[0, 1\]"),
        ({"y_true": [0, 1, 2, 1, 0, 1]}, ValueError, "one_vs_rest"),
        ({"y_prob": [0.1, 0.6, 0.2, 0.7, 0.3, 0.8], "cv": 2}, ValueError, "a steeper one always fits better.*isotonic"),
    ],
)
def test_what_is_wrong_is_explained(options, error, message):
    asked = {"y_true": Y, "y_prob": S, "cv": 3} | options
    with pytest.raises(error, match=message):
        recalibrate(asked.pop("y_true"), asked.pop("y_prob"), **asked)


def test_a_curve_must_be_fitted_first_and_to_both_classes():
    with pytest.raises(ValueError, match=r"has not been fitted. Call fit"):
        LogisticCalibrator().predict([0.2])
    with pytest.raises(ValueError, match="every case is negative"):
        IsotonicCalibrator().fit([0.2, 0.3], [0, 0])


# --- several classes --------------------------------------------------------------------------

LABELS = ["a", "b", "c", "a"]
PROBA = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.3, 0.5], [0.4, 0.5, 0.1]])


def test_one_comparison_a_class():
    found = bw.one_vs_rest(LABELS, {"one": PROBA, "two": PROBA[:, ::-1]}, ["a", "b", "c"])
    assert list(found) == ["a", "b", "c"]
    for column, name in enumerate("abc"):
        alone = Comparison([label == name for label in LABELS], {"one": PROBA[:, column], "two": PROBA[:, 2 - column]})
        assert found[name].scores((0.1, 0.6)).equals(alone.scores((0.1, 0.6)))


def test_columns_of_a_frame_are_classes_and_may_be_numbers():
    import pandas as pd

    frame = pd.DataFrame(PROBA[:, [2, 0, 1]], columns=[3, 1, 2])
    found = bw.one_vs_rest([1, 2, 3, 1], frame)
    assert found[1]["model"].brier_score() == Forecast([1, 0, 0, 1], PROBA[:, 0]).brier_score()
    ordered = bw.one_vs_rest([1, 2, 3, 1], frame, [1, 2, 3])
    assert ordered[2]["model"].brier_score() == found[2]["model"].brier_score()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((LABELS, PROBA), TypeError, "classes is missing.*model.classes_"),
        ((LABELS, PROBA, ["a", "b"]), ValueError, "y_true holds 'c'|column for each of the 2"),
        (
            (["a", "b", "d", "a"], PROBA, ["a", "b", "c"]),
            ValueError,
            "y_true holds 'd', which is not among the classes",
        ),
        ((LABELS, PROBA, ["a", "b", "b"]), ValueError, "'b' is named twice"),
        ((LABELS, PROBA, "abc"), TypeError, "classes must be a list"),
        ((LABELS, PROBA[:, :1], ["a"]), ValueError, "at least two classes"),
        ((LABELS, PROBA[:, :2], ["a", "b", "c"]), ValueError, r"shape \(4, 2\).*each of the 3 classes"),
        ((LABELS, PROBA[:3], ["a", "b", "c"]), ValueError, "y_true has 4 cases but model 'model' has 3"),
        ((LABELS, PROBA * 0.9, ["a", "b", "c"]), ValueError, "add up to 0.9 at row 0 .4 rows"),
        ((LABELS, PROBA * math.nan, ["a", "b", "c"]), ValueError, "add up to nan"),
        ((LABELS, PROBA.astype(str), ["a", "b", "c"]), TypeError, "probabilities are numbers"),
        ((LABELS, {}, ["a", "b", "c"]), ValueError, "There are no models"),
    ],
)
def test_bad_tables_are_explained(arguments, error, message):
    with pytest.raises(error, match=message):
        bw.one_vs_rest(*arguments)


def test_the_error_for_many_labels_says_so():
    with pytest.raises(ValueError, match=r"brierwidgets\.one_vs_rest\(y_true, proba, classes\)"):
        Forecast(LABELS, PROBA[:, 0])
