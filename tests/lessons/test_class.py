"""The answers of a class, joined from files and on a server."""

import re

import pytest
import traitlets

from brierwidgets.lessons import Lesson, Question, Step, join
from brierwidgets.lessons._class import ClassFolder

HEAD = "question,kind,answer,expected,correct,revealed,seconds"


@pytest.fixture
def files(tmp_path):
    lines_by_file = {
        "a.csv": [HEAD + ",name", "risk,number,5,5,True,True,10,Kim", 'why,text,"so, then",,,False,4,Kim'],
        "b.csv": [HEAD, "risk,number,7.5,5,False,True,30", "why,text,,,,False,"],
        # as a spreadsheet saves it where a comma is the decimal point
        "c.csv": [HEAD.replace(",", ";"), "risk;number;5,1;5;TRUE;FALSE;20,0", "why;text;<b>x, y</b>;;;FALSE;2"],
    }
    for name, lines in lines_by_file.items():
        tmp_path.joinpath(name).write_text("\n".join(lines) + "\n", encoding="utf-8-sig")
    return tmp_path


def test_files_are_joined(files):
    answers = join([files / "*.csv", files / "a.csv"])  # a file named twice counts once
    assert answers.frame["student"].unique().tolist() == ["Kim", "b", "c"]
    summary = answers.summary()
    assert summary["answered"].to_dict() == {"risk": 3, "why": 2}
    assert summary.loc["risk", "right"] == pytest.approx(2 / 3)
    assert summary["seconds"].to_dict() == {"risk": 20, "why": 3}
    assert answers.frame["answer"].tolist()[-2:] == ["5.1", "<b>x, y</b>"]
    assert repr(answers) == "ClassAnswers(3 students, 2 questions)"
    written = answers.save_html(files / "class.html")
    assert "What the class answered" in written.read_text(encoding="utf-8")
    answers.close()


def test_a_file_that_is_not_there_or_is_something_else(files):
    with pytest.raises(FileNotFoundError, match=r"no file '.*none\*\.csv'"):
        join([files / "none*.csv"])
    files.joinpath("other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=r"other\.csv is no file of answers: it has no column 'question'"):
        join(files / "other.csv")
    with pytest.raises(IsADirectoryError, match=r"is a folder\. Name its files: '.*\*\.csv'"):
        join(files)
    with pytest.raises(ValueError, match="no files"):
        join([])


def test_a_lesson_of_a_class_hands_its_answers_over_and_waits_for_the_teacher(tmp_path, monkeypatch):
    monkeypatch.setenv(ClassFolder.VARIABLE, str(tmp_path))
    folder = ClassFolder.here()
    folder.hold(on=True)
    question = Question("Which?", choices=["a", "b"], correct="b", name="which")
    lesson = Lesson(None, [Step("Think.", gate=question), Step("End.")])
    assert folder.rows() == []
    question.answer = "a"
    (row,) = folder.rows()
    assert (row["question"], row["answer"], row["correct"]) == ("which", "a", False)
    assert row["seconds"] >= 0
    with pytest.raises(traitlets.TraitError, match="Your teacher will open"):
        question.revealed = True
    lesson.step = 1
    assert "b" not in [cell for line in summary_rows(lesson) for cell in line]
    assert "Your teacher will open the answers" in lesson._export.value
    assert lesson._look.layout.display == ""
    folder.hold(on=False)
    lesson._look.click()
    assert summary_rows(lesson) == [["which", "a", "b", "✗"]]
    assert "0 of 1 right." in lesson._export.value
    assert lesson._look.layout.display == "none"
    question.revealed = True
    assert question.revealed
    lesson.close()


def test_a_page_of_a_class_that_is_loaded_again_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setenv(ClassFolder.VARIABLE, str(tmp_path))
    folder = ClassFolder.here()
    folder.ask_names(on=True)

    def start():
        number = Question("How many?", correct=3.3, unit="%", name="many")
        text = Question("Why?", name="why")
        return Lesson(None, [Step("Think.", gate=number), Step("Say.", gate=text), Step("End.")])

    before, after, other = start(), start(), start()
    before._name.value = "Kim"
    before.questions[0].answer = "1:29"
    before.questions[0].revealed = True
    before.questions[0].seconds = 7.5
    before._next.click()
    before.questions[1].answer = "=so"
    other._name.value = "Kim"
    other.questions[0].answer = "2%"
    assert after._guide.lesson == before._guide.lesson != ""
    after._guide.student = before._guide.student  # so says the page
    assert (after.step, after.answers) == (1, before.answers)
    assert [question.revealed for question in after.questions] == [True, False]
    assert after.questions[0].seconds == 7.5
    with pytest.raises(traitlets.TraitError, match="has been answered"):
        after.questions[0].answer = 5
    after._next.click()
    assert {row["student"] for row in folder.rows()} == {"Kim", "Kim (2)"}  # two who have one name, none of them twice
    other._guide.student = "../ask-names"
    assert other._class.student != "../ask-names"
    for lesson in (before, after, other):
        assert lesson.notice.value == ""
        lesson.close()


def test_names_are_asked_for_and_kept_only_where_the_teacher_wants_them(tmp_path, monkeypatch):
    monkeypatch.setenv(ClassFolder.VARIABLE, str(tmp_path))
    folder = ClassFolder.here()
    for wanted, student in ((True, "Kim"), (False, None)):
        folder.ask_names(on=wanted)
        lesson = Lesson(None, [Step("Think.", gate=Question("Which?", choices=["a", "b"], name="which")), Step("End.")])
        assert (lesson._name.layout.display == "") == wanted
        lesson._name.value = " Kim "
        lesson.questions[0].answer = "a"
        rows = [row for row in folder.rows() if row["named"] == wanted]
        assert [row["student"] for row in rows if row["student"] == "Kim"] == ([student] if wanted else [])
        assert len(rows) == 1
        lesson.close()
    assert sum("Kim" in file.read_text() for file in tmp_path.glob("*.csv")) == 1


def summary_rows(lesson):
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in lesson._export.value.split("<tr>")[2:]]


def test_a_lesson_elsewhere_writes_nothing(monkeypatch, tmp_path):
    monkeypatch.delenv(ClassFolder.VARIABLE, raising=False)
    assert ClassFolder.here() is None
    monkeypatch.setenv(ClassFolder.VARIABLE, str(tmp_path / "gone"))
    assert ClassFolder.here() is None
