"""Another base rate in live views: the state, the Explorer, the control, groups, lessons and code."""

import numpy as np
import pytest
import traitlets

from brierwidgets import Comparison, Explorer, ExplorerState, PrevalenceSlider, ThresholdExplorer
from brierwidgets.data import Forecast
from brierwidgets.data.groups import Groups
from brierwidgets.lessons import Lesson, Step

RNG = np.random.default_rng(5)
Y = RNG.random(400) < 0.2
S = 1 / (1 + np.exp(-RNG.normal(Y * 1.0 - 1.5, 1.0)))
BOTH = Comparison(Y, {"a": S, "b": S**2})
SITES = np.where(RNG.random(400) < 0.5, "north", "south")


@pytest.fixture
def explorer():
    shown = Explorer(BOTH, interval=("5%", "30%"))
    yield shown
    shown.close()


@pytest.mark.parametrize("moved", [False, True])
def test_scores_verdict_and_rules_are_those_of_the_weighted_comparison(explorer, moved):
    explorer.state.recalibrated = moved
    explorer.prevalence = "2%"
    there = BOTH.at_prevalence(0.02, move_scores=moved)
    assert explorer.scores().equals(there.scores((0.05, 0.3)))
    assert explorer.state.move.prevalence == pytest.approx(0.02)
    said = "2% are positive, with scores moved along" if moved else "2% are positive; of"
    assert said in explorer.verdict.text
    explorer.prevalence = None
    assert explorer.comparison is BOTH
    assert "Weighted" not in explorer.verdict.text


def test_curves_are_drawn_anew_and_come_back(explorer):
    line = explorer.charts["regret"].page_spec()["lines"]["a"]
    before = line.y.copy()
    explorer.prevalence = 0.5
    assert not np.allclose(line.y, before)
    explorer.prevalence = None
    np.testing.assert_array_equal(line.y, before)


def test_the_control_and_the_view_keep_in_step(explorer):
    control = explorer._base_rate
    assert (control.own, control.prevalence) == (BOTH.prevalence, None)
    control.prevalence = 0.1
    assert explorer.state.prevalence == explorer.prevalence == 0.1
    explorer.prevalence = "1:49"
    assert control.prevalence == 0.02
    control.recalibrated = True
    assert explorer.scores().equals(BOTH.at_prevalence(0.02, move_scores=True).scores((0.05, 0.3)))


def test_settings_and_code_rebuild_the_view(explorer):
    explorer.prevalence = "2%"
    settings = explorer.settings()
    assert (settings["prevalence"], settings["recalibrated"]) == (0.02, False)
    assert "prevalence=0.02" in explorer.to_code()
    twin = Explorer(BOTH, **settings)
    assert twin.scores().equals(explorer.scores())
    twin.close()


def test_models_come_and_go_at_a_base_rate(explorer):
    explorer.prevalence = "2%"
    explorer.add_model("c", np.sqrt(S))
    assert explorer.comparison.prevalence == pytest.approx(0.02)
    explorer.drop_model("b")
    explorer.prevalence = None
    assert explorer.comparison.names == ["a", "c"]
    assert explorer.comparison.prevalence == BOTH.prevalence


def test_the_odds_of_every_group_change_alike():
    groups = Groups(BOTH, SITES)
    there = groups.at_prevalence(0.02)
    assert there.everyone.prevalence == pytest.approx(0.02)

    def odds(share):
        return share / (1 - share)

    ratio = odds(0.02) / odds(BOTH.prevalence)
    for name in groups:
        assert odds(there[name].prevalence) == pytest.approx(ratio * odds(groups[name].prevalence))
    state = ExplorerState(BOTH, groups=groups, group="north", prevalence=0.02)
    assert state.comparison.prevalence == pytest.approx(there["north"].prevalence)
    state.group = None
    assert state.comparison.prevalence == pytest.approx(0.02)
    assert state.sampled.of("north") is groups["north"]
    state.close()


def test_a_group_of_one_class_stays_as_it_is():
    labels = np.where(Y, "sick", "mixed")
    labels[Y & (RNG.random(400) < 0.5)] = "mixed"
    groups = Groups(BOTH, labels)
    assert groups.at_prevalence(0.02)["sick"] is groups["sick"]


def test_one_threshold_has_the_control_when_it_stands_alone():
    view = ThresholdExplorer(BOTH, prevalence="2%", people=1000, cost="10%")
    assert view._base_rate.prevalence == 0.02
    assert view.decision.counts.tp + view.decision.counts.fn == pytest.approx(0.02)
    assert {"base_rate", "threshold"} <= {spec["kind"] for spec in view.page_specs()}
    view.close()


def test_a_lesson_can_set_the_base_rate(explorer):
    steps = [
        Step("As sampled."),
        Step("Rarer.", patch={"prevalence": "2%"}),
        Step("Moved.", patch={"recalibrated": True}),
    ]
    lesson = Lesson(explorer, steps)
    lesson.step = 1
    assert explorer.prevalence == 0.02
    lesson.step = 2
    assert explorer.scores().equals(BOTH.at_prevalence(0.02, move_scores=True).scores((0.05, 0.3)))
    lesson.step = 0
    assert explorer.prevalence is None
    lesson.close()


@pytest.mark.parametrize("bad", [0, 1, "0%", 1.5, "never", -0.2, float("nan")])
def test_a_share_that_is_none_is_refused_and_nothing_changes(explorer, bad):
    explorer.prevalence = "2%"
    before = explorer.scores()
    with pytest.raises(traitlets.TraitError, match=r"prevalence|between|read|NaN|nan"):
        explorer.prevalence = bad
    assert explorer.prevalence == 0.02
    assert explorer.scores().equals(before)


def test_cases_of_one_class_have_no_other_base_rate():
    one = Explorer([0, 0, 0], {"a": [0.1, 0.2, 0.3]}, interval=(0.1, 0.5))
    assert one._base_rate is None
    with pytest.raises(traitlets.TraitError, match="every case is negative"):
        one.prevalence = 0.2
    assert one.prevalence is None
    one.close()


def test_bins_cannot_move_and_the_control_does_not_offer_it():
    import pandas as pd

    frame = pd.DataFrame({"y": Y, "s": S})
    counted = Comparison.from_forecasts({"a": Forecast.from_frame(frame, label="y", score="s", bins=20)})
    view = Explorer(counted, interval=(0.1, 0.5), prevalence=0.1)
    assert not view._base_rate.movable
    with pytest.raises(traitlets.TraitError, match="cannot be moved exactly"):
        view.state.recalibrated = True
    assert view.state.recalibrated is False
    view.close()


def test_the_control_alone():
    control = PrevalenceSlider(0.2, "1:49")
    assert control.prevalence == 0.02
    with pytest.raises(TypeError, match="PrevalenceSlider"):
        PrevalenceSlider(0.2, colour="red")
    control.close()


def test_the_page_gets_the_cases_as_sampled_and_weighs_them_itself(explorer):
    explorer.engine.fill()
    tables = explorer.engine.tables
    explorer.prevalence = "2%"
    explorer.engine.fill()
    assert explorer.engine.tables == tables
    assert explorer.engine.mirrored["prevalence"] == 0.02
    assert explorer.engine.mirrored["own_rate"] == BOTH.prevalence
