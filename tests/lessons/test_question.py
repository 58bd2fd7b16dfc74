"""Questions: predict, commit, then reveal."""

import ipywidgets as widgets
import pytest
import traitlets

from brierwidgets.lessons import Question, answers_frame


@pytest.fixture
def choice():
    question = Question("Which?", choices=["left", "right"], correct="right", reveal="Because.", name="which")
    yield question
    question.close()


@pytest.fixture
def estimate():
    question = Question("How many?", correct=20, tolerance=2, unit="per 1,000", reveal="Counted.")
    yield question
    question.close()


def html_of(question):
    return question._response.value


def test_the_kind_follows_from_what_is_given():
    assert Question("?", choices=["a", "b"]).kind == "choice"
    assert Question("?", correct=0.5).kind == "number"
    assert Question("?", kind="number").kind == "number"
    assert Question("?").kind == "text"


def test_nothing_is_revealed_before_an_answer(choice):
    assert choice.answer is None
    assert choice.is_correct is None
    assert choice._reveal.disabled
    assert choice._commit.disabled
    with pytest.raises(traitlets.TraitError, match="Commit an answer first"):
        choice.revealed = True
    choice._reveal.click()
    assert not choice.revealed
    assert "Commit an answer first" in choice.notice.value
    assert "Because" not in html_of(choice)


def test_choose_commit_reveal_by_hand(choice):
    choice._input.value = "right"
    assert choice.answer is None  # choosing is not committing
    assert not choice._commit.disabled
    choice._input.value = "left"
    choice._commit.click()
    assert choice.answer == "left"
    assert choice._input.disabled
    assert choice._commit.disabled
    assert "Committed: left" in html_of(choice)
    assert "Because" not in html_of(choice)
    choice._reveal.click()
    assert choice.revealed
    assert choice.is_correct is False
    assert "Not quite" in html_of(choice)
    assert "The answer: right" in html_of(choice)
    assert "<p>Because.</p>" in html_of(choice)
    assert 'aria-live="polite"' in html_of(choice)


@pytest.mark.parametrize(
    ("answer", "said"), [("Which one?", "Which one?"), ("That one.", "That one."), ("All", "All.")]
)
def test_a_sentence_of_the_readers_own_ends_once(answer, said):
    question = Question("Why?", name="why")
    question.answer = answer
    assert f"<p>Committed: {said}</p>" in html_of(question)
    question.revealed = True
    assert f"<strong>You said: {said}</strong>" in html_of(question)
    question.close()


def test_a_committed_answer_stands_until_the_reset(choice):
    choice.answer = "right"
    choice.answer = "right"  # nothing new
    with pytest.raises(traitlets.TraitError, match=r"has been answered: right. Call reset"):
        choice.answer = "left"
    choice.revealed = True
    choice.reset()
    assert (choice.answer, choice.revealed, choice._input.value) == (None, False, None)
    assert not choice._input.disabled
    assert html_of(choice) == ""
    choice.answer = "left"
    assert choice.answer == "left"


@pytest.mark.parametrize(
    ("given", "right"), [(18, True), (22, True), (17.9, False), ("21 per 1,000", True), ("−5", False)]
)
def test_numbers_are_right_within_the_tolerance(estimate, given, right):
    estimate.answer = given
    assert estimate.is_correct is right


def test_the_edge_of_the_tolerance_counts_whatever_floats_say():
    question = Question("?", correct=0.2, tolerance=0.05)
    question.answer = 0.15
    assert abs(0.15 - 0.2) > 0.05
    assert question.is_correct


@pytest.mark.parametrize(("text", "value"), [("12", 12), (" 2.5 ", 2.5), ("2%", 0.02), ("1:49", 0.02), ("-1e3", -1000)])
def test_numbers_are_read_as_people_write_them(text, value):
    question = Question("?", kind="number")
    question.answer = text
    assert question.answer == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("0,5", "a point, not a comma"),
        ("many", "is not a number"),
        ("nan", "finite"),
        ("inf", "finite"),
        (True, "number"),
    ],
)
def test_what_is_no_number_is_refused_with_advice(text, advice):
    question = Question("?", kind="number")
    with pytest.raises(traitlets.TraitError, match=advice):
        question.answer = text
    assert question.answer is None


def test_a_bad_number_typed_shows_advice_and_can_be_mended(estimate):
    estimate._input.value = "about twenty"
    estimate._input._handle_custom_msg({"event": "submit"}, [])  # the Enter key
    assert "is not a number" in estimate.notice.value
    assert estimate.answer is None
    assert estimate._input.value == "about twenty"
    estimate._input.value = "20"
    estimate._input._handle_custom_msg({"event": "submit"}, [])
    assert estimate.notice.value == ""
    assert estimate.answer == 20


def test_enter_on_an_empty_box_commits_nothing(estimate):
    estimate._input._handle_custom_msg({"event": "submit"}, [])
    assert estimate.answer is None
    assert "There is no answer yet" in estimate.notice.value


@pytest.mark.parametrize("typed", ["1:19", "5%", "0.05", "5", " 5 % ", "1 : 19"])
def test_where_a_percentage_is_asked_for_four_ways_to_write_it_are_one(typed):
    question = Question("From which risk?", correct=5, tolerance=0.1, unit="%")
    question._input.value = typed
    assert "read as 5%" in question._echo.value
    question._commit.click()
    assert question.answer == pytest.approx(5)
    assert question.is_correct
    assert question._echo.value == ""


def test_a_number_from_python_is_in_the_unit():
    question = Question("?", correct=0.5, unit="%")
    question.answer = 0.5
    assert (question.answer, question.is_correct) == (0.5, True)


@pytest.mark.parametrize(("typed", "advice"), [("150%", "between 0% and 100%"), ("-3", "−3% cannot be")])
def test_an_impossible_answer_is_refused_before_it_is_committed(typed, advice):
    question = Question("Which share?", correct=20, unit="%")
    question._input.value = typed
    assert advice in question._echo.value
    question._commit.click()
    assert question.answer is None
    assert advice in question.notice.value
    assert not question._input.disabled


def test_limits_of_ones_own():
    people = Question("How many of 1,000?", correct=20, limits=(0, 1000))
    with pytest.raises(traitlets.TraitError, match="1001 cannot be: the answer lies between 0 and 1000"):
        people.answer = "1001"
    free = Question("By how much did it change?", correct=-20, unit="%", limits=(-float("inf"), float("inf")))
    free.answer = "-20"
    assert free.is_correct


def test_several_numbers_may_be_right():
    question = Question("Where do they cross?", correct=10, also=[30], tolerance=1)
    question.answer = 29.5
    assert question.is_correct
    question.reset()
    question.answer = 20
    assert not question.is_correct


def test_hints_come_one_at_a_time():
    question = Question("?", hints=["Think **twice**.", "Count."])
    assert question._helped.value == ""
    question._hint.click()
    assert "<strong>twice</strong>" in question._helped.value
    assert "Count." not in question._helped.value
    question._hint.click()
    assert "Count." in question._helped.value
    assert question._hint.disabled
    with pytest.raises(traitlets.TraitError, match="has 2 hints"):
        question.hints_shown = 3
    question.reset()
    assert (question.hints_shown, question._helped.value) == (0, "")


def test_free_text_has_no_right_answer():
    question = Question("Why?", reveal="Think of costs.")
    with pytest.raises(traitlets.TraitError, match="few words"):
        question.answer = "   "
    question.answer = " because "
    question.revealed = True
    assert question.answer == "because"
    assert question.is_correct is None
    assert "You said: because" in html_of(question)


def test_hostile_text_is_shown_as_it_is_written():
    bad = "<script>alert(1)</script>"
    question = Question(f"{bad} **{bad}**", reveal=bad)
    question.answer = bad
    assert "<script>" not in html_of(question)
    question.revealed = True
    assert "<script>" not in question._prompt.value + html_of(question)
    assert "<strong>&lt;script&gt;" in question._prompt.value
    assert html_of(question).count("&lt;script&gt;") == 2


def test_where_nothing_runs_there_is_the_question_and_no_answer(choice, estimate):
    choice.answer = "left"
    choice.revealed = True
    shown = choice._repr_mimebundle_()["text/html"]
    assert "<p>Which?</p><ul><li>left</li><li>right</li></ul>" in shown
    assert "Because." not in shown
    assert "".join(estimate.still()) == "<p>How many?</p>"
    hostile = Question("<b>", choices=["<i>", "none"])
    assert "<b>" not in "".join(hostile.still())
    assert "<i>" not in "".join(hostile.still())
    hostile.close()


def test_a_widget_can_be_revealed():
    chart = widgets.HTML("chart")
    question = Question("?", choices=["a", "b"], reveal=chart)
    question.answer = "a"
    assert question._shown.children == ()
    question.revealed = True
    assert question._shown.children == (chart,)
    question.reset()
    assert question._shown.children == ()


def test_answers_as_a_frame(choice, estimate):
    choice.answer = "right"
    choice.revealed = True
    frame = answers_frame([choice, estimate])
    assert list(frame.index) == ["which", "How many?"]
    assert frame.loc["which"].to_dict() == {
        "kind": "choice",
        "answer": "right",
        "expected": "right",
        "correct": True,
        "revealed": True,
        "seconds": None,
    }
    assert frame.loc["How many?", ["answer", "correct"]].tolist() == [None, None]
    assert choice.to_frame().equals(frame.loc[["which"]])
    assert list(answers_frame([]).columns) == list(frame.columns)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "essay"}, "Choose one of 'choice', 'number', 'text'"),
        ({"choices": ["a", "a"]}, "all different"),
        ({"choices": ["a"]}, "at least two"),
        ({"choices": "ab"}, "not one text"),
        ({"choices": ["a", 1]}, "must be a text"),
        ({"choices": ["a", "b"], "correct": "c"}, "'c' is not among the choices"),
        ({"choices": ["a", "b"], "kind": "number"}, "choices go with kind='choice'"),
        ({"kind": "choice"}, "choices go with kind='choice'"),
        ({"choices": ["a", "b"], "unit": "%"}, "for numbers"),
        ({"kind": "text", "correct": "x"}, "nobody marks"),
        ({"correct": "x"}, "the right answer will not do"),
        ({"correct": 1, "tolerance": -1}, "tolerance must be 0 or more"),
        ({"correct": 1, "tolerance": "wide"}, r"The question .How\?.: the tolerance must be 0 or more, not .wide."),
        ({"corect": 1}, "Did you mean 'correct'"),
        ({"correct": 150, "unit": "%"}, "150% cannot be"),
        ({"correct": 1, "limits": (3, 2)}, "leave no room"),
        ({"correct": 1, "limits": 5}, "a pair of numbers"),
        ({"kind": "number", "also": [2]}, "give the first as correct="),
        ({"choices": ["a", "b"], "limits": (0, 1)}, "are for numbers"),
        ({"hints": "one"}, "list of texts"),
        ({"reveal": 5}, "must be text or a widget"),
        ({"reveal": "![a chart](nowhere.png)"}, "There is no picture 'nowhere.png'"),
        ({"hints": ["$\\left($"]}, "cannot be read"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Question("How?", **options)


def test_a_question_needs_a_text():
    with pytest.raises(ValueError, match="needs a text"):
        Question("  ")


def test_closing_frees_every_widget():
    question = Question("?", choices=["a", "b"], reveal=widgets.HTML("x"))
    inner = [question, question._input, question._response, question.reveal]
    question.close()
    question.close()
    assert all(widget.comm is None for widget in inner)
