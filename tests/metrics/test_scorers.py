"""Scorers for scikit-learn ask for probabilities; decisions in their place are warned about."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_score

from brierwidgets import metrics
from brierwidgets.metrics import scorers

RNG = np.random.default_rng(2)
X = RNG.normal(size=(200, 2))
Y = (RNG.random(200) < 1 / (1 + np.exp(-X[:, 0]))).astype(int)
WORDS = np.where(Y == 1, "ill", "well")
W = RNG.exponential(size=200)
INTERVAL = ("10%", "1:1")
SCORERS = {
    "bounded_brier_scorer": (metrics.brier_score, -1),
    "bounded_log_loss_scorer": (metrics.log_loss, -1),
    "mean_regret_scorer": (metrics.mean_regret, -1),
    "net_benefit_scorer": (metrics.mean_net_benefit, 1),
}


@pytest.mark.parametrize("name", SCORERS)
def test_a_scorer_is_its_metric_of_the_probabilities(name):
    metric, sign = SCORERS[name]
    model = LogisticRegression().fit(X, WORDS)
    scorer = pickle.loads(pickle.dumps(getattr(scorers, name)(INTERVAL, pos_label="ill")))
    expected = metric(Y, model.predict_proba(X)[:, 0], interval=INTERVAL, sample_weight=W)
    assert scorer(model, X, WORDS, sample_weight=W) == pytest.approx(sign * expected)


@pytest.mark.parametrize("name", SCORERS)
def test_cross_validation_takes_it(name):
    found = cross_val_score(LogisticRegression(), X, Y, scoring=getattr(scorers, name)(INTERVAL), error_score="raise")
    assert np.isfinite(found).all()


def test_a_bad_interval_is_refused_before_the_search():
    with pytest.raises(ValueError, match="reversed"):
        scorers.bounded_brier_scorer((0.4, 0.2))


@pytest.mark.parametrize("metric", [metrics.brier_score, metrics.mean_regret])
def test_a_scorer_of_decisions_warns(metric):
    with pytest.warns(UserWarning, match="look like decisions, not probabilities"):
        make_scorer(metric)(LogisticRegression().fit(X, Y), X, Y)


def test_few_cases_and_scores_at_one_threshold_are_taken_as_they_are():
    metrics.brier_score([0, 1, 1], [0, 1, 0])
    metrics.net_benefit(Y, Y, 0.1)
    metrics.brier_score(Y, np.where(Y == 1, 1.0, 0.5))


def test_without_scikit_learn_the_error_says_how_to_get_it():
    code = (
        "import sys; sys.modules['sklearn'] = sys.modules['sklearn.metrics'] = None\n"
        "from brierwidgets.metrics import scorers\nscorers.mean_regret_scorer((0.1, 0.2))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install scikit-learn" in ended.stderr
