"""Ready for class: named intervals, questions about any comparison that know their answers, and a tour."""

from __future__ import annotations

from typing import Any

from brierwidgets.comparison import Comparison
from brierwidgets.core.intervals import check_interval
from brierwidgets.explorer import Explorer
from brierwidgets.formatting import percent
from brierwidgets.lessons._lesson import Lesson
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._steps import Step
from brierwidgets.moves import Move, lead, make_move
from brierwidgets.words import verdict

__all__ = ["INTERVALS", "ask_best", "ask_height", "ask_ordinary_choice", "tour"]

#: Intervals to choose from: ``Explorer(..., presets=INTERVALS)``.
INTERVALS = {
    "Preventing breast cancer: 1.66% to 3%": (0.0166, 0.03),
    "Diagnosing cancer: 5% to 20%": (0.05, 0.20),
    "Both errors cost about the same: 40% to 60%": (0.40, 0.60),
    "Only when nearly sure: 80% to 95%": (0.80, 0.95),
    "Everything but the ends: 1% to 99%": (0.01, 0.99),
}
_NO_DIFFERENCE = "there is no difference"


def _where(interval: Any) -> str:
    low, high = check_interval(interval)
    return f"costs from {percent(low)} to {percent(high)}"


def _winner(move: Move) -> str:
    best, second = move.best, move.runner_up
    if best is None or second is None:
        raise ValueError("To ask which model is best there must be at least two.")
    lowest = move.summaries[best].mean_regret.value
    gap = move.summaries[second].mean_regret.value - lowest
    return best if gap > 1e-12 * abs(lowest) else _NO_DIFFERENCE


def ask_best(comparison: Comparison, interval: Any, *, name: str | None = None) -> Question:
    """Ask which model has the lowest mean regret on an interval; the reveal is the verdict in words.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_best(both, ("20%", "40%"))
    >>> question.text, question.correct
    ('Which model is best for costs from 20% to 40%?', 'shy')
    >>> question.close()
    """
    move = make_move(comparison, interval, "cost", comparison.names)
    winner = _winner(move)
    return Question(
        f"Which model is best for {_where(interval)}?",
        choices=[*comparison.names, _NO_DIFFERENCE],
        correct=winner,
        reveal=str(verdict(comparison, move, lead(comparison, move))),
        name=name,
    )


def ask_height(
    comparison: Comparison, model: str, interval: Any, *, within: float = 0.15, name: str | None = None
) -> Question:
    """Ask how high a model's regret curve is, on average over an interval, per 1,000 people.

    Parameters
    ----------
    comparison, model, interval
        The models, the one asked about, and where.
    within
        The share of the right answer by which an estimate may be off.
    name
        A short name for the table of answers.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_height(both, "keen", ("20%", "40%"))
    >>> question.correct
    150.0
    >>> question.close()
    """
    height = 1000 * comparison[model].mean_regret(interval)
    return Question(
        f"Estimate by eye: how high is the curve of {model}, on average, for {_where(interval)}?",
        kind="number",
        correct=round(height, 6),
        tolerance=within * height,
        unit="per 1,000 people",
        reveal="That average is the model's mean regret. Put the band over these costs: the thick line is drawn at it.",
        name=name,
    )


def ask_ordinary_choice(comparison: Comparison, interval: Any, *, name: str | None = None) -> Question:
    """Ask whether the ordinary Brier score would choose the model that is best on an interval.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_ordinary_choice(both, ("20%", "40%"))
    >>> question.correct
    'no'
    >>> question.close()
    """
    move = make_move(comparison, interval, "cost", comparison.names)
    winner = _winner(move)
    if winner == _NO_DIFFERENCE:
        raise ValueError(f"For {_where(interval)} the best models are equal, so there is no choice to agree on.")
    scores = {each: forecast.brier_score() for each, forecast in comparison.items()}
    usual = min(scores, key=scores.__getitem__)
    return Question(
        f"{winner} is best for {_where(interval)}. Does the ordinary Brier score choose it, too?",
        choices=["yes", "no"],
        correct="yes" if usual == winner else "no",
        reveal=(
            f"The ordinary Brier score averages over all costs from 0% to 100%. It is {scores[usual]:.4f} for {usual}"
            + (", the lowest." if usual == winner else f" and {scores[winner]:.4f} for {winner}, and lower is better.")
        ),
        name=name,
    )


def tour(explorer: Explorer) -> Lesson:
    """Return a tour of an Explorer in six steps, about whatever models it shows.

    Examples
    --------
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> lesson = tour(explorer)
    >>> lesson.minutes, lesson.questions[0].correct
    (13, 'a')
    >>> lesson.close()
    """
    comparison, here = explorer.state.comparison, tuple(explorer.interval)
    usual = "; ".join(
        f"{name}: Brier {row.brier_full:.4f}, AUC {row.auc:.3f}" for name, row in comparison.whole_range.iterrows()
    )
    return Lesson(
        None,
        [
            Step(
                f"These models were scored on the same {comparison.total:,.0f} cases. Their ordinary scores are\n\n"
                f"{usual}.\n\nA low Brier score is good, and so is a high AUC. Commit to an answer first.",
                gate=ask_best(comparison, here, name="best on the interval"),
                title="Predict",
                minutes=3,
            ),
            Step(
                "A line is a model. On the left a missed case is what costs most, on the right a false alarm. The "
                "height is **regret**: what the model's mistakes cost, so lower is better.\n\n"
                "Point at the chart to read off what each model does per 1,000 people.",
                view=explorer,
                patch={"interval": here, "tab": "regret", "zoom": False},
                title="Regret curves",
                minutes=2,
            ),
            Step(
                "The blue band holds the costs that we care about. Drag its ends, or the slider above, or type both "
                "numbers. The thick lines follow: each is a model's **average height** in the band.",
                title="The band",
                minutes=2,
            ),
            Step(
                "Now only the band. Where do lines cross? On one side of a crossing one model is better, on the other "
                "side the other. The verdict above the chart says which wins overall, and how sure that is.",
                patch={"interval": here, "zoom": True},
                title="Look closely",
                minutes=2,
            ),
            Step(
                "The same models as doctors often draw them: **net benefit**, where higher is better. At every "
                "threshold the model with the least regret has the most net benefit.",
                patch={"tab": "decision"},
                title="Decision curves",
                minutes=2,
            ),
            Step(
                "In the table below, a framed rank with ⇄ differs from the rank in the band: a **reversal**. There an "
                "ordinary score would have chosen another model. Drag the band until reversals come or go.",
                patch={"tab": "regret", "zoom": False},
                title="Reversals",
                minutes=2,
            ),
        ],
        title="A tour",
    )
