"""Opinions about costs in the Explorer and the cost chart."""

import numpy as np
import pytest
import traitlets

from brierwidgets import Comparison, CostChart, Explorer, costs
from brierwidgets.core.curves import CURVES
from brierwidgets.core.differences import paired_difference
from brierwidgets.core.mixtures import as_weights
from brierwidgets.core.opinions import check_opinion, written_parts
from brierwidgets.core.scoring_rules import regret_rule
from brierwidgets.views._density import density_points

RNG = np.random.default_rng(4)
Y = RNG.random(500) < 0.15
S = 1 / (1 + np.exp(-RNG.normal(Y * 1.3 - 2, 1.0)))
BOTH = Comparison(Y, {"plain": S, "bold": np.sqrt(S)})
ASKED = [("1%", "3%"), ("2%", "10%"), ("20%", "60%")]


@pytest.fixture
def explorer():
    shown = Explorer(BOTH, costs=ASKED)
    yield shown
    shown.close()


def test_everything_is_scored_under_the_distribution(explorer):
    mixed = costs.from_intervals(ASKED)
    assert explorer.interval == (0.01, 0.6)
    assert explorer.state.spacing == "opinion"
    move = explorer.state.move
    for name in BOTH:
        wanted = BOTH[name].expected_regret(mixed)
        assert explorer.scores().loc[name, "mean_regret"] == pytest.approx(wanted, rel=1e-12)
        assert explorer.scores().loc[name, "rank"] == move.ranks[name]
        error = BOTH[name].expected_regret_standard_error(mixed)
        assert move.summaries[name].mean_regret.standard_error == pytest.approx(error, rel=1e-9)
    rate = BOTH.prevalence
    assert move.rules["treat all"] == pytest.approx((1 - rate) * mixed.mean)
    assert move.rules["treat none"] == pytest.approx(rate * (1 - mixed.mean))
    assert explorer.verdict.text.startswith("Under these opinions about costs, ")
    assert explorer._opinion_note.text.startswith(("Of 3 opinions", "All 3 opinions"))
    explorer.prevalence = "2%"
    there = BOTH.at_prevalence("2%")
    assert explorer.state.move.regret("plain") == pytest.approx(there["plain"].expected_regret(mixed))
    explorer.add_model("half", S / 2)
    assert "half" in explorer.state.move.ranks


def test_an_interval_cuts_the_distribution(explorer):
    explorer.interval = ("5%", "30%")
    cut = costs.from_intervals(ASKED).truncated(0.05, 0.3)
    assert explorer.state.move.regret("plain") == pytest.approx(BOTH["plain"].expected_regret(cut), rel=1e-12)
    share = (0.05 / 0.08 + 0.25) / 3
    assert f"Under these opinions about costs from 5% to 30% ({100 * share:.3g}% of their weight)" in (
        explorer.verdict.text
    )
    explorer.state.spacing = "cost"
    assert explorer.state.move.regret("plain") == pytest.approx(BOTH["plain"].mean_regret((0.05, 0.3)))
    assert explorer.verdict.text.startswith("For costs from 5% to 30%, ")


def test_where_nobody_has_an_opinion_there_is_nothing_to_average(explorer):
    explorer.interval = (0.7, 0.9)
    assert explorer.verdict.text == (
        "These opinions put no weight on costs from 70% to 90%, so there is nothing to average over. "
        "Widen the interval."
    )
    assert explorer.scores()["mean_regret"].isna().all()
    assert explorer.state.move.best is None
    rows = explorer.table._body.value.split("<tbody>")[1].split("<tr")
    no_rank = '<span title="these opinions put no weight on the interval">–</span>'
    assert [no_rank in row for row in rows[1:]] == [True, True, False, False]
    assert "bw-best" not in explorer.table._body.value
    assert "▲" not in explorer.table._body.value.split("<tbody>")[1]
    for name in explorer.charts:
        assert explorer.charts[name].notice.value == ""
    explorer.interval = (0.01, 0.6)
    assert explorer.state.move.best is not None


def test_thick_lines_are_weighed_averages(explorer):
    """Of regret as the density weighs it; of net benefit with 1 - c besides, so that the order is the verdict's."""
    at = np.linspace(0.01, 0.6, 400_001)
    weights = costs.from_intervals(ASKED).density(at)
    for chart, scale in (("regret", np.ones_like(at)), ("log-odds", np.ones_like(at)), ("decision", 1 - at)):
        view = explorer.charts[chart]
        for number, name in enumerate(BOTH):
            heights = view.curve.heights(BOTH[name], at)
            wanted = np.average(heights, weights=weights * scale)
            assert view._means.y[number, 0] == pytest.approx(wanted, rel=1e-4, abs=1e-5)


def test_guarded_bounds_are_those_of_the_distribution(explorer):
    """The largest loss of a negative is the mean cost, that of a positive one less: MATHS.md, M0 and M1."""
    mixed = costs.from_intervals(ASKED)
    rule = regret_rule(mixed)
    assert rule.largest_losses(explorer.interval) == pytest.approx((mixed.mean, 1 - mixed.mean))
    found = explorer.state.lead
    best, rival = explorer.state.move.best, explorer.state.move.rival
    losses = [rule.pointwise(BOTH.rows.labels, BOTH.rows.scores[name], explorer.interval) for name in (rival, best)]
    wanted = paired_difference(*losses, BOTH.rows.labels, (mixed.mean, 1 - mixed.mean))
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))


def test_every_spacing_has_its_place_on_the_switch(explorer):
    assert [key for _, key in explorer._spacing.options] == ["opinion", "cost", "log-odds"]
    plain = Explorer(BOTH)
    assert [key for _, key in plain._spacing.options] == ["cost", "log-odds"]
    with pytest.raises(traitlets.TraitError, match="no opinion about costs"):
        plain.state.spacing = "opinion"
    with pytest.raises(traitlets.TraitError, match="given once"):
        plain.state.costs = ASKED
    plain.close()


@pytest.mark.parametrize("given", [costs.Beta(2, 20), costs.Point(0.2), costs.Shifted(0.1), costs.Uniform(0.1, 0.4)])
def test_one_distribution_is_an_opinion_too(given):
    explorer = Explorer(BOTH, costs=given)
    wanted = BOTH["plain"].expected_regret(given)
    assert explorer.state.move.regret("plain") == pytest.approx(wanted, rel=1e-6)
    assert explorer._opinion_note.text == ""
    assert explorer.verdict.text.startswith("Under these opinions about costs, ")
    explorer.close()


def test_the_map_of_intervals_is_weighed_too():
    mixed = costs.Mixture([(0.5, costs.Uniform(0.02, 0.1)), (0.5, costs.Beta(8, 8).truncated(0.3, 0.6))])
    grid = [0.02, 0.1, 0.2, 0.3, 0.5]
    found = BOTH.best_over_intervals(grid, spacing=mixed, standard_errors=True)
    assert found.best[1, 2] == -1  # nobody's costs
    assert len(found.to_frame()) == 7
    for low, high in ((0, 1), (0, 4), (3, 4)):
        cut = mixed.truncated(grid[low], grid[high])
        for number, name in enumerate(BOTH):
            assert found.scores[number, low, high] == pytest.approx(BOTH[name].expected_regret(cut), rel=1e-9)
    gaps = BOTH.differences((0.02, 0.5), rule=regret_rule(mixed))
    assert found.standard_error[0, 4] == pytest.approx(gaps["standard_error"].max(), rel=1e-9)
    assert found.high[0, 4] - found.low[0, 4] == pytest.approx((gaps["high"] - gaps["low"]).max(), rel=1e-9)


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


@pytest.mark.parametrize("axis", ["probability", "log-odds"])
def test_a_point_of_opinion_stands_in_its_row(axis):
    chart = CostChart(BOTH, costs=costs.Mixture([(0.5, costs.Uniform(0.05, 0.2)), (0.5, costs.Point(0.3))]), axis=axis)
    mark = chart._shapes["opinion"]
    base = mark.y.min()
    at = np.asarray(chart._x.places(np.array([0.02, 0.1, 0.25, 0.3, 0.4])))
    heights = np.interp(at, mark.x, mark.y) - base
    assert (heights > 0).tolist() == [False, True, False, True, False]
    assert heights.max() == pytest.approx(0.8)
    sent = chart.page_spec()["opinion"][axis]
    assert sent[0] == mark.x[1:-1].tolist()
    chart.close()


def test_written_parts_give_back_the_mass():
    parts = written_parts(check_opinion(ASKED))
    assert sum(weight for weight, *_ in parts) == pytest.approx(1)
    assert [low for _, _, low, _ in parts] == [0.01, 0.02, 0.2]
    nested = costs.Mixture([(0.5, check_opinion(ASKED)), (0.5, costs.Point(0.3))]).truncated(0.05, 0.5)
    flat = as_weights(nested)
    assert (flat.low, flat.high) == (0, 1)
    assert flat.mean == pytest.approx(nested.mean)
    assert flat._mass(0.05, 0.2) == pytest.approx(nested.share(0.05, 0.2))


def test_settings_rebuild_it_and_code_names_it(explorer):
    assert f"costs={ASKED!r}," in explorer.to_code()
    twin = Explorer(BOTH, **explorer.settings())
    assert twin._opinion_note.text == explorer._opinion_note.text
    assert twin.verdict.text == explorer.verdict.text
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
    explorer.charts["decision"].axis = "logarithmic"
    for name in ("regret", "log-odds", "decision"):
        chart = explorer.charts[name]
        (mark,) = chart._density
        assert mark in chart._figure.marks
        area = np.sum(np.diff(mark.x) * (mark.y[1:] + mark.y[:-1]) / 2)
        assert area == pytest.approx(1, rel=0.01)
    plain = Explorer(BOTH)
    assert plain.charts["regret"]._density == []
    plain.close()


def test_a_point_does_not_dwarf_the_density_of_the_rest():
    hill = costs.Beta(6, 40)
    given = costs.Mixture([(0.8, hill), (0.2, costs.Point(0.05))])
    at, heights = density_points(check_opinion(given), CURVES["regret"])
    peak = 0.8 * hill.density(at).max()
    assert heights.max() == pytest.approx(2 * peak, rel=0.01)
    assert at[heights.argmax()] == pytest.approx(0.05, abs=0.003)


def test_a_share_too_small_to_speak_of_is_none_and_one_that_is_nearly_all_has_few_digits():
    explorer = Explorer(BOTH, costs=costs.Beta(6, 40))
    explorer.interval = (0.95, 0.99)
    assert explorer.verdict.text.startswith("These opinions put no weight on costs from 95% to 99%")
    explorer.interval = (0.5, 0.6)
    assert "(under 0.1% of their weight)" in explorer.verdict.text
    explorer.interval = (0.0, 0.5)
    assert "(over 99.9% of their weight)" in explorer.verdict.text
    explorer.close()
