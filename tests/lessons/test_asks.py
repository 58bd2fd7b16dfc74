"""Questions that find their own answers."""

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison
from brierwidgets.datasets import load_breast_cancer
from brierwidgets.lessons import (
    Lesson,
    Step,
    ask_best,
    ask_crossing,
    ask_how_far,
    ask_share,
    ask_treated,
)
from brierwidgets.lessons._findings import crossings

BOTH = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})


def random_pair(seed, rows=40):
    rng = np.random.default_rng(seed)
    y = np.concatenate([[0, 1], rng.integers(0, 2, rows)])
    return Comparison(y, {"a": rng.random(rows + 2), "b": rng.random(rows + 2)})


@pytest.mark.parametrize("seed", range(8))
def test_crossings_are_where_the_curves_change_sides(seed):
    pair = random_pair(seed)
    found = crossings(pair["a"], pair["b"], (0.05, 0.95))
    fine = np.linspace(0.05, 0.95, 200_001)
    gap = pair["a"].regret(fine) - pair["b"].regret(fine)
    decided = np.flatnonzero(np.abs(gap) > 1e-12)
    turns = decided[np.flatnonzero(np.diff(np.sign(gap[decided])) != 0)]
    assert len(found) == len(turns)
    # Where the curves lie on each other for a while, the crossing is somewhere on that stretch.
    following = decided[np.searchsorted(decided, turns) + 1]
    assert np.all((np.array(found) >= fine[turns] - 1e-5) & (np.array(found) <= fine[following] + 1e-5))


def test_each_of_many_crossings_is_right_and_the_teacher_is_told():
    question = ask_crossing(BOTH, "keen", "shy", ("10%", "90%"))
    assert sorted([question.correct, *question.expected.also]) == pytest.approx([30, 100 / 3, 40, 50, 60])
    question.answer = "50%"
    assert question.is_correct
    assert "cross 5 times, at 30%, 33.3%, 40%, 50%, 60%" in question.doubt
    lesson = Lesson(None, [Step("Look.", gate=question)])
    assert lesson.check() == [f"Step 1, {question.text}: {question.doubt}"]
    lesson.close()


@pytest.mark.parametrize("seed", range(8))
def test_no_crossing_is_marked_wrong_however_many_stand_in_a_row(seed):
    pair = random_pair(seed, rows=400)
    question = ask_crossing(pair, "a", "b", (0.05, 0.95))
    found = crossings(pair["a"], pair["b"], (0.05, 0.95))
    assert len(found) > 1 + len(question.expected.also)
    assert all(question.expected.judge(100 * place) for place in found)
    question.close()


def test_the_crossing_that_a_reader_sees_says_how_near_is_near_enough():
    question = ask_crossing(load_breast_cancer(), "xgboost", "xgboost (2%)")  # they cross at 0.149%, too
    assert question.correct == pytest.approx(2.74, abs=0.01)
    assert question.expected.judge(2.7)
    assert question.expected.judge(0.149)
    assert not question.expected.judge(2.5)
    question.close()


def test_weights_that_do_not_add_up_exactly_are_no_obstacle():
    rng = np.random.default_rng(0)
    for _ in range(50):
        both = Comparison([0, 1, 0, 1, 1, 0, 0], {"a": rng.random(7), "b": rng.random(7)}, sample_weight=rng.random(7))
        treated, share = ask_treated(both, "a", 0), ask_share(both, "a", (0, 1))
        assert (treated.correct, share.correct) == pytest.approx((1000, 100))
        treated.close()
        share.close()


def test_the_teacher_hears_of_models_that_share_the_first_place():
    three = BOTH.with_model("twin", [0.1, 0.2, 0.3, 0.6])
    question = ask_best(three, ("20%", "40%"))
    assert question.correct == "there is no difference"
    assert question.doubt.startswith("shy and twin are equal and better than the rest;")
    assert ask_best(three.without_model("keen"), ("20%", "40%")).doubt == ""


def test_the_teacher_hears_of_every_lead_that_the_reveal_calls_chance():
    rng = np.random.default_rng(3)
    told = []
    for _ in range(40):
        y = np.concatenate([[0, 1], (rng.random(198) < 0.2).astype(int)])
        scores = {
            name: np.clip(0.2 + lift * y + rng.normal(0, 0.1, 200), 0.01, 0.99)
            for name, lift in (("a", 0.2), ("b", 0.1))
        }
        both = Comparison(y, scores)
        question = ask_best(both, ("15%", "40%"))
        if " less than b. " in question.reveal or " less than a. " in question.reveal:
            told.append(("could be chance" in question.reveal, question.doubt != ""))
        question.close()
    assert {chance for chance, _ in told} == {True, False}
    assert all(chance == doubt for chance, doubt in told)


def test_the_teacher_is_told_that_a_lead_never_ends():
    best = Comparison([0, 0, 1, 1], {"sure": [0.0, 0.0, 1.0, 1.0], "shy": [0.1, 0.2, 0.3, 0.6]})
    question = ask_how_far(best, ("10%", "30%"))
    assert question.correct == 100
    assert "No right end makes another model the best, so the answer is 100%." in question.doubt
    question.close()


def test_thousands_are_written_alike():
    assert ask_treated(BOTH, "keen", "10%").reveal.startswith("1,000 of 1,000 have a risk of 10% or more")


def test_lines_that_do_not_cross_are_no_question():
    with pytest.raises(ValueError, match=r"'keen' and 'shy' do not cross\. Ask on a wider interval"):
        ask_crossing(BOTH, "keen", "shy", ("61%", "65%"))
    with pytest.raises(ValueError, match="nobody"):
        ask_crossing(BOTH, "keen", "nobody")
    with pytest.raises(ValueError, match=r"A model does not cross itself\. Name another one beside 'keen'"):
        ask_crossing(BOTH, "keen", "keen")


@pytest.mark.parametrize("ask", [ask_best, ask_how_far, lambda data, where: ask_treated(data, "keen", where[0])])
def test_a_table_is_no_comparison_and_the_teacher_is_told_how_to_make_one(ask):
    with pytest.raises(
        TypeError, match=r"Ask about a Comparison, not about a DataFrame\. Make one first: Comparison\("
    ):
        ask(pd.DataFrame({"keen": [0.1, 0.2]}), ("10%", "20%"))


@pytest.mark.parametrize(("end", "interval"), [("high", (0.1, 0.3)), ("low", (0.62, 0.69))])
def test_how_far_a_lead_holds(end, interval):
    question = ask_how_far(BOTH, interval, end=end)
    turn = question.correct / 100

    def lead(place):
        bounds = (interval[0], place) if end == "high" else (place, interval[1])
        return BOTH["keen"].mean_regret(bounds) - BOTH["shy"].mean_regret(bounds)

    beyond = 0.01 if end == "high" else -0.01
    assert np.sign(lead(turn - beyond)) == -np.sign(lead(turn + beyond)) != 0
    assert ("Up to" if end == "high" else "Down to") in question.text


def test_a_lead_that_holds_everywhere():
    one = Comparison([0, 0, 1, 1], {"sure": [0.0, 0.0, 1.0, 1.0], "not": [0.5, 0.5, 0.5, 0.5]})
    question = ask_how_far(one, (0.2, 0.3))
    assert question.correct == 100
    assert "stays the best" in question.reveal
    with pytest.raises(ValueError, match="no lead to hold"):
        ask_how_far(Comparison([0, 1], {"a": [0.2, 0.7], "b": [0.2, 0.7]}), (0.2, 0.3))


def test_shares_and_treated_are_counted():
    women = load_breast_cancer()
    model = women["xgboost (2%)"]
    share = ask_share(women, "xgboost (2%)", ("1.66%", "3%"))
    assert share.correct == pytest.approx(100 * model.brier_score(("1.66%", "3%")) / model.brier_score())
    treated = ask_treated(women, "xgboost (2%)", "2%")
    assert treated.correct == pytest.approx(1000 * 10_303 / 10_732, abs=0.1)  # notebook 07 counts them
    with pytest.raises(ValueError, match="The Brier score of 'sure' is 0"):
        ask_share(Comparison([0, 1], {"sure": [0.0, 1.0]}), "sure", (0.1, 0.2))


def test_words_of_a_teacher_take_the_place_of_the_usual():
    question = ask_treated(
        BOTH, "shy", "25%", text="How many?", more="Ask why.", name="n", hints=["Count."], tolerance=9
    )
    assert (question.text, question.name, question.hints) == ("How many?", "n", ("Count.",))
    assert question.reveal.endswith("Ask why.")
    assert question.expected.tolerance == 9


def test_a_name_that_would_be_markup_is_shown_as_it_is():
    name = "**a** [x](https://example.org) $b$"
    odd = Comparison([0, 0, 1, 1], {name: [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    for question in (ask_treated(odd, name, "25%"), ask_crossing(odd, name, "shy"), ask_best(odd, (0.61, 0.69))):
        question.answer = question.correct
        question.revealed = True
        html = question._prompt.value + question._response.value
        assert "<a " not in html
        assert "<math" not in html
        assert name in html
