"""Names of strangers change no structure: what is built of them has the elements that plain names give, and no more."""

import csv
import io
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import ipywidgets as widgets
import pytest

import brierwidgets as bw
from brierwidgets import export
from brierwidgets.words.text import inert, one_line
from tests.hostile.names import NAMES, PLAIN, groups, make
from tests.widgets.test_contract import VIEWS, texts


@pytest.fixture(scope="module")
def hostile():
    return make(NAMES)


@pytest.fixture(scope="module")
def plain():
    return make(PLAIN)


@pytest.fixture(scope="module")
def explorer(hostile):
    made = bw.Explorer(hostile, interval=(0.1, 0.4), groups=groups(hostile))
    yield made
    made.close()


class Skeleton(HTMLParser):
    """The elements of a text and the names of their attributes."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.parts.append((tag, *(name for name, _ in attributes)))

    def handle_endtag(self, tag):
        self.parts.append(f"/{tag}")

    def handle_other(self, data):
        self.parts.append(("other", len(data) > 0))

    handle_comment = handle_decl = unknown_decl = handle_pi = handle_other


def skeletons(view):
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name
    view.state.cost = 0.2
    shown = [*texts(view), view._repr_mimebundle_()["text/html"]]
    return [Skeleton(text).parts for text in shown]


@pytest.mark.slow
@pytest.mark.parametrize(
    "view_class",
    [pytest.param(view, marks=pytest.mark.slow) if view is bw.Explorer else view for view in VIEWS],
    ids=lambda view: view.__name__,
)
def test_every_view_has_the_elements_it_has_with_plain_names(view_class, hostile, plain):
    built = []
    for comparison in (hostile, plain):
        options = {"groups": groups(comparison)} if view_class is bw.GroupView else {}
        view = view_class(comparison, interval=(0.1, 0.4), **options)
        try:
            built.append(skeletons(view))
            assert view.notice.value == ""
        finally:
            view.close()
    assert built[0] == built[1]


def test_no_description_is_html(explorer):
    for name in explorer.charts:
        explorer.tab = name
    for widget in list(widgets.widget._instances.values()):
        assert not getattr(widget, "description_allow_html", False)


def test_a_table_of_a_comparison(hostile, plain):
    assert Skeleton(hostile._repr_html_().replace("<span>", "").replace("</span>", "")).parts == (
        Skeleton(plain._repr_html_()).parts
    )


def test_every_table_holds_every_name(hostile):
    asked = {
        "scores": hostile.scores((0.1, 0.4)).index,
        "with rules": hostile.scores((0.1, 0.4), rules=True).index[: len(NAMES)],
        "differences": hostile.differences((0.1, 0.4)).index,
        "of a rule": hostile.differences((0.1, 0.4), reference="treat all").index,
        "shares": hostile.best_over_intervals(grid=[0.1, 0.2, 0.4]).shares().index,
    }
    for table, names in asked.items():
        assert list(names) == NAMES, table
    state = bw.ExplorerState(hostile, shown=NAMES[::-1])
    assert list(state.scores().index) == NAMES
    state.close()


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_every_name_can_be_chosen(number, hostile):
    alone = bw.Comparison(hostile.rows.labels, {NAMES[number]: hostile.rows.scores[NAMES[number]]})
    assert alone.choices([(0.1, 0.3), (0.2, 0.4)])["choice"].tolist() == [NAMES[number]] * 2
    assert set(alone.best_over_intervals(grid=[0.1, 0.2]).to_frame()["best"]) == {NAMES[number]}


def test_csv_holds_every_name_and_no_formula(explorer):
    rows = list(csv.reader(io.StringIO(explorer.to_csv(), newline="")))
    assert [row[0] for row in rows[1:]] == [inert(name) for name in NAMES]
    for row in rows[1:]:
        assert not re.match(r"[=+\-@\t\r]", row[0])


def test_latex_and_markdown_have_one_row_a_model(explorer):
    latex = explorer.to_latex().splitlines()
    assert len(latex) == len(NAMES) + 6
    width = latex[2].count(" & ")
    for row in latex[4:-2]:
        line = row.removesuffix(r" \\")
        assert line != row
        assert len(re.findall(r"(?<!\\)&", line)) == width
        assert not re.search(r"(?<!\\)[%#$](?!-|\\infty|\\pm|\$)", line.replace("$-$", "").replace(r"$\infty$", ""))
        assert not re.search(r"\\(?!textbackslash|text[a-z]+\{\}|[&%$#_{}\\]|infty|pm)", line)
    markdown = explorer.to_markdown().splitlines()
    assert len(markdown) == len(NAMES) + 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in markdown} == {len(explorer.scores().columns) + 2}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Glyph .* missing")  # of a family; matplotlib draws a box and says so
@pytest.mark.parametrize(
    "tab",
    ["regret", "paper", "ranking", "calibration", "decomposition", "sensitivity"],
)
def test_pictures_are_well_formed(explorer, tab, tmp_path):
    saved = ET.fromstring(explorer.save_svg(tmp_path / "a.svg", tab=tab, size=(12, 40)).read_bytes())
    still = ET.fromstring(export.still_svg(explorer.charts[tab].picture()))
    for drawn in (saved, still):
        tags = {element.tag.rpartition("}")[2] for element in drawn.iter()}
        assert not tags & {"script", "foreignObject", "b", "a"}
        assert not [name for element in drawn.iter() for name in element.attrib if name.startswith("on")]
    names = {element.text for element in still.iter() if element.tag.endswith("}text")}
    assert {one_line(name) for name in NAMES} <= names
    if tab == "regret":
        assert explorer.save_png(tmp_path / "a.png", tab=tab, size=(12, 40), dpi=30).stat().st_size > 500
        assert explorer.save_pdf(tmp_path / "a.pdf", tab=tab, size=(12, 40)).read_bytes()[:5] == b"%PDF-"


@pytest.mark.slow
def test_a_saved_page_has_the_elements_it_has_with_plain_names(explorer, plain, tmp_path):
    other = bw.Explorer(plain, interval=(0.1, 0.4), groups=groups(plain))
    try:
        pages = [
            view.save_html(tmp_path / f"{number}.html", title=NAMES[1]).read_text(encoding="utf-8")
            for number, view in enumerate((explorer, other))
        ]
    finally:
        other.close()
    assert Skeleton(pages[0]).parts == Skeleton(pages[1]).parts


def test_its_code_builds_it_again(explorer, hostile, monkeypatch):
    labels = groups(hostile)
    named = sys.modules["__main__"]
    monkeypatch.setattr(named, "hostile", hostile, raising=False)
    monkeypatch.setattr(named, "labels", labels, raising=False)
    first = bw.Explorer(hostile, interval=(0.1, 0.4), groups=labels, shown=NAMES[::3], group=NAMES[8])
    space = dict(vars(named))
    exec(first.to_code(), space)
    again = space["explorer"]
    try:
        assert again.settings() == first.settings()
        assert again.scores().equals(first.scores())
    finally:
        again.close()
        first.close()


def test_a_question_and_its_answer():
    from brierwidgets.lessons import Question

    built = []
    for names in (NAMES, PLAIN):
        question = Question("Which one?", choices=names, correct=names[1], reveal="So it is.")
        try:
            question.answer = names[0]
            question.revealed = True
            built.append([Skeleton(text).parts for text in texts(question)])
        finally:
            question.close()
    assert built[0] == built[1]


def test_a_lesson_as_a_page_and_on_paper(tmp_path):
    from brierwidgets.lessons import Lesson, PrintedScores, Question, Step
    from brierwidgets.lessons._text import plain as as_it_is

    built = []
    for number, names in enumerate((NAMES, PLAIN)):
        steps = [
            Step(
                f"See {as_it_is(name)} here.",
                title=name,
                gate=Question("Which one?", choices=[name, "other"], correct=name, reveal=as_it_is(name), name=name),
            )
            for name in names
        ]
        comparison = make(names[:5], rows=40)
        steps.append(Step("Last.", view=lambda cases=comparison: PrintedScores(cases)))
        lesson = Lesson(None, steps, title=names[0])
        try:
            lesson.save_html(tmp_path / f"lesson {number}.html")
            lesson.handout(tmp_path / f"sheet {number}.html")
        finally:
            lesson.close()
        files = sorted(tmp_path.glob(f"*{number}*.html"))
        assert len(files) == 3
        built.append([Skeleton(file.read_text(encoding="utf-8")).parts for file in files])
    assert built[0] == built[1]
