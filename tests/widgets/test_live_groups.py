import numpy as np
import pytest
import traitlets

import brierwidgets as bw
from brierwidgets.data.groups import Groups
from brierwidgets.state import ExplorerState
from tests.widgets.conftest import make_comparison


@pytest.fixture
def groups(comparison):
    return Groups(comparison, np.where(np.arange(2_000) < 1_200, "north", "south"))


@pytest.fixture
def state(comparison, groups):
    return ExplorerState(comparison, groups=groups, interval=(0.05, 0.2))


def test_a_group_is_shown_as_if_it_were_alone(state, groups):
    state.group = "south"
    assert state.comparison is groups["south"]
    alone = ExplorerState(groups["south"], interval=(0.05, 0.2))
    assert state.move == alone.move
    assert state.lead == alone.lead
    state.group = None
    assert state.comparison is groups.everyone


def test_a_state_can_start_with_a_group(comparison, groups):
    state = ExplorerState(comparison, groups=groups, group="south", interval=(0.05, 0.2))
    assert state.comparison is groups["south"]
    assert state.move.summaries["good"] == groups["south"]["good"].summary((0.05, 0.2))


def test_other_cases_of_the_same_models_can_be_shown(comparison):
    state, other = ExplorerState(comparison, interval=(0.05, 0.2)), make_comparison(seed=1)
    state.comparison = other
    assert state.move == ExplorerState(other, interval=(0.05, 0.2)).move


@pytest.mark.parametrize(
    ("name", "words"),
    [("east", "There is no group 'east'. The groups are 'north', 'south'"), ("", "There is no group ''")],
)
def test_there_is_no_such_group(state, name, words):
    with pytest.raises(traitlets.TraitError, match=words):
        state.group = name
    assert state.group is None


def test_what_does_not_fit_is_refused(comparison, state, groups):
    with pytest.raises(traitlets.TraitError, match="has no groups"):
        ExplorerState(comparison).group = "north"
    with pytest.raises(traitlets.TraitError, match="Set `group`"):
        state.comparison = groups["south"]
    assert state.comparison is groups.everyone
    renamed = make_comparison(good="better")
    with pytest.raises(traitlets.TraitError, match=r"'better'.*same ones in the same order"):
        ExplorerState(comparison).comparison = renamed
    with pytest.raises(traitlets.TraitError, match="other models"):
        ExplorerState(comparison).groups = Groups(renamed, ["x"] * 2_000)


@pytest.mark.parametrize("view", [bw.RegretCurve, bw.LogOddsCurve, bw.DecisionCurve, bw.ScoreTable, bw.VerdictText])
def test_every_view_follows_the_group_and_comes_back(view, state, groups, opened):
    shown = opened(view(state))
    before = drawn(shown)
    state.group = "south"
    alone = opened(view(ExplorerState(groups["south"], interval=(0.05, 0.2))))
    assert drawn(shown) == drawn(alone)
    assert drawn(shown) != before
    state.group = None
    assert drawn(shown) == before


def drawn(view):
    if isinstance(view, bw.ScoreTable):
        return view._body.value
    if isinstance(view, bw.VerdictText):
        return view.text
    lines = [*view._lines.values(), *view._baselines.values(), view._means]
    return [(line.x.tolist(), line.y.tolist()) for line in lines], view._y.min, view._y.max


def test_a_hidden_view_follows_the_group_once_it_is_seen(state, opened):
    hidden, seen = opened(bw.RegretCurve(state)), opened(bw.RegretCurve(state))
    hidden.active = False
    before = drawn(hidden)
    state.group = "south"
    assert drawn(hidden) == before
    hidden.active = True
    assert drawn(hidden) == drawn(seen) != before


def test_curves_follow_even_when_no_score_changes(opened):
    # On this interval both models are perfect, in all cases and in the group: only the curves differ.
    comparison = bw.Comparison([0, 1, 0, 1], {"one": [0.1, 0.9, 0.2, 0.8]})
    state = ExplorerState(comparison, groups=Groups(comparison, list("aabb")), interval=(0.4, 0.6))
    chart = opened(bw.RegretCurve(state))
    move, before = state.move, drawn(chart)
    state.group = "a"
    assert state.move.regret("one") == move.regret("one")
    assert drawn(chart) != before


def test_a_drag_within_a_group_moves_no_curve(state, opened):
    chart = opened(bw.RegretCurve(state))
    state.group = "south"
    line = chart._lines["good"].y
    state.interval = (0.1, 0.3)
    assert chart._lines["good"].y is line
