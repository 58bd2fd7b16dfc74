"""Answers of a lesson are read, said and judged alike in Python and in the page."""

import math

from brierwidgets.lessons import Question
from brierwidgets.lessons._answers import Expected, write_answer
from brierwidgets.lessons._page import scramble
from brierwidgets.page import script

LOAD = """async (source) => {
  window.lesson = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
}"""
READ = """(cases) => cases.map(([question, right, typed]) => {
  const { read_answer, understood, judge, write_answer } = window.lesson;
  const said = understood(question, typed);
  try {
    const answer = read_answer(question, typed);
    return [answer, said, judge(question, right, answer), write_answer(answer, question.unit)];
  } catch (error) {
    return [error.message, said, null, ""];
  }
})"""
# fmt: off
TYPED = [
    "1:19", "5%", "0.05", "5", "150", "150%", "-3", "−3", "0", "1", "0.5", ".5%", "99.9", "1e3", "1e-3", "1e999",
    "nan", "-inf", "0,5", "1,000", "many", "5%%", "%5", "1:0", "0:0", "-1:3", "1:2:3", "1:x", "2.7376",
    "97.35370853522176", "1e20", "123456.789", "it's", "", " 5 % ", "1 : 19", "12 per 1,000", "per 1,000", "5 5",
    "+7",
]
# fmt: on
QUESTIONS = [
    Expected("number", unit="%", limits=(0.0, 100.0), correct=5.0, tolerance=0.1, also=(50.0,)),
    Expected("number", correct=12.0, tolerance=0.5),
    Expected("number", unit="per 1,000", limits=(0.0, 1000.0), correct=0.0),
    Expected("number", limits=(-math.inf, 10.0)),
    Expected("number", limits=(2.0, math.inf)),
]


def in_python(expected, typed):
    said = expected.understood(typed)
    try:
        answer = expected.read(typed)
    except ValueError as error:
        return [str(error), said, None, ""]
    return [answer, said, expected.judge(answer), write_answer(answer, expected.unit)]


def for_page(expected):
    limits = [end if math.isfinite(end) else None for end in expected.limits]
    right = {"correct": expected.correct, "also": expected.also, "tolerance": expected.tolerance}
    return {"kind": expected.kind, "unit": expected.unit, "limits": limits}, right


def test_the_page_reads_says_and_judges_as_python_does(scripts):
    scripts._page.evaluate(LOAD, script("lesson_answers"))
    cases = [(expected, typed) for expected in QUESTIONS for typed in TYPED]
    answers = scripts.evaluate(READ, [[*for_page(expected), typed] for expected, typed in cases])
    for (expected, typed), found in zip(cases, answers, strict=True):
        assert found == in_python(expected, typed), (expected.unit, expected.limits, typed)
    read = [found[0] for found in answers]
    assert read.count(5.0) > 8
    assert any("cannot be" in str(answer) for answer in read)


def test_the_page_says_what_is_right_as_python_does(scripts):
    scripts._page.evaluate(LOAD, script("lesson_answers"))
    cases = [
        (Question("Why?", name="why"), ["Which one?", "That one.", "All", "Stop!"]),
        (Question("Which?", choices=["Left.", "right"], correct="Left."), ["Left.", "right"]),
        (Question("How many?", correct=5, unit="%"), [5, 7.25]),
    ]
    for question, answers in cases:
        for answer in answers:
            question.reset()
            question.answer = answer
            said = scripts.evaluate(
                "([...given]) => window.lesson.judgement(...given)", [*for_page(question.expected), answer]
            )
            assert said == question._judgement()
        question.close()


def test_the_page_lifts_the_curtain(scripts):
    scripts._page.evaluate(LOAD, script("lesson_store"))
    secret = {"correct": "größer ≥ 5", "also": [1.5], "reveal": "<p>" + "because " * 200 + "</p>"}
    text = scramble(secret, "ä key")
    assert "because" not in text
    assert scripts.evaluate("([text, key]) => window.lesson.unscramble(text, key)", [text, "ä key"]) == secret
