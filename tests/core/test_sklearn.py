"""Parity with scikit-learn, and life inside its scorers and cross-validation."""

import numpy as np
import pytest
import sklearn.metrics as theirs
from hypothesis import assume, given, settings
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate

from brierwidgets import Forecast, metrics
from brierwidgets.core.ranking import roc_auc
from tests.core.strategies import INNER_SCORES, cases

RNG = np.random.default_rng(7)
N = 5_000
Y = RNG.random(N) < 0.2
S = np.round(1 / (1 + np.exp(-(RNG.normal(size=N) + 1.2 * Y - 1.5))), 3)
W = RNG.exponential(size=N)


@pytest.mark.parametrize("weights", [None, W], ids=["equal", "weighted"])
class TestParity:
    def test_brier(self, weights):
        expected = theirs.brier_score_loss(Y, S, sample_weight=weights)
        assert metrics.brier_score(Y, S, sample_weight=weights) == pytest.approx(expected, rel=1e-12)

    def test_log_loss(self, weights):
        expected = theirs.log_loss(Y, S, sample_weight=weights)
        assert metrics.log_loss(Y, S, sample_weight=weights) == pytest.approx(expected, rel=1e-12)

    def test_auc(self, weights):
        expected = theirs.roc_auc_score(Y, S, sample_weight=weights)
        assert metrics.roc_auc(Y, S, sample_weight=weights) == pytest.approx(expected, rel=1e-12)

    def test_skill(self, weights):
        constant = np.full(N, np.average(Y, weights=weights))
        for ours, score in (
            (metrics.brier_skill_score, theirs.brier_score_loss),
            (metrics.log_loss_skill_score, theirs.log_loss),
        ):
            expected = 1 - score(Y, S, sample_weight=weights) / score(Y, constant, sample_weight=weights)
            assert ours(Y, S, sample_weight=weights) == pytest.approx(expected, rel=1e-11)

    @pytest.mark.parametrize("threshold", [0.1, 0.35, 0.5])
    def test_decisions(self, weights, threshold):
        decided = np.greater_equal(S, threshold)
        expected = theirs.accuracy_score(Y, decided, sample_weight=weights)
        assert metrics.accuracy(Y, S, threshold=threshold, sample_weight=weights) == pytest.approx(expected, rel=1e-12)
        tn, fp, fn, tp = theirs.confusion_matrix(Y, decided, sample_weight=weights).ravel()
        counts = Forecast(Y, S, sample_weight=weights).counts(threshold)
        assert counts == pytest.approx((tp, fp, fn, tn), rel=1e-12)


@settings(max_examples=80)
@given(sample=cases(scores=INNER_SCORES, both_classes=True))
def test_parity_for_any_cases(sample):
    y, s, w = sample
    weights = np.ones(len(y)) if w is None else np.array(w)
    assume(all(weights[np.array(y) == label].sum() > 0 for label in (0, 1)))
    forecast = sample.forecast
    assert forecast.brier_score() == pytest.approx(theirs.brier_score_loss(y, s, sample_weight=w), rel=1e-11)
    assert forecast.log_loss() == pytest.approx(theirs.log_loss(y, s, sample_weight=w), rel=1e-11)
    assert roc_auc(forecast) == pytest.approx(theirs.roc_auc_score(y, s, sample_weight=w), rel=1e-11, abs=1e-15)


def test_where_we_differ_on_purpose():
    """They clip a score of 0 to the smallest float; we say that the loss is infinite."""
    assert theirs.log_loss([0, 1], [0.2, 0.0]) < 20
    assert metrics.log_loss([0, 1], [0.2, 0.0]) == np.inf


X = np.column_stack((RNG.normal(size=400), RNG.normal(size=400)))
OUTCOME = (X[:, 0] + RNG.normal(size=400) > 0.5).astype(int)
MODEL = LogisticRegression()


def scorer(metric, **options):
    return make_scorer(metric, response_method="predict_proba", greater_is_better=False, **options)


class TestScorers:
    def test_the_ordinary_scores_are_theirs(self):
        ours = cross_val_score(MODEL, X, OUTCOME, scoring=scorer(metrics.brier_score), cv=5)
        assert ours == pytest.approx(cross_val_score(MODEL, X, OUTCOME, scoring="neg_brier_score", cv=5), rel=1e-11)
        ours = cross_val_score(MODEL, X, OUTCOME, scoring=scorer(metrics.log_loss), cv=5)
        assert ours == pytest.approx(cross_val_score(MODEL, X, OUTCOME, scoring="neg_log_loss", cv=5), rel=1e-11)

    @pytest.mark.parametrize(
        ("metric", "options"),
        [
            (metrics.brier_score, {"interval": (0.1, 0.3)}),
            (metrics.log_loss, {"interval": ("10%", "30%"), "normalize": True}),
            (metrics.mean_regret, {"interval": (0.1, 0.3), "spacing": "log-odds"}),
            (metrics.regret, {"cost": 0.2}),
            (metrics.shifted_brier_score, {"center": 0.1}),
        ],
    )
    def test_bounded_scores(self, metric, options):
        found = cross_val_score(MODEL, X, OUTCOME, scoring=scorer(metric, **options), cv=4)
        assert found.shape == (4,)
        assert (found < 0).all()
        fitted = MODEL.fit(X, OUTCOME)
        expected = -metric(OUTCOME, fitted.predict_proba(X)[:, 1], **options)
        assert scorer(metric, **options)(fitted, X, OUTCOME) == expected

    def test_gains_are_to_be_maximised(self):
        gain = make_scorer(metrics.net_benefit, response_method="predict_proba", threshold=0.2)
        fitted = MODEL.fit(X, OUTCOME)
        assert gain(fitted, X, OUTCOME) == metrics.net_benefit(OUTCOME, fitted.predict_proba(X)[:, 1], 0.2)

    @pytest.mark.parametrize("pos_label", ["ill", "well"])
    def test_text_labels(self, pos_label):
        """The scorer passes the column of `pos_label`, whichever class that is."""
        words = np.where(OUTCOME == 1, "ill", "well")
        found = cross_val_score(
            MODEL, X, words, scoring=scorer(metrics.brier_score, interval=(0.1, 0.3), pos_label=pos_label), cv=4
        )
        positive = (words == pos_label).astype(int)
        expected = cross_val_score(MODEL, X, positive, scoring=scorer(metrics.brier_score, interval=(0.1, 0.3)), cv=4)
        assert found == pytest.approx(expected, rel=1e-6)  # the solver stops at another last digit

    def test_text_labels_without_pos_label_say_so(self):
        words = np.where(OUTCOME == 1, "ill", "well")
        with pytest.raises(ValueError, match="pos_label"):
            scorer(metrics.brier_score)(MODEL.fit(X, words), X, words)

    def test_many_scores_at_once_and_in_a_search(self):
        scoring = {"bounded": scorer(metrics.brier_score, interval=(0.1, 0.3)), "whole": scorer(metrics.brier_score)}
        found = cross_validate(MODEL, X, OUTCOME, scoring=scoring, cv=3)
        assert (found["test_bounded"] > found["test_whole"]).all()  # a part is smaller than the whole, and negative
        search = GridSearchCV(MODEL, {"C": [0.01, 1.0]}, scoring=scoring, refit="bounded", cv=3).fit(X, OUTCOME)
        assert search.best_params_["C"] in {0.01, 1.0}
