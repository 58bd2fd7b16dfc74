import numpy as np
import pytest
import traitlets
from scipy.special import logit

import brierwidgets as bw
from brierwidgets.core.peaked_costs import Beta
from brierwidgets.state import ExplorerState
from tests.widgets.conftest import HOSTILE, live, make_comparison, say


@pytest.fixture
def chart(comparison, opened):
    return opened(bw.CostChart(comparison, interval=(0.05, 0.2)))


def outline(chart, key):
    """Return the places and the heights above its row of a shape, without the feet that close it."""
    mark = chart._shapes[key]
    return mark.x[1:-1], mark.y[1:-1] - mark.y[0]


def test_shapes_are_the_densities_scaled_to_their_row(chart):
    for key, density in (("beta", Beta(2, 8).density), ("brier", np.ones_like)):
        places, heights = outline(chart, key)
        expected = density(places)
        assert heights == pytest.approx(0.8 * expected / expected.max())
    assert np.unique(chart._shapes["accuracy"].x).tolist() == [0.5]
    chart.axis = "log-odds"
    places, heights = outline(chart, "log-loss")
    assert heights == pytest.approx(np.full(places.size, 0.8))
    places, heights = outline(chart, "brier")
    assert places[np.argmax(heights)] == pytest.approx(0, abs=0.05)  # one half


def test_every_row_has_its_own_height(chart):
    bases = [mark.y[0] for mark in chart._shapes.values()]
    assert np.diff(bases) == pytest.approx(np.full(len(bases) - 1, -1))


def test_aucs_costs_are_the_scores_of_the_model(chart, comparison):
    say(chart._controls["model"], index=1)
    assert chart.model == "bold"
    places, heights = outline(chart, "auc")
    scores = comparison.rows.scores["bold"]
    tall = places[np.argmax(heights)]
    counts, edges = np.histogram(scores, np.linspace(0, 1, 61))
    assert edges[np.argmax(counts)] <= tall <= edges[np.argmax(counts) + 1]
    assert "bold" in chart._names.value


def test_a_move_changes_the_interval_alone(chart, comparison, wire):
    before = {key: mark.x for key, mark in chart._shapes.items()}
    chart.interval = (0.1, 0.3)
    changed = [key for key, mark in chart._shapes.items() if mark.x is not before[key]]
    assert changed == ["bounded"]
    assert chart._shapes["bounded"].x[[0, -1]].tolist() == pytest.approx([0.1, 0.3])
    assert chart._band.x.tolist() == [0.1, 0.3]
    for name in comparison:
        assert chart._scores["bounded"][name] == pytest.approx(comparison[name].mean_regret((0.1, 0.3)))
    assert (chart._boxes["low"].value, chart._boxes["high"].value) == ("10%", "30%")


def test_a_move_sends_little(comparison, wire, opened):
    chart = opened(bw.CostChart(comparison, interval=(0.05, 0.2)))
    wire.clear()
    chart.interval = (0.1, 0.3)
    assert 0 < wire.nbytes < 8_000


def test_parameters_change_their_row_and_its_scores(chart, comparison):
    say(chart._controls["p"], value=5.0)
    assert chart._scores["beta"]["good"] == pytest.approx(comparison["good"].expected_regret(Beta(5, 8)))
    assert "Beta(5, 8)" in chart._names.value
    say(chart._boxes["center"], value="1:3")
    assert chart.center == 0.25
    assert chart._scores["shifted"]["good"] == pytest.approx(comparison["good"].shifted_brier_score(0.25))


def test_the_interval_can_be_typed(chart):
    say(chart._boxes["high"], value="1:1")
    assert chart.interval == (0.05, 0.5)
    say(chart._boxes["low"], value="60%")
    assert "The lower end 60% would not be on its side of the upper end 50%." in chart.notice.value
    assert chart.interval == (0.05, 0.5)
    assert chart._boxes["low"].value == "60%"
    say(chart._boxes["center"], value="100%")
    assert "strictly between 0 and 1, but it is 1.</div>" in chart.notice.value
    assert chart.center == 0.1


def test_stars_and_words_name_the_choices(chart, comparison):
    table = comparison.whole_range
    assert chart.choices["brier"] == [table["brier_full"].idxmin()]
    assert chart.choices["auc"] == ["good", "bold"]  # one is a stretched copy of the other: they rank alike
    assert chart._table.value.count("★") == sum(map(len, chart.choices.values()))
    assert f"mean regret chooses {chart.choices['bounded'][0]}" in chart._words.value


def test_hidden_models_are_not_chosen(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    chart = opened(bw.CostChart(state))
    state.shown = ["flat"]
    assert set(map(tuple, chart.choices.values())) == {("flat",)}
    assert "good" not in chart._table.value
    state.shown = []
    assert "no model is shown" in chart._words.value
    assert not chart.notice.value


def test_it_follows_the_spacing_and_the_cases_of_a_state(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    chart = opened(bw.CostChart(state))
    state.spacing = "log-odds"
    expected = comparison["good"].mean_regret((0.05, 0.2), spacing="log-odds")
    assert chart._scores["bounded"]["good"] == pytest.approx(expected, rel=1e-13)  # numpy 1.26 rounds once more
    other = make_comparison(seed=4)
    state.comparison = other
    assert chart._scores["brier"]["good"] == other["good"].brier_score()
    assert chart._scores["auc"]["good"] == other.whole_range.loc["good", "auc"]


def test_a_hidden_chart_rests(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    chart = opened(bw.CostChart(state))
    chart.active = False
    state.interval = (0.1, 0.3)
    assert chart._band.x.tolist() == [0.05, 0.2]
    chart.active = True
    assert chart._band.x.tolist() == [0.1, 0.3]


def test_a_density_without_a_top_is_cut_at_its_row(opened, comparison):
    chart = opened(bw.CostChart(comparison, p=0.5, q=0.5))
    _, heights = outline(chart, "beta")
    assert np.isfinite(heights).all()
    assert heights.max() == pytest.approx(0.8)


def test_scores_of_0_and_1_and_of_one_class(opened):
    sure = opened(bw.CostChart([0, 1, 1, 0], {"sure": [0.0, 1.0, 0.0, 1.0]}, axis="log-odds"))
    assert "∞" in sure._table.value
    assert sure._x.scale.min == pytest.approx(logit(0.001))
    one = opened(bw.CostChart([0, 0, 0], {"m": [0.1, 0.2, 0.3]}))
    assert one.choices["auc"] == []
    assert not one.notice.value


def test_a_hostile_name_stays_text(opened):
    chart = opened(bw.CostChart(make_comparison(rows=300, good=HOSTILE)))
    for part in (chart._names, chart._table, chart._words):
        assert "<img" not in part.value
    assert "&lt;img" in chart._table.value


def test_closing_leaves_nothing(comparison):
    before = live()
    chart = bw.CostChart(comparison)
    chart.close()
    chart.close()
    assert live() == before


@pytest.mark.parametrize(
    ("wrong", "error", "advice"),
    [
        ({"centre": 0.2}, TypeError, "Did you mean 'center'"),
        ({"axis": "odds"}, ValueError, "axis must be one of"),
        ({"p": 0}, ValueError, "positive finite numbers"),
        ({"center": 1}, ValueError, "strictly between 0 and 1"),
        ({"model": "nobody"}, ValueError, "no model 'nobody'. The models are 'good'"),
    ],
)
def test_a_bad_argument_is_refused_and_leaves_nothing(comparison, wrong, error, advice):
    before = live()
    with pytest.raises(error, match=advice):
        bw.CostChart(comparison, **wrong)
    assert live() == before


@pytest.mark.parametrize(
    ("trait", "value", "advice"),
    [("q", -1.0, "positive"), ("center", 0.0, "strictly between"), ("model", "nobody", "no model")],
)
def test_a_bad_value_is_refused(chart, trait, value, advice):
    with pytest.raises(traitlets.TraitError, match=advice):
        setattr(chart, trait, value)


def test_a_narrow_interval_is_shown_in_log_odds(comparison, opened):
    assert opened(bw.CostChart(comparison, interval=("1.66%", "3%"))).axis == "log-odds"
    assert opened(bw.CostChart(comparison, interval=("1.66%", "3%"), axis="probability")).axis == "probability"
    assert opened(bw.CostChart(comparison, interval=(0.05, 0.2))).axis == "probability"


@pytest.mark.parametrize("axis", ["probability", "log-odds"])
@pytest.mark.parametrize("interval", [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0, 1)])
def test_an_interval_at_the_rim_is_drawn(comparison, opened, interval, axis):
    chart = opened(bw.CostChart(comparison, interval=(0.05, 0.2), axis=axis))
    chart.interval = interval
    assert not chart.notice.value
    fresh = opened(bw.CostChart(comparison, interval=interval, axis=axis))
    for mark in fresh._shapes.values():
        assert np.isfinite(mark.x).all()
        assert np.isfinite(mark.y).all()
        assert mark.y.max() <= mark.y[0] + 0.8 + 1e-9
    assert fresh._scores["bounded"]["good"] == pytest.approx(comparison["good"].mean_regret(interval))
