"""A lesson on paper."""

import ipywidgets as widgets
import pytest

from brierwidgets import CostBoard, Explorer
from brierwidgets.lessons import Lesson, Question, Step

BAD = "<img src=x onerror=alert(1)>"


def test_the_sheet_asks_and_the_key_answers(tmp_path):
    explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], BAD: [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    choice = Question("Which?", choices=["a", BAD], correct=BAD, reveal="Because of **costs**.")
    number = Question("From which risk?", correct=5, also=[7], tolerance=0.5, unit="%", name="risk")
    steps = [
        Step("Look.", view=explorer, gate=choice, patch={"interval": (0.5, 0.7)}, title="One"),
        Step("Read.", view=widgets.HTML("<table><tr><td>9</td></tr></table>"), gate=number),
        Step(BAD, view=None, gate=Question("Why?", name="why")),
        Step("Lay your chips.", view=lambda: CostBoard(explorer.state.comparison)),
        Step("Goodbye.", view=None),
    ]
    lesson = Lesson(None, steps, title=BAD)
    explorer.interval = (0.55, 0.65)
    sheet, key = (file.read_text(encoding="utf-8") for file in lesson.handout(tmp_path / "sheet.html"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["sheet-key.html", "sheet.html"]
    for page in (sheet, key):
        assert "<img src=x" not in page
        assert "1. One" in page
        assert "Goodbye" not in page  # which speaks of the screen
    assert sheet.count("data:image/svg+xml") == 1
    assert "<td>9</td>" in sheet
    assert sheet.count("is on the screen only") == 1
    assert "☐ &lt;img" in sheet
    assert "costs" not in sheet
    # The key is short: what is asked, and what is right.
    assert "<h1>Key: &lt;img" in key
    assert "<strong>&lt;img src=x onerror=alert(1)&gt;</strong></p><p>Because of <strong>costs</strong>.</p>" in key
    assert not [drawn for drawn in ("data:image", "<td>9", "Lay your chips", 'class="line"', "☐") if drawn in key]
    assert "5% or 7% (within 0.5%)" in key
    assert explorer.interval == (0.5, 0.7)  # as the step in front has it
    with pytest.raises(FileNotFoundError, match=r"There is no folder .*gone to write the sheet to\. Make it first"):
        lesson.handout(tmp_path / "gone" / "sheet.html")
    with pytest.raises(IsADirectoryError, match=r"is a folder\. Name a file in it"):
        lesson.handout(tmp_path)
    lesson.close()
