"""Questions and lessons in JupyterLab, in both themes, with text that would harm if it could."""

import pytest
from playwright.sync_api import expect

BAD = "<img src=x onerror='window.harmed = true'>"
CELLS = [
    f"""
from brierwidgets import Explorer
from brierwidgets.lessons import Lesson, Question, Step

bad = {BAD!r}
models = {{"a": [0.1, 0.6, 0.4, 0.8, 0.3], bad: [0.2, 0.2, 0.9, 0.3, 0.1]}}
explorer = Explorer([0, 0, 1, 1, 0], models, interval=(0.2, 0.4))
question = Question(bad, choices=[bad, "b"], correct=bad, reveal=bad)
steps = [Step(bad, title=bad, gate=question), Step("Zoomed.", patch={{"interval": (0.1, 0.7)}})]
lesson = Lesson(explorer, steps, title=bad)
lesson
"""
]


def view_below_the_question(lesson):
    """How far the view stands below the top of the lesson; question, view and answer stand one below the other."""
    places = [lesson.locator(css).bounding_box() for css in (".bw-prompt", ".bw-stage", ".bw-question .bw-response")]
    (asked, view, reply), top = places, lesson.bounding_box()["y"]
    assert asked["y"] + asked["height"] <= view["y"]
    assert view["y"] + view["height"] <= reply["y"]
    return view["y"] - top


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_lesson_in_jupyterlab(notebook, theme):
    page = notebook(CELLS, ready=".bw-lesson .bw-explorer path.line", theme=theme, width=800)
    lesson = page.page.locator(".bw-lesson")
    lesson.locator(".bw-question").get_by_text("b", exact=True).click()
    lesson.get_by_role("button", name="Commit my answer").click()
    page.wait_text(".bw-question .bw-response", "Committed: b.")
    before = view_below_the_question(lesson)
    lesson.get_by_role("button", name="Reveal").click()
    page.wait_text(".bw-question .bw-response", f"Not quite. You said: b. The answer: {BAD}")
    assert view_below_the_question(lesson) == before  # nothing was pushed away
    lesson.get_by_role("button", name="Next").click()
    page.wait_text(".bw-lesson .bw-caption", "Zoomed.")
    page.wait_text(".bw-lesson .bw-verdict", "For costs from 10% to 70%")
    expect(page.page.locator(".bw-lesson img")).to_have_count(0)
    assert page.page.evaluate("() => window.harmed") is None
    text, ground = (
        page.page.locator(css).first.evaluate(f"element => getComputedStyle(element).{what}.match(/\\d+/g).slice(0, 3)")
        for css, what in ((".bw-lesson .bw-caption", "color"), (".jp-Notebook", "backgroundColor"))
    )
    assert abs(sum(map(int, text)) - sum(map(int, ground))) > 300
    assert page.errors() == []


#: Words of the answers that go over two lines, and what sticks out of their table.
UNREADABLE = r"""() => [...document.querySelectorAll('table.bw-answers :is(th, td)')].flatMap(cell => {
    const text = cell.firstChild, {right} = document.querySelector('.bw-lesson').getBoundingClientRect();
    const boxes = (start, end) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        return [...range.getClientRects()];
    };
    return [...(text?.data ?? '').matchAll(/\S+/g)].filter(({0: word, index}) => {
        const found = boxes(index, index + word.length);
        return found.length > 1 || found.some(box => box.right > right + 1);
    }).map(([word]) => word);
})"""
ANSWERED = """
from brierwidgets.lessons import Lesson, Question, Step

choices = ["Nothing will help: it measures something else.", "Average over the thresholds in question only."]
cure = Question("What would help?", choices=choices, correct=choices[1], name="the cure")
lesson = Lesson(None, [Step("Choose.", gate=cure), Step("Thank you.")])
cure.answer = choices[0]
lesson.step = 1
lesson
"""


def test_answers_are_whole_words_in_a_notebook_on_a_phone(notebook):
    page = notebook([ANSWERED], ready="table.bw-answers", width=390)
    expect(page.page.locator("table.bw-answers")).to_contain_text("measures something else")
    assert page.page.evaluate(UNREADABLE) == []
    assert page.errors() == []
