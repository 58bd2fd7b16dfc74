"""A lesson as one page, up to what a browser makes of it (that is in tests/browser/test_lesson_page.py)."""

import base64
import gzip
import json
import re

import ipywidgets as widgets
import pytest

from brierwidgets import Explorer, RegretCurve
from brierwidgets.lessons import Lesson, Question, Step

Y = [0, 0, 1, 1, 0, 0]
MODELS = {"keen": [0.4, 0.6, 0.7, 0.9, 0.5, 0.3], "shy": [0.1, 0.2, 0.3, 0.6, 0.1, 0.2]}


def make(text="Which?", reveal="Because of the false alarms.", **options):
    def explorer():
        return Explorer(Y, MODELS, interval=(0.2, 0.4), tabs=["regret", "decision"])

    question = Question(text, choices=["keen", "shy"], correct="shy", reveal=reveal, name="which", hints=["Think."])
    steps = [
        Step("First.", gate=question),
        Step("Second.", view=explorer, patch={"interval": ("10%", "30%"), "tab": "decision"}),
        Step("Third.", patch={"zoom": True, "tab": "regret"}),
    ]
    return Lesson(None, steps, title="Ours", **options)


def read_page(lesson, path, **options):
    text = lesson.save_html(path, **options).read_text(encoding="utf-8")
    packed = re.search(r'id="state"[^>]*>([^<]+)<', text)[1]
    state = json.loads(gzip.decompress(base64.b64decode(packed)))["state"]
    (content,) = (entry["state"]["lesson"] for entry in state.values() if "lesson" in entry["state"])
    return text, state, content


def test_answers_and_reveals_cannot_be_read_at_a_glance(tmp_path):
    lesson = make()
    text, state, content = read_page(lesson, tmp_path / "lesson.html")
    lesson.close()
    for shown in (text, json.dumps(state)):
        assert "false alarms" not in shown
    assert content["questions"][0]["text"] == "<p>Which?</p>"
    assert "correct" not in content["questions"][0]
    assert "<title>Ours</title>" in text


def test_every_engine_is_on_its_own_and_steps_say_what_they_fix(tmp_path):
    lesson = make()
    _, state, content = read_page(lesson, tmp_path / "lesson.html")
    lesson.close()
    assert [entry["state"]["offline"] for entry in state.values() if "offline" in entry["state"]] == [True]
    first, second, third = content["steps"]
    assert (first["view"], first["gate"]) == (None, 0)
    assert second["view"] == third["view"] in state
    assert second["patch"]["parts"] == {"interval": [0.1, 0.3]}
    assert third["whole"]["parts"] == {"interval": [0.1, 0.3], "zoom": True}
    (control,) = second["patch"]["controls"]
    assert second["patch"]["controls"][control] != third["patch"]["controls"][control]
    assert control in state


def test_the_version_of_a_lesson_is_that_of_its_words(tmp_path):
    lessons = [make(), make(), make("Which one?"), make(reveal="Because.")]
    keys = [read_page(lesson, tmp_path / "lesson.html")[2]["key"] for lesson in lessons]
    for lesson in lessons:
        lesson.close()
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_saving_leaves_the_lesson_as_it_was_and_no_widget_behind(tmp_path):
    lesson = make()
    lesson.check()  # builds what a step builds when it is reached
    before = set(widgets.widget._instances)
    lesson.save_html(tmp_path / "lesson.html")
    assert set(widgets.widget._instances) == before
    lesson.gated = False
    lesson.step = 1
    assert lesson._stage.children[0].interval == (0.1, 0.3)
    lesson.close()


def test_a_view_that_a_function_builds_is_built_when_its_step_is_reached():
    built = []

    def chart():
        built.append(RegretCurve(Y, MODELS, interval=(0.2, 0.4)))
        return built[-1]

    lesson = Lesson(
        None, [Step("a"), Step("b", view=chart, patch={"interval": (0.1, 0.3)}), Step("c"), Step("d", view=chart)]
    )
    assert built == []
    for step in (1, 2, 3, 1):
        lesson.step = step
    assert [view.interval for view in built] == [(0.1, 0.3)]
    lesson.close()
    assert built[0].comm is None


@pytest.mark.parametrize(
    ("view", "patch", "message"),
    [
        (lambda: "chart", {}, "Step 2: the view must be a widget, such as an Explorer, not str"),
        (lambda: RegretCurve(Y, MODELS), {"tab": "regret"}, "Step 2 patches 'tab'"),
        (lambda: RegretCurve(Y, MODELS), {"interval": (0.4, 0.2)}, "Step 2 cannot be shown"),
    ],
)
def test_what_is_wrong_with_a_view_of_later_is_found_by_the_check(view, patch, message):
    lesson = Lesson(None, [Step("a"), Step("b", view=view, patch=patch)])
    with pytest.raises((TypeError, ValueError), match=message):
        lesson.check()
    lesson.step = 1
    assert message in lesson.notice.value.replace("&#x27;", "'")
    lesson.close()


def test_the_closing_page_has_the_answers_and_a_score():
    lesson = make()
    lesson.questions[0].answer = "keen"
    lesson.step = 2
    assert "0 of 1 right." in lesson._export.value
    assert "<td>keen</td><td>shy</td><td>✗</td>" in lesson._export.value
    lesson.close()


def test_words_that_hold_the_reveals_are_scrambled_and_change_no_version(tmp_path):
    lesson = make()
    content = [
        read_page(lesson, tmp_path / "lesson.html"),
        read_page(lesson, tmp_path / "lesson.html", hold="Otter"),
        read_page(lesson, tmp_path / "lesson.html", hold=["otter"]),
    ]
    lesson.close()
    holds = [page[2]["questions"][0]["hold"] for page in content]
    assert holds[0] is None
    assert holds[1] == holds[2] is not None
    assert not any("otter" in json.dumps(page[1]).lower() for page in content)
    assert len({page[2]["key"] for page in content}) == 1


@pytest.mark.parametrize(
    ("hold", "message"),
    [(["a", "b"], "hold has 2 words, but the lesson asks 1 questions"), (" - ", "empty"), ([1], "not int")],
)
def test_words_that_could_not_hold_are_refused(tmp_path, hold, message):
    lesson = make()
    with pytest.raises((TypeError, ValueError), match=message):
        lesson.save_html(tmp_path / "lesson.html", hold=hold)
    lesson.close()
