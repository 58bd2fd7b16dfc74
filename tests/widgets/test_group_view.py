import numpy as np
import pandas as pd
import polars as pl
import pytest
import traitlets

import brierwidgets as bw
from brierwidgets.data.groups import Groups
from brierwidgets.state import ExplorerState
from tests.widgets.conftest import HOSTILE, live, make_comparison, say

LABELS = np.repeat(["north", "south", "tiny"], [1_200, 780, 20])


@pytest.fixture
def view(comparison, opened):
    return opened(bw.GroupView(comparison, groups=LABELS, interval=(0.05, 0.2)))


@pytest.fixture
def explorer(comparison, opened):
    return opened(bw.Explorer(comparison, groups=LABELS, interval=(0.05, 0.3)))


def group_choice(explorer):
    return explorer._group_choice


def test_each_group_shows_its_curve_its_mean_and_its_numbers(view, comparison):
    view.interval = (0.1, 0.3)
    for name, cases in (("north", 1_200), ("south", 780)):
        card, alone = view._cards[name], comparison.subset(np.equal(LABELS, name))["good"]
        assert np.allclose(card.line.y, alone.regret(card.line.x))
        assert card.mean.y.tolist() == pytest.approx([alone.mean_regret((0.1, 0.3))] * 2)
        assert card.mean.x.tolist() == [0.1, 0.3]
        assert f"{cases:,} cases, {alone.positives.total:.0f} positive" in card.facts.value
        assert f"<b>{1000 * alone.mean_regret((0.1, 0.3)):.1f}</b>" in card.facts.value
        sure = alone.estimate("mean-regret", (0.1, 0.3))  # the guarded interval, not an error alone
        assert f"<small>{1000 * sure.low:.3g} to {1000 * sure.high:.3g}</small>" in card.facts.value
    assert view._band.x.tolist() == [0.1, 0.3]
    assert np.allclose(view._everyone.y, comparison["good"].regret(view._everyone.x))


def test_a_small_group_is_not_judged(view):
    card = view._cards["tiny"]
    assert "too few to judge" in card.facts.value
    assert "mean regret" not in card.facts.value
    assert not hasattr(card, "line")
    assert "Too small to judge: tiny" in view._words.value


def test_a_move_redraws_no_curve_and_sends_little(comparison, wire, opened):
    view = opened(bw.GroupView(comparison, groups=LABELS, interval=(0.05, 0.2)))
    before = view._cards["north"].line.y
    wire.clear()
    view.interval = (0.1, 0.25)
    assert view._cards["north"].line.y is before
    assert 0 < wire.nbytes < 8_000


def test_the_model_can_be_changed(view, comparison):
    say(view._models, index=2)
    assert view.model == "flat"
    card = view._cards["south"]
    assert np.allclose(card.line.y, comparison.subset(LABELS == "south")["flat"].regret(card.line.x))
    assert "mean regret of flat" in view._words.value
    with pytest.raises(traitlets.TraitError, match="no model 'nobody'"):
        view.model = "nobody"


def test_all_charts_zoom_together(view):
    assert (view._x.min, view._x.max) == (0, 1)
    say(view._zoom, value=True)
    assert view.state.zoom
    assert (view._x.min, view._x.max) == pytest.approx((0, 0.29))
    view.interval = (0.4, 0.6)
    assert (view._x.min, view._x.max) == pytest.approx((0.28, 0.72))


def test_zoom_refits_no_hidden_chart_and_each_seen_one_once(comparison, wire, opened):
    view = opened(bw.GroupView(comparison, groups=LABELS, interval=(0.05, 0.2)))
    line = view._cards["north"].line
    before = line.y
    view.active = False
    wire.clear()
    view.state.zoom = True
    view.state.group = "south"
    assert all("mirrored" in message["state"] for _, message, _ in wire)  # the page hears of it, no chart does
    assert line.y is before
    changes = []
    line.observe(changes.append, "y")
    view.active = True
    assert len(changes) == 1
    assert view._x.max == pytest.approx(0.29)
    assert view._zoom.value
    assert view._cards["south"].button.button_style == "primary"


@pytest.mark.parametrize("zoom", [False, True])
@pytest.mark.parametrize("rim", [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0.99, 1), (0, 1)])
def test_intervals_at_the_rim_are_drawn(comparison, opened, rim, zoom):
    view = opened(bw.GroupView(comparison, groups=LABELS, interval=rim, zoom=zoom))
    assert view._x.min <= rim[0] < rim[1] <= view._x.max
    assert view._band.x.tolist() == list(rim)
    assert np.diff(view._y_axis.tick_values).min() > 0
    mean = comparison.subset(LABELS == "north")["good"].mean_regret(rim)
    assert view._cards["north"].mean.y == pytest.approx([mean] * 2, abs=1e-15)
    assert view.notice.value == ""


def test_with_many_groups_the_largest_are_shown(comparison, opened):
    labels = np.concatenate([np.repeat([f"g{i:02}" for i in range(15)], 100), np.repeat("big", 500)])
    view = opened(bw.GroupView(comparison, groups=labels, interval=(0.05, 0.2)))
    assert len(view._cards) == 12
    assert "big" in view._cards
    assert "12 largest of 16 groups" in view.children[1].children[2].value


def test_a_click_shows_one_group_everywhere_and_again_everyone(explorer, comparison):
    explorer.tab = "groups"
    view = explorer.charts["groups"]
    view._cards["south"].button.click()
    assert explorer.state.group == "south"
    assert view._cards["south"].button.button_style == "primary"
    assert view._cards["north"].button.button_style == ""
    pd.testing.assert_frame_equal(explorer.scores(), comparison.subset(LABELS == "south").scores((0.05, 0.3)))
    view._cards["south"].button.click()
    assert explorer.state.group is None


def test_the_list_of_groups_restricts_every_view(explorer, comparison):
    choice, south = group_choice(explorer), comparison.subset(LABELS == "south")
    say(choice._control, index=2)
    assert explorer.state.group == "south"
    assert "780 cases" in choice._note.value
    chart = explorer.charts["regret"]
    assert np.allclose(chart._lines["good"].y, south["good"].regret(chart._lines["good"].x))
    assert explorer.verdict.text.startswith("For costs from 5% to 30%")
    say(choice._control, index=3)
    assert "too few to judge" in choice._note.value
    explorer.state.group = None
    assert choice._control.index == 0
    assert "everyone (2,000)" in choice._control.options[0][0]


def test_code_brings_the_groups_back(explorer, comparison):
    explorer.state.group = "south"
    explorer.tab = "groups"
    code = explorer.to_code()
    assert "group='south',\n" in code
    names = {"comparison": comparison, "groups": LABELS}
    exec(code, names)
    again = names["explorer"]
    pd.testing.assert_frame_equal(again.scores(), explorer.scores())
    assert again.tab == "groups"
    again.close()


def test_without_groups_there_is_no_tab_for_them(comparison, opened):
    plain = opened(bw.Explorer(comparison))
    assert "groups" not in plain.charts
    with pytest.raises(traitlets.TraitError, match="There is no tab 'groups'"):
        plain.tab = "groups"
    before = live()
    with pytest.raises(ValueError, match="Pass groups="):
        bw.Explorer(comparison, tab="groups")
    with pytest.raises(ValueError, match="no groups to compare"):
        bw.GroupView(comparison)
    with pytest.raises(ValueError, match="no group 'east'"):
        bw.Explorer(comparison, groups=LABELS, group="east")
    assert live() == before


def test_groups_must_be_of_the_same_rows():
    y = pd.Series([0, 1, 0, 1], index=list("abcd"))
    models = pd.DataFrame({"m": [0.1, 0.8, 0.4, 0.7]}, index=y.index)
    labels = pd.Series(["n", "s", "n", "s"], index=list("abdc"))
    for make in (bw.Explorer, bw.GroupView):
        with pytest.raises(ValueError, match="y_true and groups have different indexes"):
            make(y, models, groups=labels)
        with pytest.raises(ValueError, match="3 labels, but there are 4 cases"):
            make(y, models, groups=["n", "s", "n"])


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_groups_from_a_column(frame, opened):
    table = frame({"sick": [0, 0, 1, 1], "a": [0.1, 0.6, 0.4, 0.8], "site": ["n", "s", "n", "s"]})
    explorer = opened(bw.Explorer.from_frame(table, label="sick", models=["a"], groups="site", group="s"))
    assert explorer.state.comparison.total == 2
    with pytest.raises(ValueError, match="no column 'town'"):
        bw.Explorer.from_frame(table, label="sick", models=["a"], groups="town")


def test_a_state_brings_its_groups(comparison, opened):
    state = ExplorerState(comparison, groups=Groups(comparison, LABELS))
    assert list(opened(bw.GroupView(state))._cards) == ["north", "south", "tiny"]
    explorer = opened(bw.Explorer(ExplorerState(comparison), groups=LABELS, group="north"))
    assert explorer.state.comparison.total == 1_200


def test_hostile_names_stay_text(opened):
    comparison = make_comparison(rows=400, good=HOSTILE)
    view = opened(bw.GroupView(comparison, groups=[HOSTILE, "b"] * 200, interval=(0.05, 0.2)))
    tiny = opened(bw.GroupView(comparison, groups=[HOSTILE] + ["b"] * 399, interval=(0.05, 0.2)))
    for shown in (view, tiny):
        assert "<img" not in shown._words.value
        assert all("<img" not in card.facts.value for card in shown._cards.values())
    explorer = opened(bw.Explorer(comparison, groups=[HOSTILE, "b"] * 200, group=HOSTILE))
    assert "<img" not in group_choice(explorer)._note.value
    assert "&lt;img" in group_choice(explorer)._note.value


def test_closing_leaves_nothing(comparison):
    before = live()
    for make in (bw.GroupView, bw.Explorer):
        made = make(comparison, groups=LABELS)
        if make is bw.Explorer:
            made.tab = "groups"
        made.close()
        made.close()
    assert live() == before


def test_closing_a_view_leaves_a_shared_state_alone(comparison, opened):
    state = ExplorerState(comparison, groups=Groups(comparison, LABELS))
    bw.GroupView(state).close()
    state.group = "south"
    state.zoom = True
    assert state.comparison.total == 780


def test_unknown_arguments_are_refused(comparison):
    with pytest.raises(TypeError, match="Did you mean 'groups'"):
        bw.GroupView(comparison, grups=LABELS)
