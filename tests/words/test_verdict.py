import inspect
import json
from pathlib import Path
from string import Formatter

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import expit
from brierwidgets.core.move import lead, make_move
from brierwidgets.words import verdict as words_verdict
from brierwidgets.words.numbers import (
    cost_text,
    number,
    odds,
    parse_in_unit,
    people_per_thousand,
    per_thousand,
    percent,
)
from brierwidgets.words.templates import TEMPLATES
from brierwidgets.words.verdict import verdict
from tests.widgets.conftest import HOSTILE, make_comparison


def say_verdict(comparison, interval, names=None):
    move = make_move(comparison, interval, "cost", names or comparison.names)
    return verdict(comparison, move, lead(comparison, move))


def test_best_by_how_much_how_sure_and_what_brier_says(comparison):
    words = say_verdict(comparison, (0.05, 0.2))
    table = comparison.scores((0.05, 0.2)).sort_values("mean_regret")
    best, second = table.index[:2]
    gap = 1000 * (table["mean_regret"].iloc[1] - table["mean_regret"].iloc[0])
    assert words.best == best
    assert f"{best} has the lowest mean regret: {number(1000 * table['mean_regret'].iloc[0])} per 1,000" in str(words)
    assert f"{number(gap)} less than {second}" in str(words)
    difference = comparison.differences((0.05, 0.2), reference=best).loc[second]
    assert ("That is clear" in str(words)) == (difference["low"] > 0)
    assert f"{number(1000 * difference['low'])} to {number(1000 * difference['high'])}" in str(words)


def test_a_reversal_is_told():
    y = [0] * 80 + [1] * 20
    models = {"a": [0.1] * 80 + [0.1] * 10 + [0.9] * 10, "b": [0.02] * 80 + [0.3] * 20}
    words = say_verdict(bw.Comparison(y, models), (0.15, 0.25))
    assert words.best == "b"
    assert "The ordinary Brier score would have chosen a." in words.sentences
    assert "chooses the same model" in str(say_verdict(bw.Comparison(y, models), (0.4, 0.6)))


@pytest.mark.parametrize(("unit", "words"), [("probability", "10% to 10.0001%"), ("odds", "1:9 to 1:8.9999")])
def test_a_narrow_interval_has_two_ends(comparison, unit, words):
    move = make_move(comparison, (0.1, 0.100001), "cost", comparison.names)
    assert f"For costs from {words}, good has" in str(verdict(comparison, move, None, unit=unit))


def test_chance_is_called_chance():
    comparison = bw.Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.3, 0.7], "b": [0.2, 0.7, 0.1, 0.6]})
    assert "could be chance" in str(say_verdict(comparison, (0.05, 0.9)))


def test_equal_models_one_model_no_model(comparison):
    twins = bw.Comparison([0, 1], {"a": [0.2, 0.7], "b": [0.2, 0.7]})
    assert "a and b have the same mean regret" in str(say_verdict(twins, (0.1, 0.9)))
    alone = str(say_verdict(comparison, (0.1, 0.3), ["good"]))
    assert alone.startswith("For costs from 10% to 30%, good has a mean regret of ")
    assert " less than treating none. That is clear (95% interval of the lead: " in alone
    assert "Brier" not in alone, "one model is no choice"
    move = make_move(comparison, (0.1, 0.3), "cost", [])
    assert "no model is shown" in str(verdict(comparison, move, None))


def test_counts_say_that_sureness_needs_rows():
    one = bw.Forecast.from_counts([0.1, 0.5], [1, 4], [9, 6])
    two = bw.Forecast.from_counts([0.2, 0.3], [3, 2], [5, 10])
    both = bw.Comparison.from_forecasts({"one": one, "two": two})
    assert "cannot be told from counts" in str(say_verdict(both, (0.1, 0.4)))


def draw_cases(rows, prevalence=0.05, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random(rows) < prevalence, rng


def test_no_model_beats_a_rule():
    y, rng = draw_cases(2_000)
    models = bw.Comparison(y, {"r1": rng.random(2_000), "r2": rng.random(2_000)})
    for names in (["r1"], ["r1", "r2"]):
        said = say_verdict(models, (0.2, 0.5), names)
        move = make_move(models, (0.2, 0.5), "cost", names)
        none = move.rules["treat none"]
        gap = move.regret(move.best) - none
        assert said.sentences[0].startswith(
            f"No model beats treating none here: for costs from 20% to 50%, it has a mean regret of "
            f"{per_thousand(none)} per 1,000 people, {per_thousand(gap)} less than {move.best}"
        )
        paired = models.differences((0.2, 0.5), reference="treat none").loc[move.best]
        span = f"{per_thousand(paired['low'])} to {per_thousand(paired['high'])}"
        assert said.sentences[1] == f"That is clear (95% interval of the lead: {span})."
    assert ", the best model." in said.sentences[0]


def test_a_clear_lead_over_a_model_does_not_hide_a_rule_that_may_be_as_good():
    y, rng = draw_cases(3_000, 0.1, seed=9)
    log_odds = -2.3 + 0.5 * (rng.normal(size=3_000) + 0.5 * y)
    models = bw.Comparison(y, {"a": expit(log_odds), "bold": expit(log_odds + 0.3)})
    sure = say_verdict(models, (0.05, 0.2)).sentences[1]
    gap = models.differences((0.05, 0.2), reference="treat none").loc["a"]
    assert excludes_zero(gap["low"], gap["high"])
    assert not excludes_zero(gap["low"], gap["high"], rivals=3)
    assert sure.startswith("That is clear (95% interval of the lead: ")
    span = f"{per_thousand(-gap['high'])} to {per_thousand(-gap['low'])}"
    assert sure.endswith(f"But whether any model beats treating none is not clear (95% interval of that lead: {span}).")


def test_a_model_that_decides_as_a_rule_does():
    y, rng = draw_cases(300)
    said = say_verdict(bw.Comparison(y, {"asleep": rng.random(300) / 100}), (0.2, 0.5))
    first, second = said.sentences
    assert first.startswith("No model beats treating none here: for costs from 20% to 50%, asleep has the same mean")
    assert second.startswith("The 95% interval of the lead over treating none is −")


def test_all_that_are_tied_are_named():
    y, rng = draw_cases(400, 0.3)
    good, other = np.clip(0.3 * y + rng.random(400) / 2, 0, 1), rng.random(400)
    models = {"a": good, "b": good, "odd": other, "c": good}
    said = str(say_verdict(bw.Comparison(y, models), (0.1, 0.4)))
    assert "three of four models are tied: a, b and c have the same mean regret, " in said
    assert "The ordinary Brier score chooses the same models." in said


def test_the_brier_score_may_choose_among_the_tied():
    y = [0] * 8 + [1] * 2
    models = {"a": [0.1] * 8 + [0.9] * 2, "b": [0.0] * 8 + [1.0] * 2, "c": [0.0] * 8 + [1.0] * 2}
    said = str(say_verdict(bw.Comparison(y, models), (0.2, 0.4)))
    assert "a, b and c have the same mean regret: 0 per 1,000 people" in said
    assert "Of the models tied here, the ordinary Brier score would choose b or c." in said


def test_one_class_is_never_clear():
    y, rng = np.zeros(3_000, int), np.random.default_rng(0)
    said = str(say_verdict(bw.Comparison(y, {"a": rng.random(3_000) / 4, "b": rng.random(3_000)}), (0.1, 0.3)))
    assert "clear" not in said
    assert "How sure this is cannot be told: every case is negative." in said


def test_a_rare_loss_that_has_not_happened_yet_is_not_clear():
    """Prevalence 30%, costs of 1.66% to 3%, 200 cases: no case was missed yet, so the plain interval has no width."""
    y = np.array([1] * 60 + [0] * 140)
    bold = np.where(y, 0.5, np.linspace(0.001, 0.05, 200))
    models = bw.Comparison(y, {"bold": bold, "shy": np.where(y, 0.5, 0.06)})
    move = make_move(models, (0.0166, 0.03), "cost", models.names)
    found = lead(models, move)
    assert found.estimate - 1.96 * found.standard_error > 0.0, "the plain interval is sure"
    assert "It could be chance (" in str(verdict(models, move, found))


def test_the_best_of_many_needs_a_wider_interval():
    y, rng = draw_cases(400, 0.3, seed=5)
    models = bw.Comparison(y, {"m": np.clip(0.3 + 0.12 * y + 0.2 * rng.normal(size=400), 0.01, 0.99)})
    said = {say_verdict(models, (0.1, end)).sentences[1] for end in np.linspace(0.15, 0.6, 40)}
    assert any("It could be chance: the best is compared with two rivals" in sentence for sentence in said)


def test_it_speaks_the_unit_chosen(comparison):
    move = make_move(comparison, (1 / 11, 0.25), "cost", comparison.names)
    for unit, start in (
        ("odds", "For costs from 1:10 to 1:3, "),
        ("log-odds", "For costs from −2.30 to −1.10 in log-odds, "),
    ):
        assert str(verdict(comparison, move, None, unit=unit)).startswith(start)
    nobody = make_move(comparison, (1 / 11, 0.25), "cost", [])
    assert str(verdict(comparison, nobody, None, unit="odds")).startswith("For costs from 1:10 to 1:3: no model is")


def test_while_the_hand_moves(comparison):
    move = make_move(comparison, (0.05, 0.2), "cost", comparison.names)
    assert "How sure this is follows when the interval rests." in str(verdict(comparison, move, None, resting=False))


def test_data_that_are_synthetic_say_so_last():
    women = bw.datasets.load_breast_cancer()
    said = say_verdict(women, (0.0166, 0.03))
    assert said.sentences[-1] == women.note
    assert "synthetic" in women.note
    assert "xgboost (2%) has the lowest mean regret" in said.sentences[0]


def test_every_template_is_said_and_fields_hold_no_logic():
    folder = Path(inspect.getfile(words_verdict)).parent
    written = [path for path in folder.glob("*.py") if path.name != "templates.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in [*written, folder.parent / "page" / "sentences.js"])
    for name, text in TEMPLATES.items():
        assert f'"{name}"' in source, f"nobody says {name}"
        fields = [
            field for _, field, spec, change in Formatter().parse(text) if field is not None and not spec and not change
        ]
        assert text.count("{") == len(fields)
        assert all(field.isidentifier() for field in fields)
    assert json.loads(json.dumps(TEMPLATES)) == TEMPLATES


def test_people_are_whole():
    shares = {0.0: "0", 0.0000932: "under 1", 0.0006: "1", 0.02646: "26", 0.9999: "over 999", 1.0: "1,000"}
    assert {share: people_per_thousand(share) for share in shares} == shares


def test_the_view_announces_and_escapes(opened):
    view = opened(bw.VerdictText(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    assert 'class="bw-verdict bw-live"' in view._html.value  # by which the page knows its live region
    assert HOSTILE in view.text
    assert HOSTILE not in view._html.value


def test_the_view_speaks_the_unit_of_its_state(opened, comparison):
    view = opened(bw.VerdictText(comparison, interval=("1:10", "1:3")))
    assert view.text.startswith("For costs from 9.09% to 25%")
    view.state.unit = "odds"
    assert view.text.startswith("For costs from 1:10 to 1:3")
    assert "from 1:10 to 1:3" in view._html.value


@pytest.mark.parametrize(
    ("cost", "unit", "text"),
    [
        (0.0166, "probability", "1.66%"),
        (0.000123, "probability", "0.0123%"),
        (0.99991, "probability", "99.991%"),
        (0.0, "probability", "0%"),
        (1.0, "probability", "100%"),
        (0.05, "odds", "1 : 19"),
        (0.8, "odds", "4 : 1"),
        (0.0, "odds", "0 : 1"),
        (1.0, "odds", "1 : 0"),
        (0.5, "log-odds", "0"),
        (0.0, "log-odds", "−∞"),
    ],
)
def test_costs_are_written_as_people_write_them(cost, unit, text):
    assert cost_text(cost, unit) == text


@pytest.mark.parametrize("unit", ["probability", "odds", "log-odds"])
def test_what_is_written_can_be_read_back(unit):
    for cost in (0.001, 0.0166, 0.05, 0.3, 0.5, 0.8, 0.98):
        assert parse_in_unit(cost_text(cost, unit, digits=8), unit) == pytest.approx(cost, rel=1e-5)


def test_numbers():
    assert number(1234.5) == "1235"
    assert [number(value) for value in (9.9996, 99.96, 0.99999)] == ["10.0", "100", "1.00"]
    assert number(-0.0012345) == "−0.00123"
    assert number(float("nan")) == "–"
    assert number(1.5e-12) == "1.50e−12"
    assert number(-2.3e-17) == "0"
    assert percent(0.5) == "50%"
    assert odds(0.5) == "1 : 1"
