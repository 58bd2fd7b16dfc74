"""What acting at one threshold does, and whether it is worth it, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable

from brierwidgets.core.intervals import Interval, logit
from brierwidgets.core.one_threshold import Decision
from brierwidgets.core.people import whole_people
from brierwidgets.core.rules import TREAT_ALL, TREAT_NONE
from brierwidgets.words.costs import cost_in_words, cost_range
from brierwidgets.words.numbers import different_texts, per_thousand, percent
from brierwidgets.words.templates import RULE_WORDS, fill

__all__ = ["describe_charts", "describe_decision", "describe_useful"]

#: Stretches of cost ratios nearer to each other in log-odds than this (a step of the slider) are told as one.
_NEAR = 0.02


def describe_decision(name: str, decision: Decision, people: int = 1000, unit: str = "probability") -> list[str]:
    """Put a decision into words: what happens to so many people, and whether it beats treating all and none.

    Examples
    --------
    >>> from brierwidgets.core import Forecast
    >>> from brierwidgets.core.one_threshold import decide
    >>> decision = decide(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 0.3, 0.2)
    >>> print(*describe_decision("keen", decision))
    Acting on keen at 30%, of 1,000 people 750 are acted on, 250 of them needlessly, and 0 of the 500 who need it are
    missed.
    At a cost ratio of 20% that beats treating all and treating none: 66.7% of those acted on need it, more than 20%,
    and 0% of those let go, fewer than 20%.
    """
    tp, fp, fn, _ = whole_people(decision.counts, people)
    threshold = cost_in_words(decision.threshold, unit)
    acted_on, missed = _acted_on(tp, fp), _missed(fn, tp + fn)
    first = fill("decided", name=name, threshold=threshold, people=f"{people:,}", acted_on=acted_on, missed=missed)
    return [first, _worth(decision, unit)]


def describe_charts(name: str, decision: Decision, people: int = 1000, unit: str = "probability") -> tuple[str, str]:
    """Put into words what the chart of scores and the chart of regret show of a decision.

    Examples
    --------
    >>> from brierwidgets.core import Forecast
    >>> from brierwidgets.core.one_threshold import decide
    >>> decision = decide(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 0.3, 0.2)
    >>> for sentence in describe_charts("keen", decision):
    ...     print(sentence)
    Scores of keen, of 1,000 people: bars up for those who need it, down for those who do not. Of those who need it,
    500 of 500 score 30% or more; of those who do not, 250 of 500.
    Regret at a cost ratio of 20%, per 1,000 people: 50.0 for keen, 100 for treating all, 400 for treating none.
    """
    tp, fp, fn, tn = whole_people(decision.counts, people)
    scores = fill(
        "scores_chart",
        name=name,
        people=f"{people:,}",
        threshold=cost_in_words(decision.threshold, unit),
        found=f"{tp:,}",
        positives=f"{tp + fn:,}",
        alarms=f"{fp:,}",
        negatives=f"{fp + tn:,}",
    )
    regret = fill(
        "regret_chart",
        name=name,
        cost=cost_in_words(decision.cost, unit),
        regret=per_thousand(decision.regret),
        treat_all=per_thousand(decision.treat_all),
        treat_none=per_thousand(decision.treat_none),
    )
    return scores, regret


def _acted_on(rightly: int, needlessly: int) -> str:
    everyone = rightly + needlessly
    if everyone == 0:
        return fill("acted_on_nobody")
    if everyone == 1:
        return fill("acted_on_one_needlessly" if needlessly else "acted_on_one_rightly")
    return fill("acted_on_many", everyone=f"{everyone:,}", needlessly=f"{needlessly:,}")


def _missed(missed: int, positives: int) -> str:
    if positives == 0:
        return fill("nobody_needs_it")
    if positives == 1:
        return fill("one_missed" if missed else "one_not_missed")
    return fill("missed_one" if missed == 1 else "missed_many", missed=f"{missed:,}", positives=f"{positives:,}")


def _worth(decision: Decision, unit: str) -> str:
    none_is_better = decision.treat_none < decision.treat_all
    acted_on, let_go = decision.risk_if_acted_on, decision.risk_if_let_go
    cost = cost_in_words(decision.cost, unit)
    if math.isnan(acted_on):
        return fill("none_no_worse" if none_is_better else "none_worse", cost=cost)
    if math.isnan(let_go):
        return fill("all_worse" if none_is_better else "all_no_worse", cost=cost)
    gap = decision.regret - min(decision.treat_all, decision.treat_none)
    if abs(gap) <= 1e-12:
        better = RULE_WORDS[TREAT_NONE if none_is_better else TREAT_ALL]
        return fill("as_good", cost=cost, better=better)
    kind = "beats_both" if gap < 0 else "none_better" if none_is_better else "all_better"
    share, acted, let = different_texts((decision.cost, acted_on, let_go), percent)
    return fill(kind, cost=cost, share=share, acted_on=acted, let_go=let)


def describe_useful(name: str, stretches: Iterable[tuple[float, float]], unit: str = "probability") -> str:
    """Say for which cost ratios a model is worth having; stretches that nearly touch are told as one.

    Examples
    --------
    >>> describe_useful("keen", [Interval(0.1, 0.4), Interval(0.4001, 0.5), Interval(0.6, 0.8)])
    'Decided at the cost ratio itself, keen beats both from 10% to 50% and from 60% to 80%.'
    """
    joined: list[Interval] = []
    given = list(stretches)
    for low, high in given:
        if joined and float(logit(low) - logit(joined[-1].high)) < _NEAR:
            joined[-1] = Interval(joined[-1].low, high)
        else:
            joined.append(Interval(low, high))
    # What is written "from 0% to 0%" tells nobody anything.
    joined = [
        stretch
        for stretch in (Interval(round(low, 4), round(high, 4)) for low, high in joined)
        if stretch.low < stretch.high
    ]
    if not joined:
        seldom = "At hardly any cost ratio" if given else "At no cost ratio"
        return f"{seldom} does {name} beat both treating all and treating none."
    widest = sorted(sorted(joined, key=lambda stretch: stretch.low - stretch.high)[:2])
    where = " and ".join(cost_range(stretch, unit) for stretch in widest)
    more = len(joined) - len(widest)
    rest = f", and on {more} shorter stretch{'es' if more > 1 else ''}" if more else ""
    return f"Decided at the cost ratio itself, {name} beats both {where}{rest}."
