"""Small things to move, parts of a view that a step names, and questions that are built when they are reached."""

import ipywidgets as widgets
import pytest

from brierwidgets import Comparison, Explorer
from brierwidgets.lessons import CostScales, Lesson, PrintedScores, Question, Step

Y = [0, 0, 1, 1, 0, 0]
MODELS = {"keen": [0.4, 0.6, 0.7, 0.9, 0.5, 0.3], "sure": [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]}


def test_scales_take_any_way_to_write_a_threshold_and_refuse_what_cannot_be_weighed():
    scales = CostScales("1:19")
    assert scales.threshold == scales._script.threshold == pytest.approx(0.05)
    scales._script.threshold = 0.25
    assert "as bad as 3 false alarms" in scales.sentences[0]
    for wrong in (0, 1, "0.01%", "many"):
        with pytest.raises((ValueError, TypeError)):
            scales.threshold = wrong
    assert scales.threshold == 0.25
    scales.close()


def test_a_printed_table_puts_the_best_first_and_an_infinite_loss_last():
    printed = PrintedScores(Comparison(Y, MODELS))
    names = [row["name"] for row in printed._script.table["rows"]]
    by_log_loss = [names[index] for index in printed._script.table["orders"][2]]
    assert by_log_loss == ["keen", "sure"]
    assert printed._script.table["rows"][1]["cells"][2] == "∞"
    assert "<th" in "".join(printed.still())
    printed.close()


def test_a_question_is_built_when_its_step_is_reached_and_keeps_its_answer():
    questions = [Question(f"Number {n}?", correct=n, unit="%", hints=["Count."], name=str(n)) for n in range(5)]
    alone = len(widgets.widget._instances)
    lesson = Lesson(None, [Step("Ask.", gate=question) for question in questions])
    assert len(widgets.widget._instances) < alone - 4 * 20
    assert [question.laid_out for question in questions] == [True, False, False, False, False]
    questions[1].answer = "1"
    questions[1].revealed = True
    lesson.questions[0].answer = 3
    lesson._next.click()
    assert questions[1].laid_out
    assert "Right" in questions[1]._response.value
    assert questions[1]._input.disabled
    questions[1].reset()
    assert not questions[1]._input.disabled
    before = len(widgets.widget._instances)
    lesson.close()
    assert len(widgets.widget._instances) < before


def test_a_step_shows_the_parts_it_names_and_refuses_others():
    explorer = Explorer(Y, MODELS, interval=(0.2, 0.4))
    lesson = Lesson(explorer, [Step("All."), Step("Few.", parts=["verdict", "base rate"]), Step("All again.")])
    assert lesson._stage._dom_classes == ("bw-stage",)
    lesson.step = 1
    hidden = lesson._stage._dom_classes
    assert {"bw-no-table", "bw-no-reading", "bw-plain"} <= set(hidden)
    assert not {"bw-no-verdict", "bw-no-base-rate"} & set(hidden)
    lesson.step = 2
    assert lesson._stage._dom_classes == ("bw-stage",)
    lesson.close()
    with pytest.raises(ValueError, match=r"The step 'Few\.': part must be one of"):
        Step("Few.", parts=["words"])
    for wrong in ("table", 3):
        with pytest.raises(TypeError, match=r"The step 'Few\.': parts must be a list such as"):
            Step("Few.", parts=wrong)
