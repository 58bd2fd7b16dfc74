import re

import numpy as np
import pytest
import traitlets
from scipy.special import logit

import brierwidgets as bw
from brierwidgets.core import Counts
from brierwidgets.core.curves import COST_AXES
from brierwidgets.core.one_threshold import decide
from brierwidgets.state import ExplorerState
from brierwidgets.views._icon_array import OUTCOMES, icon_array
from brierwidgets.views._threshold_panels import fit_range
from tests.widgets.conftest import HOSTILE, live, make_comparison, say


@pytest.fixture
def view(comparison, opened):
    return opened(bw.ThresholdExplorer(comparison, interval=(0.05, 0.2), cost=0.1))


def words(view):
    return re.sub("<[^>]+>", "", view._words.value)


# --- what is drawn --------------------------------------------------------------------------


def test_everything_tells_the_same_decision(view, comparison):
    view.threshold = 0.15
    counts = comparison["good"].counts(0.15)
    assert view.decision == decide(comparison["good"], 0.15, 0.15)
    people = [round(100 * count / comparison.total) for count in counts]
    for count in people:
        assert f"<b>{count}</b>" in view._confusion.value
    assert view._regret.point.x.tolist() == [0.15]
    assert view._regret.point.y.tolist() == [comparison["good"].regret(0.15)]
    assert view._scores.rule.x.tolist() == [0.15, 0.15]
    assert view._boxes["threshold"].value == view._boxes["cost"].value == "15%"
    assert view._slider.value == 0.15
    assert words(view).startswith("Acting on good at 15%, of 100 people ")
    expense = 1000 * (15 * (counts.tp + counts.fp) + 100 * counts.fn) / comparison.total
    assert f"<td>{expense:,.0f}</td>" in view._costs.value


def test_the_bars_hold_everyone_and_the_threshold_cuts_them(view, comparison):
    view.threshold = 0.1
    up, down = view._scores.acted_on.y
    assert up[1::2].sum() == pytest.approx(100 * comparison.prevalence)
    assert -down[1::2].sum() == pytest.approx(100 * (1 - comparison.prevalence))
    assert view._scores.acted_on.x.min() == view._scores.let_go.x.max() == pytest.approx(0.1)
    view.rates = True
    up, down = view._scores.acted_on.y
    assert up[1::2].sum() == pytest.approx(1)
    assert down[1::2].sum() == pytest.approx(-1)


def test_the_names_of_the_sides_lie_on_no_bar(view):
    scores = view._scores
    low, high = scores.y.min, scores.y.max
    label = 15 / (208 - 8 - 44)  # as a share of the chart's height
    assert (high - scores.acted_on.y.max()) / (high - low) > label
    assert (scores.acted_on.y.min() - low) / (high - low) > label


def test_rates_are_those_of_each_row(view, comparison):
    view.rates = True
    tp, fp, fn, tn = comparison["good"].counts(0.1)
    for share in (tp / (tp + fn), fn / (tp + fn), fp / (fp + tn), tn / (fp + tn), tp / (tp + fp), fn / (fn + tn)):
        assert re.search(rf">{100 * share:.1f}\d*%<|>{100 * share:.2f}\d*%<", view._confusion.value)


def test_the_band_follows_the_interval_and_the_curves_do_not(view):
    line = view._regret.line.y
    view.interval = (0.1, 0.3)
    assert view._regret.band.x.tolist() == [0.1, 0.3]
    assert view._regret.line.y is line


def test_a_move_sends_little(comparison, wire, opened):
    view = opened(bw.ThresholdExplorer(comparison, interval=(0.05, 0.2), people=1000))
    wire.clear()
    view.threshold = 0.17
    assert 0 < wire.nbytes < 8_000


def test_the_model_can_be_changed(view, comparison):
    say(view._choices["model"], index=1)
    assert view.model == "bold"
    assert view.decision == decide(comparison["bold"], 0.1, 0.1)
    assert view._regret.line.y[100] == pytest.approx(
        comparison["bold"].regret(float(COST_AXES[view.axis].from_axis(view._regret.line.x[100])))
    )
    assert "bold beats both" in words(view)


def test_one_model_needs_no_choice(opened):
    view = opened(bw.ThresholdExplorer([0, 1, 0, 1], {"only": [0.1, 0.7, 0.4, 0.6]}))
    assert view._choices["model"].layout.display == "none"


# --- icons ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "columns"), [(100, 10), (1000, 40)])
def test_icons_cover_as_many_cells_as_there_are_people(total, columns):
    people = Counts(tp=3, fp=total - 40, fn=14, tn=23)
    svg = icon_array(people, "x")
    for kind, count in people._asdict().items():
        path = re.search(rf'<path d="([^"]*)" fill="url\(#x-{kind}\)"', svg)[1]
        areas = [int(w) * int(h) for w, h in re.findall(r"h(\d+)v(\d+)", path)]
        assert sum(areas) == 100 * count
    assert f'viewBox="0 0 {10 * columns} {10 * total // columns}"' in svg
    assert f"Of {total:,} people: 3 found, 14 missed, {total - 40} false alarm, 23 rightly let go" in svg


def test_kinds_differ_in_colour_and_in_shape():
    assert len({outcome.colour for outcome in OUTCOMES}) == len({outcome.shape for outcome in OUTCOMES}) == 4


def test_two_explorers_do_not_share_patterns(comparison, opened):
    one, two = (opened(bw.ThresholdExplorer(comparison)) for _ in range(2))
    ids = [set(re.findall(r'id="([^"]+)"', view._icons.value)) for view in (one, two)]
    assert not ids[0] & ids[1]


# --- from the hand --------------------------------------------------------------------------


def tell(view, serial=1, **traits):
    say(view.engine, hand={"traits": {view.model_id: traits}, "page": "p", "serial": serial})


def test_python_hears_of_threshold_and_cost_when_the_hand_rests(view):
    tell(view, threshold=0.12, cost=0.12)
    assert view.threshold == view.cost == 0.12
    assert "at 12%" in view._words.value
    assert view.engine.answered == {"page": "p", "serial": 1}
    view.together = False
    tell(view, 2, threshold=0.12, cost=0.3)
    assert (view.threshold, view.cost) == (0.12, 0.3)
    assert view.engine.traits_shown[view.model_id]["cost"] == 0.3


def test_a_page_can_set_nothing_but_what_a_hand_moves(view):
    tell(view, loss=7.0, notice="<b>", model="nobody")
    assert view.loss == 100.0
    assert view.model == view.state.comparison.names[0]
    say(view.engine, hand={"traits": {"unknown": {"threshold": 0.9}}, "serial": 2})
    assert view.threshold != 0.9


def test_python_leaves_the_slider_to_a_page_that_answers(view):
    view.engine._on_message(view.engine, "tables", [])
    before = view.threshold
    say(view._slider, value=0.2004)
    assert view.threshold == before
    tell(view, threshold=0.2, cost=0.2)
    assert view.threshold == view._slider.value == 0.2


def test_the_slider_sets_a_round_threshold(view):
    say(view._slider, value=0.2004)
    assert view.threshold == 0.2
    view.axis = "log-odds"
    assert view._slider.value == pytest.approx(logit(0.2))
    say(view._slider, value=float(logit(0.1003)))
    assert view.threshold == 0.1


def test_an_exact_number_survives_the_slider(view):
    view.threshold = 0.123456
    assert view.threshold == 0.123456
    assert view._boxes["threshold"].value == "12.3456%"
    say(view._slider, value=view._slider.value + 0.4 * view._slider.step)  # what the page makes of it
    assert view.threshold == 0.123456


@pytest.mark.parametrize(
    ("box", "text", "cost", "loss"),
    [
        ("threshold", "25%", 0.25, 100),
        ("cost", "0.25", 0.25, 100),
        ("odds", "1:3", 0.25, 100),
        ("odds", "3", 0.25, 100),
        ("C", "40", 0.4, 100),
        ("L", "20", 0.5, 20),
    ],
)
def test_costs_can_be_typed_in_any_form(view, box, text, cost, loss):
    say(view._boxes[box], value=text)
    assert view.cost == view.threshold == pytest.approx(cost)
    assert view.loss == loss
    assert view._boxes["C"].value == f"{cost * loss:g}"
    assert not view.notice.value


@pytest.mark.parametrize(
    ("box", "text", "advice"),
    [
        ("threshold", "twenty", "threshold|cost ratio"),
        ("cost", "150%", "between 0 and 1"),
        ("C", "200", "C must be above 0 and below L"),
        ("L", "5", "C must be above 0 and below L"),
        ("L", "much", "L must be an amount"),
        ("L", "1e400", "L must be an amount"),
        ("C", "nan", "C must be an amount"),
    ],
)
def test_what_cannot_be_is_said_and_stays_typed(view, box, text, advice):
    say(view._boxes[box], value=text)
    assert re.search(advice, view.notice.value)
    assert (view.cost, view.loss, view._boxes[box].value) == (0.1, 100.0, text)
    say(view._boxes["odds"], value="1:4")
    assert view._boxes[box].value != text
    assert not view.notice.value


def test_threshold_and_cost_part_and_meet_again(view, comparison):
    view.together = False
    view.threshold = 0.3
    assert view.cost == 0.1
    assert view.decision.regret == comparison["good"].regret(0.1, 0.3)
    assert view._regret.point.y.tolist() == [view.decision.regret]
    view.together = True
    assert view.threshold == view.cost == 0.1


def test_a_far_threshold_fits_on_the_chart(view):
    view.together = False
    view.threshold, view.cost = 0.001, 0.97
    assert view._scores.axis.visible.high == 1.0
    assert view._regret.y.max > view.decision.regret
    assert view._regret.point.x.tolist() == [0.97]


# --- the axis -------------------------------------------------------------------------------


def test_the_axis_fits_the_scores():
    low = bw.Forecast([0, 1, 0], [0.001, 0.012, 0.004])
    assert fit_range(COST_AXES["probability"], low, 0.0166, 0.03) == (0.0, 0.05)
    assert fit_range(COST_AXES["probability"], low, 0.6) == (0.0, 1.0)
    seen = fit_range(COST_AXES["log-odds"], low, 0.0166, 0.03)
    assert seen.low == pytest.approx(0.001)  # the end of the log-odds axis
    assert 0.03 < seen.high < 0.06
    assert fit_range(COST_AXES["log-odds"], bw.Forecast([0, 1], [0.0, 1.0])) == pytest.approx((0.001, 0.999))


def test_who_is_beyond_the_axis_is_said(opened):
    view = opened(bw.ThresholdExplorer([0, 1, 0, 1], {"m": [0.0, 0.5, 0.2, 1.0]}, cost=0.3, axis="log-odds"))
    assert "25% of people score below 0.1% and 25% of people score above 99.9%" in view._keys.value
    assert -view._scores.acted_on.y[1][1] == 25
    view.axis = "probability"
    assert "end bars" not in view._keys.value


def test_a_narrow_interval_is_shown_in_log_odds(comparison, opened):
    assert opened(bw.ThresholdExplorer(comparison, interval=("1.66%", "3%"))).axis == "log-odds"
    assert opened(bw.ThresholdExplorer(comparison, interval=("1.66%", "3%"), axis="probability")).axis == "probability"
    assert opened(bw.ThresholdExplorer(comparison, interval=(0.05, 0.2))).cost == 0.1


# --- as a part of something -----------------------------------------------------------------


def test_it_shares_a_state_and_follows_its_cases(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    view = opened(bw.ThresholdExplorer(state, cost=0.1))
    other = make_comparison(seed=3)
    state.comparison = other
    assert view.decision == decide(other["good"], 0.1, 0.1)
    assert view._regret.point.y.tolist() == [other["good"].regret(0.1)]
    assert view._scores.acted_on.y[0][1::2].sum() == pytest.approx(100 * other.prevalence)


def test_a_hidden_one_rests(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    view = opened(bw.ThresholdExplorer(state))
    view.active = False
    before = view._regret.band.x
    state.interval = (0.1, 0.4)
    assert view._regret.band.x is before
    view.active = True
    assert view._regret.band.x.tolist() == [0.1, 0.4]


def test_outcomes_of_one_class(opened):
    view = opened(bw.ThresholdExplorer([0, 0, 0], {"m": [0.1, 0.2, 0.3]}, cost=0.15))
    assert "At no cost ratio" in words(view)
    view.rates = True
    assert "–" in view._confusion.value
    assert not view.notice.value


def test_a_hostile_name_stays_text(opened):
    view = opened(bw.ThresholdExplorer(make_comparison(rows=300, good=HOSTILE), cost=0.1))
    for part in (view._words, view._costs, view._keys, view._confusion):
        assert "<img" not in part.value
    assert "&lt;img" in view._words.value


def test_closing_leaves_nothing(comparison):
    before = live()
    view = bw.ThresholdExplorer(comparison)
    view.close()
    view.close()
    assert live() == before


@pytest.mark.parametrize(
    ("wrong", "error", "advice"),
    [
        ({"modle": "good"}, TypeError, "Did you mean 'model'"),
        ({"model": "nobody"}, ValueError, "no model 'nobody'. The models are 'good', 'bold', 'flat'"),
        ({"people": 50}, ValueError, "people must be one of 100, 1000"),
        ({"axis": "odd"}, ValueError, "axis must be one of"),
        ({"cost": 2}, ValueError, "between 0 and 1"),
        ({"threshold": "x"}, ValueError, "threshold"),
        ({"loss": -1}, ValueError, "above 0"),
        ({"loss": True}, ValueError, "above 0"),
    ],
)
def test_a_bad_argument_is_refused_and_leaves_nothing(comparison, wrong, error, advice):
    before = live()
    with pytest.raises(error, match=advice):
        bw.ThresholdExplorer(comparison, **wrong)
    assert live() == before


@pytest.mark.parametrize(
    ("trait", "value", "advice"),
    [("model", "nobody", "no model 'nobody'"), ("cost", 1.5, "between 0 and 1"), ("loss", 0.0, "above 0")],
)
def test_a_bad_value_is_refused(view, trait, value, advice):
    with pytest.raises(traitlets.TraitError, match=advice):
        setattr(view, trait, value)


def test_weights_count(opened):
    y, scores, weights = [0, 1, 0, 1], [0.1, 0.7, 0.4, 0.6], np.array([1.0, 3.0, 2.0, 4.0])
    view = opened(bw.ThresholdExplorer(bw.Comparison(y, {"m": scores}, sample_weight=weights), cost=0.5))
    assert "70</td>" in view._confusion.value  # 7 of the weight of 10 needs it


@pytest.mark.parametrize("axis", ["probability", "log-odds"])
@pytest.mark.parametrize("interval", [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0, 1)])
def test_an_interval_at_the_rim_is_drawn(comparison, opened, interval, axis):
    view = opened(bw.ThresholdExplorer(comparison, interval=(0.05, 0.2), axis=axis))
    view.interval = interval
    assert not view.notice.value
    low, high = view._regret.band.x
    assert view._scale.min <= low <= high <= view._scale.max
    fresh = opened(bw.ThresholdExplorer(comparison, interval=interval, axis=axis))
    assert interval[0] <= fresh.cost <= interval[1]
    assert not fresh.notice.value


def test_an_interval_beyond_the_axis_does_not_redraw_the_model_at_every_rest(comparison, opened):
    view = opened(bw.ThresholdExplorer(comparison, interval=(0.9999, 1), axis="log-odds"))
    bars = view._scores.acted_on.y
    view.interval = (0.99995, 1)
    assert view._scores.acted_on.y is bars
