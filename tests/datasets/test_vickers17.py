"""The simulated tests and models rebuild the published table."""

import contextlib

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, logit
from scipy.stats import norm

from brierwidgets import metrics
from brierwidgets.datasets import load_vickers17

# AUC, Brier, net benefit at 5, 10 and 20%, normalised Brier on [5%, 20%].
PUBLISHED = {
    "Highly sensitive": (0.73, 0.41, 0.17, 0.15, 0.09, 0.12),
    "Underestimating": (0.75, 0.15, 0.16, 0.12, 0.06, 0.16),
    "Well calibrated": (0.75, 0.17, 0.16, 0.12, 0.05, 0.17),
    "Overestimating": (0.75, 0.20, 0.16, 0.11, 0.03, 0.18),
    "All positive": (0.50, 0.80, 0.16, 0.11, 0.00, 0.20),
    "Highly specific": (0.73, 0.14, 0.10, 0.10, 0.09, 0.18),
    "Severely underestimating": (0.75, 0.18, 0.09, 0.04, 0.01, 0.29),
    "All negative": (0.50, 0.20, 0.00, 0.00, 0.00, 0.35),
}
#: Cells (model, column) whose population value is exactly half way between two roundings.
EDGES = {("Highly sensitive", 0), ("Highly specific", 0), ("Highly specific", 5)}
#: Not on an edge, but 2.5 standard errors from one at a million cases.
NEAR = {("Highly specific", 3)}

SHIFTS = {
    "Underestimating": -0.285,
    "Well calibrated": 0.0,
    "Overestimating": 0.361,
    "Severely underestimating": -3.04,
}
TESTS = {
    "Highly sensitive": (0.95, 0.5),
    "Highly specific": (0.5, 0.95),
    "All positive": (1, 0),
    "All negative": (0, 1),
}


def sampled(models):
    table = models.scores((0.05, 0.2))
    return {
        name: (
            table.loc[name, "auc"],
            table.loc[name, "brier_full"],
            *forecast.net_benefit([0.05, 0.1, 0.2]),
            table.loc[name, "brier"] / 0.15,
        )
        for name, forecast in models.items()
    }


def population(name):
    """Return the six columns for infinitely many cases, from the two error rates at each threshold."""
    if name in TESTS:
        sensitivity, specificity = TESTS[name]
        auc = (sensitivity + specificity) / 2

        def regret(c):
            return 0.8 * c * (1 - specificity) + 0.2 * (1 - c) * (1 - sensitivity)
    else:
        calibrated = name == "Truly calibrated"
        slope = 0.95 if calibrated else 1.0
        start = logit(0.2) - 0.95**2 / 2 if calibrated else -0.9 + SHIFTS[name]
        auc = norm.cdf(0.95 / np.sqrt(2))

        def regret(c):
            marker = (logit(c) - start) / slope
            return 0.8 * c * norm.sf(marker) + 0.2 * (1 - c) * norm.cdf(marker - 0.95)

    def brier(low, high):
        return 2 * quad(regret, low, high, epsabs=1e-11, limit=200)[0]

    return (auc, brier(0, 1), *(0.2 - regret(c) / (1 - c) for c in (0.05, 0.1, 0.2)), brier(0.05, 0.2) / 0.15)


@pytest.fixture(scope="module")
def million():
    return load_vickers17(calibrated=True)


def test_the_whole_published_table(million):
    found = sampled(million)
    assert list(found) == [*PUBLISHED, "Truly calibrated"]
    assert {name: np.round(found[name], 2).tolist() for name in PUBLISHED} == {
        name: list(row) for name, row in PUBLISHED.items()
    }


def test_public_metrics_give_the_same(million):
    y, scores = million.rows.labels, million.rows.scores
    for name in ("Highly sensitive", "Overestimating"):
        is_test = name == "Highly sensitive"  # its scores are decisions, 0 or 1, and are meant so
        with pytest.warns(UserWarning, match="exactly 0 or 1") if is_test else contextlib.nullcontext():
            got = (
                metrics.brier_score(y, scores[name]),
                metrics.net_benefit(y, scores[name], 0.1),
                metrics.brier_score(y, scores[name], interval=(0.05, 0.2), normalize=True),
            )
        assert np.round(got, 2).tolist() == [PUBLISHED[name][column] for column in (1, 3, 5)]


@pytest.mark.parametrize("name", PUBLISHED)
def test_population_rounds_to_the_published_table_but_on_three_edges(name):
    for column, (exact, published) in enumerate(zip(population(name), PUBLISHED[name], strict=True)):
        if (name, column) in EDGES:
            assert abs(exact - published) == pytest.approx(0.005, abs=1e-12)
        else:
            assert abs(exact - published) < 0.005 - 4e-4


@pytest.mark.parametrize("seed", [1, 2])
def test_cells_off_the_edges_do_not_hang_on_the_seed(seed):
    for name, row in sampled(load_vickers17(seed=seed)).items():
        for column, (value, published) in enumerate(zip(row, PUBLISHED[name], strict=True)):
            if (name, column) not in EDGES | NEAR:
                assert abs(value - published) < 0.005, (name, column)


def test_draws_stay_near_the_population(million):
    for name, row in sampled(million).items():
        # The largest standard error in the table is 0.0006, that of an AUC.
        np.testing.assert_allclose(row, population(name), atol=0.0025)


def test_the_docstring_prints_the_population():
    printed = {}
    for line in load_vickers17.__doc__.splitlines():
        name, cells = line.strip()[:25].strip(), line.strip()[25:].split()
        if name in {*PUBLISHED, "Truly calibrated"} and len(cells) == 6:
            printed[name] = [float(cell) for cell in cells]
    assert list(printed) == [*PUBLISHED, "Truly calibrated"]
    for name, cells in printed.items():
        np.testing.assert_allclose(cells, population(name), atol=0.5001e-4)


def test_only_the_added_model_is_calibrated(million):
    means = {name: scores.mean() for name, scores in million.rows.scores.items()}
    assert means["Well calibrated"] == pytest.approx(0.359, abs=0.002)
    assert means["Truly calibrated"] == pytest.approx(0.2, abs=0.001)
    # At every score the observed rate agrees with it: compare in tenths of the cases.
    y, scores = million.rows.labels, million.rows.scores
    order = np.argsort(scores["Truly calibrated"]).reshape(10, -1)
    np.testing.assert_allclose(y[order].mean(axis=1), scores["Truly calibrated"][order].mean(axis=1), atol=0.005)


def test_scores_follow_from_one_marker():
    rows = load_vickers17(n=1_000, calibrated=True).rows
    marker = logit(rows.scores["Well calibrated"]) + 0.9
    for name, shift in SHIFTS.items():
        np.testing.assert_allclose(rows.scores[name], expit(marker - 0.9 + shift), rtol=1e-9)


def test_prevalence_is_exact_and_the_seed_decides():
    first, same, other = (load_vickers17(n=1_003, seed=seed).rows for seed in (3, 3, 4))
    assert first.labels.sum() == 201
    assert np.array_equal(first.labels, same.labels)
    assert not np.array_equal(first.labels, other.labels)


@pytest.mark.parametrize("n", [0, 4, -1, 2.5, True, "many"])
def test_a_senseless_size_is_refused(n):
    with pytest.raises(ValueError, match="whole number of at least 5"):
        load_vickers17(n=n)
