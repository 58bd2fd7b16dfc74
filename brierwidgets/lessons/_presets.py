"""Ready for class: named intervals, and a tour of any Explorer."""

from __future__ import annotations

from brierwidgets.explorer import Explorer
from brierwidgets.lessons._asks import ask_best
from brierwidgets.lessons._lesson import Lesson
from brierwidgets.lessons._steps import Step
from brierwidgets.lessons._text import plain

__all__ = ["INTERVALS", "tour"]

#: Intervals to choose from: ``Explorer(..., presets=INTERVALS)``.
INTERVALS = {
    "Preventing breast cancer: 1.66% to 3%": (0.0166, 0.03),
    "Diagnosing cancer: 5% to 20%": (0.05, 0.20),
    "Both errors cost about the same: 40% to 60%": (0.40, 0.60),
    "Only when nearly sure: 80% to 95%": (0.80, 0.95),
    "Everything but the ends: 1% to 99%": (0.01, 0.99),
}


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
        f"{plain(str(name))}: Brier {row.brier_full:.4f}, AUC {row.auc:.3f}"
        for name, row in comparison.whole_range.iterrows()
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
                "In the table below, a rank with ▲ or ▼ differs from the rank in the band: a **reversal**. There an "
                "ordinary score would have misplaced the model. Drag the band until reversals come or go.",
                patch={"tab": "regret", "zoom": False},
                title="Reversals",
                minutes=2,
            ),
        ],
        title="A tour",
    )
