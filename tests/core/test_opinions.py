"""Mixtures and histograms of costs: closed forms against integrals, the engine, and what is refused."""

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from brierwidgets import Comparison, Forecast, costs, metrics
from brierwidgets.costs import Beta, Histogram, LogOddsUniform, Mixture, NetBenefitUniform, Point, Shifted, Uniform
from brierwidgets.words.opinions import describe_opinions

HAND = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
COMMITTEE = Mixture([(0.5, Uniform(0.05, 0.2)), (0.3, Beta(2, 8)), (0.2, LogOddsUniform(0.1, 0.6))])
CHIPS = Histogram([0.01, 0.05, 0.2, 0.5], [0.25, 0.75 - 0.25, 0.25], "log-odds")
SMOOTH = {
    "committee": COMMITTEE,
    "truncated": COMMITTEE.truncated(0.08, 0.4),
    "nested": Mixture([(0.4, COMMITTEE), (0.6, Shifted(0.1))]),
    "net benefit": Mixture([(0.4, NetBenefitUniform(0.1, 0.4)), (0.6, Beta(2, 3, 0.2, 0.9))]),
    "chips": CHIPS,
    "chips in cost": Histogram([0, 0.1, 0.4, 1], [0.2, 0, 0.8]),
    "chips truncated": CHIPS.truncated(0.03, 0.3),
}
EDGES = [0.0, 0.01, 0.05, 0.08, 0.1, 0.2, 0.4, 0.5, 0.6, 0.9, 1.0]


def sample(n=400):
    rng = np.random.default_rng(0)
    y = rng.random(n) < 0.3
    return y, 1 / (1 + np.exp(-(rng.normal(size=n) + 1.5 * y - 1.5)))


def integral(f, low, high):
    breaks = [low, *(edge for edge in EDGES if low < edge < high), high]
    return math.fsum(quad(f, a, b, epsabs=1e-14, epsrel=1e-13)[0] for a, b in pairwise(breaks))


@pytest.mark.parametrize("name", SMOOTH)
def test_closed_forms_are_integrals_of_the_density(name):
    mixed = SMOOTH[name]
    low, high = mixed.interval
    weight = lambda c: float(mixed.density(c)) * mixed.mass  # noqa: E731
    assert integral(weight, low, high) == pytest.approx(mixed.mass, abs=1e-9)
    for u in (0.04, 0.15, 0.3, 0.7):
        inside = min(max(u, low), high)
        assert float(mixed.negative_loss(inside, low)) == pytest.approx(
            integral(lambda c: c * weight(c), low, inside), abs=1e-9
        )
        assert float(mixed.positive_loss(inside, high)) == pytest.approx(
            integral(lambda c: (1 - c) * weight(c), inside, high), abs=1e-9
        )
    mean = integral(lambda c: c * float(mixed.density(c)), low, high)
    assert mixed.mean == pytest.approx(mean, abs=1e-9)
    assert mixed.variance == pytest.approx(
        integral(lambda c: (c - mean) ** 2 * float(mixed.density(c)), low, high), abs=1e-9
    )


@pytest.mark.parametrize("name", SMOOTH)
def test_expected_regret_is_the_mean_loss(name):
    y, s = sample()
    mixed, (low, high) = SMOOTH[name], SMOOTH[name].interval
    clipped = np.clip(s, low, high)
    losses = np.where(y, mixed.positive_loss(clipped, high), mixed.negative_loss(clipped, low)) / mixed.mass
    forecast = Forecast(y, s)
    assert abs(forecast.expected_regret(mixed) - losses.mean()) <= 1e-12
    assert forecast.expected_regret_standard_error(mixed) == pytest.approx(losses.std() / math.sqrt(y.size), rel=1e-9)
    assert metrics.expected_regret(y, s, mixed) == forecast.expected_regret(mixed)


def test_expected_regret_is_the_weighted_sum_of_expected_regrets():
    y, s = sample()
    forecast = Forecast(y, s)
    parts = sum(weight * forecast.expected_regret(part) for weight, part in COMMITTEE.parts)
    assert abs(forecast.expected_regret(COMMITTEE) - parts) <= 1e-15
    one = Mixture([(1, Uniform(0.1, 0.3))])
    assert forecast.expected_regret(one) == pytest.approx(forecast.mean_regret((0.1, 0.3)), rel=1e-14)
    rare = forecast.at_prevalence("5%")
    assert rare.expected_regret(one) == pytest.approx(rare.mean_regret((0.1, 0.3)), rel=1e-12)


def test_points_are_opinions_too():
    y, s = sample()
    forecast = Forecast(y, s)
    sure = Mixture([(0.25, Point(0.1)), (0.75, Point(0.3))])
    expected = 0.25 * forecast.regret(0.1) + 0.75 * forecast.regret(0.3)
    assert forecast.expected_regret(sure) == pytest.approx(expected, rel=1e-14)
    losses = sum(w * np.where(y, (1 - c) * (s < c), c * (s >= c)) for w, c in ((0.25, 0.1), (0.75, 0.3)))
    assert forecast.expected_regret_standard_error(sure) == pytest.approx(losses.std() / math.sqrt(y.size), rel=1e-9)
    assert sure.mean == pytest.approx(0.25)
    assert sure.truncated(0.2, 0.4).mass == pytest.approx(0.75)
    assert forecast.expected_regret(sure.truncated(0.2, 0.4)) == pytest.approx(forecast.regret(0.3))


@given(masses=st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any))
@settings(max_examples=50)
def test_masses_of_adjacent_intervals_add_up(masses):
    chips = Histogram([0.1, 0.2, 0.4, 0.7], [m / sum(masses) for m in masses])
    parts = []
    for low, high in ((0, 0.15), (0.15, 0.3), (0.3, 1)):
        try:
            parts.append(chips.truncated(low, high).mass)
        except ValueError as error:
            assert "no weight" in str(error)  # noqa: PT017  an empty stretch says so
    assert math.fsum(parts) == pytest.approx(1.0)


def test_a_uniform_in_cells_is_uniform():
    cells = Histogram(np.linspace(0, 1, 6), np.full(5, 0.2))
    assert HAND.expected_regret(cells) == pytest.approx(HAND.brier_score() / 2, rel=1e-14)
    assert cells.density(np.linspace(0, 1, 11)) == pytest.approx(np.ones(11))


def test_intervals_of_a_class():
    class_ = costs.from_intervals([("1%", "3%"), (0.02, 0.1)], weights=[0.25, 0.75])
    assert class_ == Mixture([(0.25, Uniform(0.01, 0.03)), (0.75, Uniform(0.02, 0.1))])
    assert class_.mean == pytest.approx(0.25 * 0.02 + 0.75 * 0.06)
    assert costs.from_intervals([("1:9", "1:1")], spacing="log-odds").parts[0][1] == LogOddsUniform(0.1, 0.5)


def test_they_are_values():
    assert hash(CHIPS) == hash(Histogram((0.01, 0.05, 0.2, 0.5), (0.25, 0.5, 0.25), "log-odds"))
    assert pickle.loads(pickle.dumps(COMMITTEE)) == COMMITTEE
    assert repr(Mixture([(1, Point(0.2))])).startswith("Mixture(parts=((1.0, Point(cost=0.2")
    assert repr(CHIPS).startswith(
        "Histogram(edges=(0.01, 0.05, 0.2, 0.5), masses=(0.25, 0.5, 0.25), spacing='log-odds'"
    )
    assert eval(repr(CHIPS)) == CHIPS
    assert eval(repr(COMMITTEE)) == COMMITTEE


# --- the fitted Beta --------------------------------------------------------------------------


@pytest.mark.parametrize("mixed", [COMMITTEE, CHIPS, Mixture([(0.5, Point(0.1)), (0.5, Point(0.2))])])
def test_the_fitted_beta_has_the_same_moments(mixed):
    fitted = mixed.fit_beta()
    size = fitted.p + fitted.q
    assert fitted.p / size == pytest.approx(mixed.mean, rel=1e-12)
    assert fitted.p * fitted.q / size**2 / (size + 1) == pytest.approx(mixed.variance, rel=1e-9)


def test_the_beta_of_a_beta_is_itself():
    fitted = Mixture([(1, Beta(2, 8))]).fit_beta()
    assert (fitted.p, fitted.q) == pytest.approx((2, 8))


# --- who would choose what --------------------------------------------------------------------


def test_choices():
    both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    found = both.choices([(0.2, 0.4), (0.5, 0.7)])
    assert found["choice"].tolist() == ["shy", "keen"]
    for row in found.itertuples():
        regrets = both.scores((row.low, row.high))["mean_regret"]
        assert row.expected_regret == pytest.approx(regrets.min(), rel=1e-12)
        assert row.margin == pytest.approx(regrets.max() - regrets.min(), rel=1e-12)
    cells = both.choices(Histogram([0.2, 0.4, 0.5, 0.7], [0.5, 0, 0.5]))
    assert cells["choice"].tolist() == ["shy", "keen"]
    assert both.choices(Beta(2, 2))["weight"].tolist() == [1.0]
    alone = Comparison([0, 1], {"a": [0.2, 0.7]}).choices([(0.1, 0.2)])
    assert math.isnan(alone["margin"].item())


def test_choices_in_words():
    both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    assert describe_opinions(both.choices([(0.2, 0.4), (0.2, 0.3)])) == "Both opinions would choose shy."
    description = describe_opinions(both.choices(costs.from_intervals([(0.2, 0.4), (0.5, 0.7)], weights=[0.9, 0.1])))
    assert description == "Of 2 opinions, 90% would choose shy and 10% keen."


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Mixture([(1, Uniform()), (1, Beta(2, 8))]), ValueError, "weights add up to 2.*Divide each by 2"),
        (lambda: Mixture([(1.5, Uniform()), (-0.5, Beta(2, 8))]), ValueError, "weight number 1 .* is -0.5"),
        (lambda: Mixture([(0, Uniform())]), ValueError, "nobody holds an opinion"),
        (lambda: Mixture([]), ValueError, "nobody holds an opinion"),
        (lambda: Mixture([(math.nan, Uniform())]), TypeError, "weight number 0 .* finite number, not nan"),
        (lambda: Mixture([("half", Uniform())]), TypeError, "finite number, not 'half'"),
        (lambda: Mixture([(1, (0.1, 0.3))]), TypeError, "costs must be a distribution"),
        (lambda: Mixture([Uniform()]), TypeError, r"Part number 0 .* pair \(weight, distribution\)"),
        (lambda: Mixture(Uniform()), TypeError, r"a list of pairs \(weight, distribution\)"),
        (lambda: Mixture([(1, LogOddsUniform())]), ValueError, r"infinite mass.*inside \(0, 1\)"),
        (lambda: Histogram([0, 0.5, 1], [0.5, 0.6]), ValueError, "masses add up to 1.1"),
        (lambda: Histogram([0, 0.5, 1], [3, 7]), ValueError, "Divide each by 10 if these are counts"),
        (lambda: Histogram([0, 0.5, 1], [1.2, -0.2]), ValueError, "mass number 1 .* negative"),
        (lambda: Histogram([0, 0.5, 1], [1.0]), ValueError, "3 edges and 1 masses, but 1 cells have 2 edges"),
        (lambda: Histogram([0.5, 0.2, 1], [0.5, 0.5]), ValueError, "must increase, but 0.2 comes after 0.5"),
        (lambda: Histogram([0, 0.5, 2], [0.5, 0.5]), ValueError, "edge number 2 must lie between 0 and 1"),
        (lambda: Histogram([0, 1], [1], "log-odds"), ValueError, "infinitely wide in log-odds"),
        (lambda: Histogram([0, 1], [1], "odds"), ValueError, "spacing must be 'cost' or 'log-odds', not 'odds'"),
        (lambda: Histogram(0.5, [1]), TypeError, "at least two cost ratios"),
        (lambda: Histogram([0, 1], "1"), TypeError, "masses must be a list of numbers"),
        (lambda: costs.from_intervals([(0.1, 0.2), (0.4, 0.3)]), ValueError, "Opinion number 1 .* reversed"),
        (lambda: costs.from_intervals([(0.1, 0.1)]), ValueError, "Opinion number 0 .* empty"),
        (lambda: costs.from_intervals([0.1, 0.2]), TypeError, "Opinion number 0 .*pair"),
        (lambda: costs.from_intervals([]), ValueError, "There are no opinions"),
        (lambda: costs.from_intervals("1%"), TypeError, "a list of pairs"),
        (lambda: costs.from_intervals([(0.1, 0.2)], weights=[0.5, 0.5]), ValueError, "1 intervals but 2 weights"),
        (lambda: costs.from_intervals([(0, 0.2)], spacing="log-odds"), ValueError, "infinite mass"),
        (
            lambda: Histogram([0, 0.1, 0.2, 0.3], [0, 1, 0]).fit_beta(),
            ValueError,
            r"in one cell, from 0.1 to 0.2.*no variance",
        ),
        (
            lambda: Mixture([(1, Point(0.2))]).fit_beta(),
            ValueError,
            r"at the cost ratio 0.2.*no variance.*Point\(0.2\)",
        ),
        (lambda: Mixture([(0.5, Point(0)), (0.5, Point(1))]).fit_beta(), ValueError, "0 and 1 alone"),
        (lambda: COMMITTEE.truncated(0.4, 0.3), ValueError, "reversed"),
    ],
)
def test_bad_opinions_are_explained(make, error, message):
    with pytest.raises(error, match=message):
        make()
