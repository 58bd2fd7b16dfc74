"""Opinions about costs in the Explorer and the cost chart."""

import numpy as np
import pytest

from brierwidgets import Comparison, CostChart, Explorer, costs
from brierwidgets.core.opinions import check_opinion, even_pieces

RNG = np.random.default_rng(4)
Y = RNG.random(500) < 0.15
S = 1 / (1 + np.exp(-RNG.normal(Y * 1.3 - 2, 1.0)))
BOTH = Comparison(Y, {"plain": S, "bold": np.sqrt(S)})
ASKED = [("1%", "3%"), ("2%", "10%"), ("20%", "60%")]


@pytest.fixture
def explorer():
    shown = Explorer(BOTH, interval=("5%", "20%"), costs=ASKED)
    yield shown
    shown.close()


def test_the_line_below_the_verdict_scores_under_the_distribution(explorer):
    mixed = costs.from_intervals(ASKED)
    for name in BOTH:
        assert explorer._said.regrets[name] == pytest.approx(BOTH[name].expected_regret(mixed))
    rate = BOTH.prevalence
    assert explorer._said.regrets["treat all"] == pytest.approx((1 - rate) * mixed.mean)
    assert "Under all of the costs given (mean 16%)" in explorer._said.text
    assert "Of 3 opinions" in explorer._said.text or "All 3 opinions" in explorer._said.text
    explorer.prevalence = "2%"
    there = BOTH.at_prevalence("2%")
    assert explorer._said.regrets["plain"] == pytest.approx(there["plain"].expected_regret(mixed))
    explorer.add_model("half", S / 2)
    assert "half" in explorer._said.regrets


def test_the_cost_chart_has_a_row_for_it(explorer):
    chart = explorer.charts["costs"]
    assert chart._scores["opinion"]["plain"] == pytest.approx(
        BOTH["plain"].expected_regret(costs.from_intervals(ASKED))
    )
    assert [metric["key"] for metric in chart.page_spec()["metrics"]].index("opinion") == 6
    assert "opinion" in chart._table.value
    plain = CostChart(BOTH)
    assert "opinion" not in plain._scores
    plain.close()


@pytest.mark.parametrize(
    "given",
    [
        costs.Beta(2, 20),
        costs.Histogram(["1:99", "1:19", "1:9"], [0.25, 0.75], spacing="log-odds"),
        costs.Mixture([(0.5, costs.Uniform(0.1, 0.2)), (0.5, costs.Point(0.3))]),
    ],
)
def test_any_distribution_is_an_opinion(given):
    chart = CostChart(BOTH, costs=given, interval=(0.5, 0.9))
    assert chart._scores["opinion"]["plain"] == pytest.approx(BOTH["plain"].expected_regret(given))
    chart.close()


def test_pieces_give_back_the_mass():
    pieces = even_pieces(check_opinion(ASKED))
    assert sum(weight for weight, *_ in pieces) == pytest.approx(1)
    assert [low for _, _, low, _ in pieces] == [0.01, 0.02, 0.2]


def test_settings_rebuild_it_and_code_names_it(explorer):
    assert "costs=costs,  # put the distribution of costs here" in explorer.to_code()
    twin = Explorer(BOTH, **explorer.settings())
    assert twin._said.text == explorer._said.text
    twin.close()


@pytest.mark.parametrize(
    ("bad", "advice"),
    [
        ("cheap", "must be a distribution"),
        (0.2, "must be a distribution"),
        ([], "There are no opinions"),
        ([(0.3, 0.1)], "Opinion number 0"),
        ([("1%", "3%"), ("2%", "never")], "Opinion number 1"),
    ],
)
def test_what_is_no_opinion_is_refused(bad, advice):
    with pytest.raises((TypeError, ValueError), match=advice):
        Explorer(BOTH, costs=bad)


def test_the_density_lies_under_the_curves(explorer):
    for name in ("regret", "log-odds"):
        chart = explorer.charts[name]
        (mark,) = chart._density
        assert mark in chart._figure.marks
        area = np.sum(np.diff(mark.x) * (mark.y[1:] + mark.y[:-1]) / 2)
        assert area == pytest.approx(1, rel=0.01)
    plain = Explorer(BOTH)
    assert plain.charts["regret"]._density == []
    plain.close()
