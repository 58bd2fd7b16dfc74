"""Lessons: steps that patch an Explorer, and gates."""

import base64

import ipywidgets as widgets
import pytest
import traitlets

from brierwidgets import Comparison, Explorer, RegretCurve
from brierwidgets.lessons import Lesson, Question, Step

Y = [0, 0, 1, 1, 0, 0]
MODELS = {"keen": [0.4, 0.6, 0.7, 0.9, 0.5, 0.3], "shy": [0.1, 0.2, 0.3, 0.6, 0.1, 0.2]}


@pytest.fixture
def explorer():
    shown = Explorer(Y, MODELS, interval=(0.2, 0.4))
    yield shown
    shown.close()


def make(explorer, *steps, **options):
    return Lesson(explorer, list(steps), **options)


def test_the_clock_starts_when_a_reader_is_there(monkeypatch):
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    questions = [Question(f"What is {number}?", name=number) for number in "ab"]
    lesson = Lesson(None, [Step("Think.", gate=question) for question in questions])  # as a server does beforehand
    now = 1500.0
    lesson._view_count = 1
    now = 1512.0
    lesson._view_count = 2  # a second view of the same lesson
    questions[0].answer = "one"
    lesson.step = 1
    now = 1515.0
    questions[1].answer = "two"
    assert list(lesson.to_frame()["seconds"]) == [12.0, 3.0]
    lesson.close()


def test_steps_patch_the_explorer_and_say_their_captions(explorer):
    lesson = make(
        explorer,
        Step("First.", patch={"interval": ("10%", "30%")}),
        Step("Second.", patch={"shown": ["shy"], "spacing": "log-odds", "tab": "decision", "unit": "odds"}),
        Step("Third.", patch={"zoom": True, "bands": True, "cost": 0.25, "axis": "logarithmic"}),
    )
    assert explorer.interval == (0.1, 0.3)
    assert "First." in lesson._caption.value
    lesson._next.click()
    assert lesson.step == 1
    assert "Second." in lesson._caption.value
    assert (explorer.state.shown, explorer.state.spacing) == (["shy"], "log-odds")
    assert (explorer.tab, explorer.slider.unit) == ("decision", "odds")
    lesson._next.click()
    assert (explorer.state.zoom, explorer.state.bands, explorer.state.cost) == (True, True, 0.25)
    assert explorer.charts["decision"].axis == "logarithmic"
    assert explorer.interval == (0.1, 0.3)
    assert lesson._next.disabled


def test_next_keeps_what_the_reader_dragged_and_back_restores_the_step(explorer):
    lesson = make(
        explorer,
        Step("a", patch={"interval": (0.1, 0.3)}),
        Step("b", patch={"zoom": True}),
        Step("c", patch={"interval": (0.5, 0.6)}),
    )
    explorer.interval = (0.15, 0.35)
    lesson._next.click()
    assert explorer.interval == (0.15, 0.35)
    lesson._again.click()
    assert (explorer.interval, explorer.state.zoom) == ((0.1, 0.3), True)
    lesson._next.click()
    lesson._back.click()
    assert (explorer.interval, explorer.state.zoom) == ((0.1, 0.3), True)
    lesson._back.click()
    assert explorer.state.zoom is False  # as it was before any step changed it
    assert lesson._back.disabled


def test_an_interval_and_a_spacing_that_are_right_only_together_arrive_together():
    whole = Explorer(Y, MODELS, interval=(0, 1))
    lesson = make(whole, Step("a"), Step("b", patch={"spacing": "log-odds", "interval": (0.1, 0.9)}))
    lesson.step = 1
    assert (whole.interval, whole.state.spacing) == ((0.1, 0.9), "log-odds")
    lesson.step = 0
    assert (whole.interval, whole.state.spacing) == ((0, 1), "cost")
    lesson.close()


def test_a_step_may_show_one_group_of_the_cases():
    shown = Explorer(Y, MODELS, interval=(0.2, 0.4), groups=["a", "a", "a", "b", "b", "b"])
    lesson = make(shown, Step("all"), Step("one", patch={"group": "b", "interval": (0.1, 0.3)}))
    lesson.step = 1
    assert (shown.state.group, shown.state.comparison.total, shown.interval) == ("b", 3, (0.1, 0.3))
    lesson.step = 0
    assert (shown.state.group, shown.state.comparison.total) == (None, 6)
    with pytest.raises(ValueError, match="There is no group 'c'"):
        make(shown, Step("wrong", patch={"group": "c"}))
    lesson.close()


def test_a_lesson_builds_no_chart_that_it_does_not_show(explorer):
    make(explorer, Step("a", patch={"zoom": True}), Step("b", patch={"tab": "log-odds"}))
    assert list(explorer.charts.built) == ["regret"]


def test_a_gate_opens_with_an_answer(explorer):
    question = Question("Which?", choices=["keen", "shy"], correct="shy", name="which")
    lesson = make(explorer, Step("a", gate=question, minutes=3), Step("b"), Step("c"))
    assert lesson._next.disabled
    assert "answer the question to go on" in lesson._place.value
    assert "about 3 min" in lesson._place.value
    for wanted in (1, 2):
        with pytest.raises(traitlets.TraitError, match=r"Answer the question of step 1 first"):
            lesson.step = wanted
    assert lesson.step == 0
    question._input.value = "keen"
    assert lesson._next.disabled
    question._commit.click()
    assert not lesson._next.disabled
    assert lesson.answers == {"which": "keen"}
    lesson._next.click()
    assert lesson.step == 1
    assert lesson.to_frame()["correct"].tolist() == [False]


def test_a_teacher_may_look_ahead(explorer):
    lesson = make(explorer, Step("a", gate=Question("?")), Step("b"))
    lesson.gated = False
    assert not lesson._next.disabled
    lesson.step = 1
    lesson.gated = True  # being there already is no offence
    assert lesson.step == 1


def test_reset_is_for_the_next_reader(explorer):
    question = Question("?", name="q")
    lesson = make(explorer, Step("a", gate=question, patch={"interval": (0.1, 0.3)}), Step("b", patch={"zoom": True}))
    question.answer = "so"
    lesson.step = 1
    explorer.interval = (0.5, 0.6)
    lesson.reset()
    assert (lesson.step, lesson.answers, question.answer) == (0, {}, None)
    assert (explorer.interval, explorer.state.zoom) == ((0.1, 0.3), False)


def test_steps_may_bring_their_own_view_or_none(explorer):
    chart = RegretCurve(Comparison(Y, MODELS), interval=(0.3, 0.5))
    picture = widgets.HTML("a drawing")
    lesson = Lesson(
        None,
        [
            Step("words only"),
            Step("a chart", view=chart, patch={"interval": (0.1, 0.2)}),
            Step("still the chart", patch={"zoom": True}),
            Step("another", view=explorer, patch={"tab": "log-odds"}),
            Step("a drawing", view=picture),
            Step("the chart again", view=chart),
            Step("words only, again", view=None),
        ],
    )
    seen = []
    for index in range(7):
        lesson.step = index
        seen.append(lesson._stage.children)
    assert seen == [(), (chart,), (chart,), (explorer,), (picture,), (chart,), ()]
    assert (chart.interval, chart.state.zoom) == ((0.1, 0.2), True)
    assert explorer.interval == (0.2, 0.4)
    lesson.close()


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ({"intervall": (0.1, 0.2)}, "Step 2 patches 'intervall'. Did you mean 'interval'?"),
        ({"colour": 1}, "It can patch interval, spacing"),
        ({"interval": (0.5, 0.2)}, "Step 2 cannot be shown"),
        ({"shown": ["nobody"]}, "There is no model 'nobody'"),
        ({"tab": "pie"}, "Step 2 cannot be shown"),
        ({"spacing": "log-odds", "interval": (0, 0.5)}, "infinitely wide in log-odds"),
    ],
)
def test_a_wrong_patch_is_found_when_the_lesson_is_written(explorer, patch, message):
    with pytest.raises((ValueError, TypeError)) as caught:
        make(explorer, Step("fine"), Step("wrong", patch=patch))
    assert message in str(caught.value)
    assert explorer.interval == (0.2, 0.4)


def test_a_lesson_that_is_refused_leaves_the_explorer_whole(explorer):
    with pytest.raises(ValueError, match="axis must be one of"):
        make(explorer, Step("wrong", patch={"tab": "decision", "axis": "square"}))
    explorer.tab = "decision"
    assert explorer.charts["decision"].comm is not None
    assert explorer.notice.value == ""


def test_there_is_no_axis_to_patch_without_its_tab():
    shown = Explorer(Y, MODELS, interval=(0.2, 0.4), tabs=["regret"])
    with pytest.raises(TypeError, match="Step 1 patches 'axis'"):
        make(shown, Step("wrong", patch={"axis": "plain"}))
    shown.close()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda e: Lesson(e, []), "at least one step"),
        (lambda e: Lesson(e, ["words"]), "list of Step"),
        (lambda e: Lesson(e, Step("a")), "list of Step"),
        (lambda e: Lesson(e, [Question("Why?")]), r"A question goes into one: Step\(caption, gate=question\)"),
        (lambda e: Lesson(e.comparison, [Step("a")]), r"not Comparison\. Pass Explorer\(comparison\)"),
        (lambda _e: Lesson("explorer", [Step("a")]), "must be a widget"),
        (lambda e: Lesson(e, [Step("a", gate="why?")]), "must be a Question"),
        (lambda e: Lesson(e, [Step("a", gate=Question("Same")), Step("b", gate=Question("Same"))]), "'Same'"),
        (lambda _e: Lesson(None, [Step("a", patch={"zoom": True})]), "Give the step a view"),
        (lambda e: Lesson(e, [Step("a")], titel="x"), "Did you mean 'title'"),
    ],
)
def test_a_lesson_that_makes_no_sense_is_refused(explorer, build, message):
    with pytest.raises((ValueError, TypeError), match=message):
        build(explorer)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"caption": 3}, "caption must be text, not int"),
        ({"title": None}, "title must be text"),
        ({"patch": ["zoom"]}, "The step 'Look.': the patch must be a dict"),
        ({"gate": "why?"}, "must be a Question, not str"),
        ({"view": "chart"}, "must be a widget, such as an Explorer, not str"),
        ({"minutes": "5"}, "minutes must be a number, not '5'"),
        ({"minutes": 0}, "more than 0"),
        ({"caption": "![x](gone.png)"}, "There is no picture"),
    ],
)
def test_a_step_refuses_bad_arguments_in_words(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        Step(**{"caption": "Look.", **arguments})


def test_there_is_no_step_beyond_the_last(explorer):
    lesson = make(explorer, Step("a"), Step("b"))
    for wanted in (-1, 2):
        with pytest.raises(traitlets.TraitError, match="0 to 1"):
            lesson.step = wanted


def test_hostile_text_is_shown_as_it_is_written(explorer):
    bad = "<img src=x onerror=alert(1)>"
    lesson = make(explorer, Step(bad, title=bad), title=bad)
    assert "<img" not in lesson._caption.value + lesson._title.value
    assert lesson._caption.value.count("&lt;img") == 2
    assert 'aria-live="polite"' in lesson._caption.value


def test_where_nothing_runs_there_are_the_titles_of_the_steps(explorer):
    lesson = make(explorer, Step("Read.", title="What is & what is not"), Step("Without **a** title."))
    shown = lesson._repr_mimebundle_()["text/html"]
    assert "<li>What is &amp; what is not</li><li><p>Without <strong>a</strong> title.</p></li>" in shown
    lesson.close()


def test_the_answers_can_be_downloaded_at_the_end_and_run_nothing_in_a_spreadsheet(explorer):
    first, second = Question("Why?", name="why"), Question("How many?", kind="number", name="many")
    lesson = make(explorer, Step("a", gate=first), Step("b", gate=second), Step("c"))
    first.answer = '=HYPERLINK("x")'
    second.answer = -3
    assert lesson._export.value == ""
    lesson.step = 2
    encoded = lesson._export.value.split("base64,")[1].split('"')[0]
    rows = base64.b64decode(encoded).decode("utf-8-sig").splitlines()
    assert rows[0] == "question,kind,answer,expected,correct,revealed,seconds"
    assert rows[1].startswith("why,text,\"'=HYPERLINK")
    assert rows[2].startswith("many,number,-3.0,")


def test_an_error_in_a_step_is_shown(explorer):
    lesson = make(explorer, Step("a"), Step("b", patch={"shown": ["shy"]}))
    lesson._patches._steps[1].patch["shown"] = ["gone"]
    lesson._next.click()
    assert "There is no model &#x27;gone&#x27;" in lesson.notice.value


def test_closing_frees_the_lesson_its_questions_and_views():
    shown = Explorer(Y, MODELS, interval=(0.2, 0.4))
    question = Question("?")
    lesson = make(shown, Step("a", gate=question), Step("b"))
    inner = [lesson, lesson._next, lesson._caption, question, question._input, shown, shown.slider, shown.table]
    lesson.close()
    lesson.close()
    assert all(widget.comm is None for widget in inner)
