"""The page counts a class's answers as Python does."""

import pytest

from brierwidgets.lessons import join
from brierwidgets.page import script
from tests.page.test_lesson_answers import LOAD

HEAD = "question,kind,answer,expected,correct,revealed,seconds"
FILES = [
    f'{HEAD}\r\nrisk,number,5,5,True,True,10\r\nwhy,text,"\'=a ""b"",\nc",,,False,4\r\n',
    f"{HEAD}\nrisk,number,7.5,5,False,True,30\nwhy,text,,,,False,\n",
    # as a spreadsheet saves it where a comma is the decimal point
    f"{HEAD.replace(',', ';')}\nrisk;number;5,5;5;TRUE;TRUE;21,0\nwhy;text;x, y;;;FALSE;7\n",
]
TALLY = """(files) => {
  const { rows_of_file, tally } = window.lesson;
  return tally(files.flatMap((text, i) => rows_of_file("\\ufeff" + text, `file ${i}`)));
}"""


def test_the_page_joins_files_as_python_does(scripts, tmp_path):
    scripts._page.evaluate(LOAD, script("lesson_class"))
    for number, text in enumerate(FILES):
        tmp_path.joinpath(f"{number}.csv").write_bytes(text.encode("utf-8-sig"))
    joined = join([tmp_path / "*.csv"])
    summary, answers = joined.summary(), joined.frame.dropna(subset="answer").set_index("question")["answer"]
    joined.close()
    found = scripts.evaluate(TALLY, FILES)
    assert [row["question"] for row in found] == list(summary.index)
    assert [row["answered"] for row in found] == summary["answered"].tolist()
    assert [row["seconds"] for row in found] == summary["seconds"].tolist()
    assert found[0]["right"] == pytest.approx(summary["right"].iloc[0])
    assert found[1]["right"] is None
    assert found[1]["answers"] == ['=a "b",\nc', "x, y"] == answers["why"].tolist()
    assert found[0]["answers"] == ["5", "7.5", "5.5"]


def test_a_histogram_counts_everybody_once_between_round_numbers(scripts):
    scripts._page.evaluate(LOAD, script("lesson_class"))
    bars, fine, one, decades = (
        scripts.evaluate("(values) => window.lesson.histogram(values)", values)
        for values in ([0, 1, 1.5, 3, 12], [1.66, 2.0, 0.3, 3.0, 2.75, 0.7], [2, 2], [1.66, 2, 3, 5, 50, 1])
    )
    assert sum(count for _, _, count in bars) == 5
    assert (bars[0][0], bars[-1][1], bars[-1][2]) == (0, 14, 1)
    assert fine == [[0, 0.5, 1], [0.5, 1, 1], [1, 1.5, 0], [1.5, 2, 1], [2, 2.5, 1], [2.5, 3, 1], [3, 3.5, 1]]
    assert one == [[2, 2, 2]]
    assert decades == [[1, 2, 2], [2, 5, 2], [5, 10, 1], [10, 20, 0], [20, 50, 0], [50, 100, 1]]


def test_numbers_that_nobody_would_expect_are_counted_once_in_few_bars(scripts):
    scripts._page.evaluate(LOAD, script("lesson_class"))
    near = [[1e16, 1e16 + 2], [1.8e17, 1.8e17 + 2e6], [0, 5e-324]]
    for values in (*near, [-1e308, 3, 1e308], [5e-324, 1e308], [1e276, -1e-258]):
        bars = scripts.evaluate("(values) => window.lesson.histogram(values)", values)
        assert sum(count for _, _, count in bars) == len(values)
        assert len(bars) < 20


def test_of_a_bar_only_those_who_were_right_have_the_colour_of_the_right(scripts):
    """Others whose numbers lie in the same bar are not right, too."""
    scripts._page.evaluate(LOAD, script("lesson_class"))
    shown = """(given) => {
      const place = document.createElement("div");
      const row = ([answer, correct], i) =>
        ({student: String(i), question: "q", kind: "number", answer, expected: "97.4", correct, seconds: null});
      window.lesson.show_class(place, given.map(row));
      const wide = (bar) => bar.className + " " + bar.style.width;
      return [...place.querySelectorAll("tr")].map((tr) =>
        [tr.cells[0].textContent, [...tr.querySelectorAll(".bw-bar")].map(wide)]).filter(([, bars]) => bars.length);
    }"""
    assert scripts.evaluate(shown, [["97.4", True], ["50", False], ["3", False], ["1500", False]]) == [
        ["2 to under 5", ["bw-bar 50%"]],
        ["50 to under 100", ["bw-bar bw-hits 50%", "bw-bar 50%"]],
        ["1,000 to under 2,000", ["bw-bar 50%"]],
    ]


def test_a_bar_is_right_only_if_the_answer_is_in_it(scripts):
    scripts._page.evaluate(LOAD, script("lesson_class"))
    marked = """([given, expected]) => {
      const place = document.createElement("div");
      const row = (answer, i) =>
        ({student: String(i), question: "q", kind: "number", answer, expected, correct: null, seconds: null});
      window.lesson.show_class(place, given.map(row));
      return [...place.querySelectorAll(".bw-right th")].map((header) => header.textContent);
    }"""
    assert scripts.evaluate(marked, [["5", "5"], "5"]) == ["5"]
    assert scripts.evaluate(marked, [["5", "5"], "10"]) == []
    assert scripts.evaluate(marked, [["5", "5"], "2"]) == []
    assert scripts.evaluate(marked, [["1", "3", "9"], "4"]) == ["4 to under 6"]
