"""Questions about any comparison, which find their own answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack

from brierwidgets.core.intervals import Interval, check_interval, parse_cost
from brierwidgets.core.move import Move, lead, make_move
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.data.comparison import Comparison
from brierwidgets.lessons._findings import clearest, could_be_chance, crossings, last_end, merged, runner_up
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._text import plain
from brierwidgets.state.arguments import check_choice
from brierwidgets.words.costs import costs_from
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import percent
from brierwidgets.words.verdict import verdict

__all__ = ["ask_best", "ask_crossing", "ask_height", "ask_how_far", "ask_ordinary_choice", "ask_share", "ask_treated"]

_NO_DIFFERENCE = "there is no difference"
_THOUSAND = 1000


class AskOptions(TypedDict, total=False):
    """What every question takes: its own words instead of the usual, more words for the reveal, a name, hints."""

    text: str | None
    more: str | None
    name: str | None
    hints: Sequence[str] | None
    tolerance: float | None


def _question(options: AskOptions, text: str, *, reveal: str, **found: Any) -> Question:
    """Return a question whose words a teacher may have changed."""
    words = {option: value for option, value in options.items() if value is not None}
    more = words.pop("more", "")
    return Question(**{"text": text, "reveal": f"{reveal} {more}".strip(), **found, **words})


def _where(interval: Any) -> str:
    return costs_from(check_interval(interval))


def _check(comparison: Any) -> None:
    if not isinstance(comparison, Comparison):
        raise TypeError(
            f"Ask about a Comparison, not about {_article(type(comparison).__name__)}. Make one first: "
            "Comparison(outcomes, {'my model': its_scores, 'another': its_scores})."
        )


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _move(comparison: Comparison, interval: Any) -> Move:
    _check(comparison)
    return make_move(comparison, interval, "cost", comparison.names)


def _model(comparison: Comparison, model: str) -> Any:
    _check(comparison)
    check_choice("model", model, comparison.names)
    return comparison[model]


def _winner(move: Move) -> str:
    if move.runner_up is None:
        raise ValueError("To ask which model is best there must be at least two.")
    return move.tied[0] if len(move.tied) == 1 else _NO_DIFFERENCE


@takes_keywords_of(AskOptions)
def ask_best(comparison: Comparison, interval: Any, **options: Unpack[AskOptions]) -> Question:
    """Ask which model has the lowest mean regret on an interval; the reveal is the verdict in words.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_best(both, ("20%", "40%"))
    >>> question.text, question.correct
    ('Which model is best for costs from 20% to 40%?', 'shy')
    >>> question.doubt
    'On these cases the lead of shy over keen could be chance.'
    >>> question.close()
    """
    move = _move(comparison, interval)
    winner = _winner(move)
    doubt = _ties(move) or _chance(comparison, check_interval(interval), winner)
    return _question(
        options,
        f"Which model is best for {_where(interval)}?",
        choices=[*comparison.names, _NO_DIFFERENCE],
        correct=winner,
        reveal=plain(str(verdict(comparison, move, lead(comparison, move)))),
        doubt=doubt,
    )


def _ties(move: Move) -> str:
    """Say so where some models share the first place and others do not: to call one of them best is not wrong."""
    if not 1 < len(move.tied) < len(move.ranks):
        return ""
    equal = list_names(move.tied)
    return f"{equal} are equal and better than the rest; “{_NO_DIFFERENCE}” counts as right, which is ambiguous."


def _chance(comparison: Comparison, interval: Interval, winner: str) -> str:
    """Say so where the winner may have won by chance."""
    if winner == _NO_DIFFERENCE:
        return ""
    rival = runner_up(comparison, interval, winner)
    if rival is None or not could_be_chance(comparison, interval, winner, rival):
        return ""
    return f"On these cases the lead of {winner} over {rival} could be chance."


@takes_keywords_of(AskOptions)
def ask_height(
    comparison: Comparison, model: str, interval: Any, *, within: float = 0.15, **options: Unpack[AskOptions]
) -> Question:
    """Ask how high a model's regret curve is, on average over an interval, per 1,000 people.

    Parameters
    ----------
    comparison, model, interval
        The models, the one asked about, and where.
    within
        The share of the right answer by which an estimate may be off.
    options
        Other words: `text`, `more` (after the reveal), `name`, `hints`, `tolerance`.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_height(both, "keen", ("20%", "40%"))
    >>> question.correct
    150.0
    >>> question.close()
    """
    height = _THOUSAND * _model(comparison, model).mean_regret(interval)
    return _question(
        options,
        f"Estimate by eye: how high is the curve of {plain(model)}, on average, for {_where(interval)}?",
        kind="number",
        correct=round(height, 6),
        tolerance=within * height,
        unit="per 1,000 people",
        limits=(0, _THOUSAND),
        reveal="That average is the model's mean regret. Put the band over these costs: the thick line is drawn at it.",
    )


@takes_keywords_of(AskOptions)
def ask_ordinary_choice(comparison: Comparison, interval: Any, **options: Unpack[AskOptions]) -> Question:
    """Ask whether the ordinary Brier score would choose the model that is best on an interval.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_ordinary_choice(both, ("20%", "40%"))
    >>> question.correct
    'no'
    >>> question.close()
    """
    move = _move(comparison, interval)
    winner = _winner(move)
    if winner == _NO_DIFFERENCE:
        raise ValueError(f"For {_where(interval)} the best models are equal, so there is no choice to agree on.")
    scores = {model: forecast.brier_score() for model, forecast in comparison.items()}
    usual = min(scores, key=scores.__getitem__)
    lower = (
        ", the lowest." if usual == winner else f" and {scores[winner]:.4f} for {plain(winner)}, and lower is better."
    )
    return _question(
        options,
        f"{plain(winner)} is best for {_where(interval)}. Does the ordinary Brier score choose it, too?",
        choices=["yes", "no"],
        correct="yes" if usual == winner else "no",
        reveal=(
            "The ordinary Brier score averages over all costs from 0% to 100%. "
            f"It is {scores[usual]:.4f} for {plain(usual)}{lower}"
        ),
        doubt=_chance(comparison, move.interval, winner),
    )


@takes_keywords_of(AskOptions)
def ask_crossing(
    comparison: Comparison, one: str, other: str, interval: Any = (0, 1), **options: Unpack[AskOptions]
) -> Question:
    """Ask at which threshold the regret curves of two models cross; where they cross often, each crossing is right.

    The clearest crossing is `correct`, the others are `also`.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_crossing(both, "keen", "shy", ("10%", "50%"))
    >>> question.text, question.correct
    ('At which threshold do the lines of keen and shy cross?', 30.0)
    >>> question.close()
    """
    bounds = check_interval(interval)
    found = crossings(_model(comparison, one), _model(comparison, other), bounds)
    if one == other:
        raise ValueError(f"A model does not cross itself. Name another one beside {one!r}.")
    if not found:
        raise ValueError(
            f"For {_where(bounds)} the lines of {one!r} and {other!r} do not cross. Ask on a wider interval."
        )
    clear = clearest(comparison[one], comparison[other], found, bounds)
    given = options.get("tolerance")
    tolerance = 5 * clear if given is None else given
    found = merged(found, tolerance / 100)
    shown = [percent(place) for place in found[:6]]
    listed = ", ".join(shown) + (f" and {len(found) - len(shown)} more" if len(found) > len(shown) else "")
    seen_first = min(found, key=lambda place: abs(place - clear))
    rest = [100 * place for place in found if place != seen_first]
    doubt = (
        f"The lines of {one} and {other} cross {len(found)} times, at {listed}; each counts as right." if rest else ""
    )
    return _question(
        options,
        f"At which threshold do the lines of {plain(one)} and {plain(other)} cross?",
        correct=100 * seen_first,
        also=rest,
        tolerance=tolerance,
        unit="%",
        reveal=f"They cross at {listed}. On each side of a crossing another model has less regret.",
        doubt=doubt,
    )


@takes_keywords_of(AskOptions)
def ask_how_far(comparison: Comparison, interval: Any, *, end: str = "high", **options: Unpack[AskOptions]) -> Question:
    """Ask how far one end of an interval can be pulled out until another model has the lowest mean regret.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_how_far(both, ("10%", "30%"))
    >>> round(question.correct, 1)
    70.0
    >>> question.text
    'Keep the left end at 10%. Up to which right end is shy the best?'
    >>> question.close()
    """
    check_choice("end", end, ["low", "high"])
    bounds = check_interval(interval)
    winner = _winner(_move(comparison, bounds))
    if winner == _NO_DIFFERENCE:
        raise ValueError(f"For {_where(bounds)} the best models are equal, so there is no lead to hold.")
    found = last_end(comparison, bounds, winner, end=end)
    kept, moved = ("left", "right") if end == "high" else ("right", "left")
    fixed = percent(bounds.low if end == "high" else bounds.high)
    where = found if found is not None else (1.0 if end == "high" else 0.0)
    towards = "Up" if end == "high" else "Down"
    never = (
        "" if found is not None else f"No {moved} end makes another model the best, so the answer is {percent(where)}."
    )
    return _question(
        options,
        f"Keep the {kept} end at {fixed}. {towards} to which {moved} end is {plain(winner)} the best?",
        correct=100 * where,
        tolerance=max(7 * where, 0.02),
        unit="%",
        reveal=(
            f"{towards} to {percent(where)}. A model may lose at single costs and still be best on average."
            if found is not None
            else f"{plain(winner)} stays the best wherever the {moved} end is."
        ),
        doubt=f"{_chance(comparison, bounds, winner)} {never}".strip(),
    )


@takes_keywords_of(AskOptions)
def ask_share(comparison: Comparison, model: str, interval: Any, **options: Unpack[AskOptions]) -> Question:
    """Ask which share of a model's ordinary Brier score comes from an interval.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_share(both, "keen", ("20%", "40%"))
    >>> round(question.correct, 1)
    38.7
    >>> question.close()
    """
    forecast = _model(comparison, model)
    whole = forecast.brier_score()
    if not whole > 0:
        raise ValueError(f"The Brier score of {model!r} is 0, so no part of it comes from anywhere.")
    share = min(100 * forecast.brier_score(interval) / whole, 100.0)  # rounding may say a little more
    return _question(
        options,
        f"What share of the Brier score of {plain(model)} comes from {_where(interval)}?",
        correct=share,
        tolerance=max(1.0, 0.15 * share),
        unit="%",
        reveal=f"{percent(share / 100)}. The rest is about other costs.",
    )


@takes_keywords_of(AskOptions)
def ask_treated(comparison: Comparison, model: str, threshold: Any, **options: Unpack[AskOptions]) -> Question:
    """Ask how many of 1,000 people a model treats at a threshold.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> question = ask_treated(both, "shy", "25%")
    >>> question.text, question.correct
    ('At a threshold of 25%, how many of 1,000 people does shy treat?', 500.0)
    >>> question.close()
    """
    cost = parse_cost(threshold, "threshold")
    forecast = _model(comparison, model)
    counts = forecast.counts(cost)
    treated, ill = (min(_THOUSAND * part / forecast.total, _THOUSAND) for part in (counts.tp + counts.fp, counts.tp))
    others = "" if treated < 0.5 else f" Of these {ill:,.0f} are true cases."
    return _question(
        options,
        f"At a threshold of {percent(cost)}, how many of 1,000 people does {plain(model)} treat?",
        correct=treated,
        tolerance=max(0.5, 0.05 * treated),
        limits=(0, _THOUSAND),
        reveal=f"{treated:,.0f} of 1,000 have a risk of {percent(cost)} or more in its eyes.{others}",
    )
