import asyncio
import inspect

import numpy as np
import pytest
import traitlets

import brierwidgets as bw
from brierwidgets.core import move as moves
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.state.settle import Settle
from tests.widgets.conftest import make_comparison


def test_a_move_agrees_with_the_table(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    state.interval = ("1%", "10%")
    table = comparison.scores((0.01, 0.1))
    for name, summary in state.move.summaries.items():
        assert summary.mean_regret.value == pytest.approx(table.loc[name, "mean_regret"], rel=1e-12)
        assert summary.skill.value == pytest.approx(table.loc[name, "skill"], rel=1e-12)
    assert state.move.ranks == table["rank"].to_dict()


def test_the_lead_is_the_paired_difference(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    best, second = state.move.order[:2]
    expected = comparison.differences((0.05, 0.2), reference=best).loc[second]
    assert state.lead.estimate == pytest.approx(expected["estimate"])
    assert state.lead.standard_error == pytest.approx(expected["standard_error"])


def test_setting_what_is_set_does_nothing(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    seen = []
    state.observe(seen.append, traitlets.All)
    state.interval = (0.05, 0.2)
    state.interval = ("5%", "20%")
    state.shown = comparison.names
    assert seen == []
    state.cost = "5%"
    state.cost = 0.05
    assert [change.new for change in seen] == [0.05]


def test_hidden_models_are_not_ranked(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    best = state.move.best
    state.shown = [name for name in comparison.names if name != best]
    assert best not in state.move.ranks
    assert state.move.ranks[state.move.best] == 1
    state.shown = []
    assert state.move.best is None
    assert state.lead is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"interval": (0.4, 0.1)}, "reversed"),
        ({"interval": (0.1, 1.5)}, "between 0 and 1"),
        ({"shown": ["nobody"]}, "no model 'nobody'"),
        ({"spacing": "loud"}, "spacing"),
        ({"cost": 7}, "between 0 and 1"),
    ],
)
def test_a_bad_change_is_refused_and_changes_nothing(comparison, change, words):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    move = state.move
    (name, value), *_ = change.items()
    with pytest.raises(traitlets.TraitError, match=words):
        setattr(state, name, value)
    assert state.move is move
    assert state.interval == (0.05, 0.2)
    assert state.shown == comparison.names


def test_log_odds_spacing_needs_ends_inside(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2), spacing="log-odds")
    with pytest.raises(traitlets.TraitError, match="infinitely wide"):
        state.interval = (0, 0.2)
    state.spacing = "cost"
    state.interval = (0, 0.2)
    with pytest.raises(traitlets.TraitError, match="infinitely wide"):
        state.spacing = "log-odds"
    assert state.spacing == "cost"


def test_with_many_rows_the_lead_waits_until_the_interval_rests(monkeypatch):
    monkeypatch.setattr("brierwidgets.state._explorer_state.EXACT_AT_ONCE", 100)
    comparison = make_comparison(rows=200)

    async def drag():
        state = ExplorerState(comparison, interval=(0.05, 0.2))
        state._settle._delay = 0.01
        for step in range(20):
            state.interval = (0.05, 0.2 + step / 100)
            assert state.lead is None
        rested = state.settled
        await asyncio.sleep(0.1)
        return rested, state

    rested, state = asyncio.run(drag())
    assert state.settled == rested + 1  # twenty moves, one rest
    assert state.lead == moves.lead(comparison, state.move)


def test_settle_runs_at_once_without_an_event_loop():
    calls = []
    settle = Settle(lambda: calls.append(1))
    settle.ask()
    assert calls == [1]


def test_settle_can_be_cancelled():
    calls = []

    async def ask():
        settle = Settle(lambda: calls.append(1), delay=0.001)
        settle.ask()
        settle.cancel()
        await asyncio.sleep(0.02)

    asyncio.run(ask())
    assert calls == []


def test_counts_alone_have_no_lead():
    one = bw.Forecast.from_counts([0.1, 0.5], [1, 4], [9, 6])
    two = bw.Forecast.from_counts([0.2, 0.3], [3, 2], [5, 10])
    state = ExplorerState(bw.Comparison.from_forecasts({"one": one, "two": two}), interval=(0.1, 0.4))
    assert state.lead is None
    assert state.move.best is not None


def test_as_state_shares_a_state_and_makes_one_from_rows(comparison):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    assert as_state(state) is state
    assert as_state(state, interval=(0.1, 0.3)).interval == (0.1, 0.3)
    assert as_state(np.array([0, 1]), {"a": [0.2, 0.6]}).comparison.names == ["a"]
    with pytest.raises(TypeError, match="pass the state alone"):
        as_state(state, {"a": [0.1]})
    with pytest.raises(TypeError, match="needs a Comparison"):
        ExplorerState([0, 1])


def test_a_state_refuses_what_it_does_not_take_and_completion_knows_the_rest(comparison):
    with pytest.raises(TypeError, match=r"ExplorerState has no argument 'intervall'\. Did you mean 'interval'"):
        ExplorerState(comparison, intervall=(0.1, 0.2))
    parameters = inspect.signature(ExplorerState).parameters
    assert {"interval", "spacing", "costs", "shown", "groups", "unit"} <= set(parameters)
    assert set(parameters) <= set(ExplorerState.class_trait_names())


def test_an_observer_that_fails_leaves_interval_move_and_views_in_step(comparison, opened):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2)))

    def fail(_change):
        raise RuntimeError("not my day")

    explorer.state.observe(fail, "move")
    with pytest.raises(RuntimeError, match="not my day"):
        explorer.interval = (0.1, 0.3)
    explorer.state.unobserve(fail, "move")
    assert explorer.interval == explorer.slider.interval == explorer.state.interval == (0.1, 0.3)
    assert explorer.state.move.interval == (0.1, 0.3)
    fresh = opened(bw.ScoreTable(comparison, interval=(0.1, 0.3)))
    assert explorer.table._body.value == fresh._body.value
    explorer.interval = (0.2, 0.3)
    assert explorer.state.move.interval == (0.2, 0.3)
