"""A class on one server: two students in real browsers, and the teacher who sees what they answer."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.faults import faults_in_both
from tests.cli.serving import ServingCommand

BAD = "<img src=x onerror='window.harmed = true'>"
LESSON = f"""
from brierwidgets import Explorer
from brierwidgets.lessons import Lesson, Question, Step

models = {{"keen": [0.4, 0.6, 0.7, 0.9, 0.5, 0.3], "shy": [0.1, 0.2, 0.3, 0.6, 0.1, 0.2]}}
explorer = lambda: Explorer([0, 0, 1, 1, 0, 0], models, interval=(0.2, 0.4), tabs=["regret"])
steps = [
    Step("First.", gate=Question("From which risk?", kind="number", unit="%", name="risk")),
    Step("Second.", view=explorer, gate=Question("Which?", choices=["keen", {BAD!r}], correct={BAD!r}, name={BAD!r})),
    Step("Last."),
]
Lesson(None, steps)
"""


@pytest.fixture
def served(tmp_path):
    """``brierwidgets class`` with a small lesson, ready for two."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(LESSON)])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, tmp_path / "ours.ipynb")
    server = ServingCommand(tmp_path, "class", "ours.ipynb", "--local", "--students=2", "--word=otter-bread", "--hold")
    yield server
    server.end()


def enter(browser, server, opened):
    """Open the lesson as a student does: by the address and the code word."""
    opened.append(browser.new_context(viewport={"width": 1280, "height": 800}))
    page = opened[-1].new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_label("Enter the code word").fill("Otter")
    page.get_by_role("button", name="Open the lesson").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the code word")
    assert faults_in_both(page, "body") == []
    page.get_by_label("Enter the code word").fill("Otter bread")
    page.get_by_role("button", name="Open the lesson").click()
    page.wait_for_selector(".bw-question", timeout=120_000)
    return page


def click(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def commit(page):
    click(page, "Commit my answer")
    expect(page.locator(".bw-response")).to_contain_text("Committed")


@pytest.mark.slow
def test_the_teacher_sees_two_students_and_opens_the_reveals(browser, served):
    served.until(lambda: "ready. Let the class in" in served.log.read_text())
    opened = []
    try:
        teacher = browser.new_page(viewport={"width": 390, "height": 800})
        opened.append(teacher)
        teacher.goto(re.search(r"http://localhost:\S+/class/\?key=\w+", served.log.read_text())[0])
        expect(teacher.locator("h2")).to_have_text("No answers yet")
        students = [enter(browser, served, opened) for _ in range(2)]
        for page, answer in zip(students, ("3", "1:19"), strict=True):
            page.locator(".bw-question input").fill(answer)
            commit(page)
        expect(teacher.locator("h2")).to_have_text("2 students")
        risk, *others = teacher.locator("section").all()
        assert others == []
        expect(risk).to_contain_text("2 of 2 answered")
        expect(risk.locator("tr").first).to_have_text("3 to under 3.51")
        expect(risk.locator("tr").last).to_have_text("5 to under 5.51")
        # A page that is loaded again goes on where it was, and is no further student.
        students[1].reload()
        expect(students[1].locator(".bw-response")).to_contain_text("Committed: 5%.", timeout=120_000)
        click(students[1], "Next")
        expect(students[1].locator(".bw-progress")).to_contain_text("Step 2 of 3")
        expect(teacher.locator("h2")).to_have_text("2 students")
        # Nothing is revealed before the teacher opens it.
        click(students[0], "Reveal")
        expect(students[0].locator(".bw-notice [role=alert]")).to_contain_text("Your teacher will open the reveals")
        expect(teacher.get_by_role("status")).to_have_text("Reveals wait until you open them.")
        click(teacher, "Open the reveals")
        expect(teacher.get_by_role("status")).to_contain_text("Students can reveal")
        click(students[0], "Reveal")
        expect(students[0].locator(".bw-response")).to_contain_text("You said: 3%.")
        # The next step, for one of them: a chart that moves, a choice, and its share of right answers.
        click(students[0], "Next")
        expect(students[0].locator(".bw-verdict")).to_contain_text("For costs from 20% to 40%")
        students[0].get_by_text(BAD, exact=True).last.click()
        commit(students[0])
        expect(teacher.locator("section").nth(1)).to_contain_text("1 of 2 answered · 100% right")
        expect(teacher.locator("section h3").nth(1)).to_have_text(BAD)
        assert faults_in_both(teacher, "body") == []
        assert teacher.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert all(page.evaluate("() => window.harmed") is None for page in (teacher, *students))
        for context in opened[1:]:
            context.close()
        served.until(lambda: "left; 0 here" in served.log.read_text())
        assert served.interrupt() == 0
        assert "websocket_ping" not in served.log.read_text()  # settings that Tornado would warn of
        expect(teacher.get_by_role("alert")).to_contain_text("The server does not answer")
    finally:
        for context in opened:
            context.close()
