"""Decisions and costs as small tables."""

from __future__ import annotations

import math

from brierwidgets.core import Counts
from brierwidgets.core.digits import fixed, general
from brierwidgets.core.intervals import Interval
from brierwidgets.core.one_threshold import Decision
from brierwidgets.ui.palette import RULE_LOOKS, look
from brierwidgets.views._icon_array import OUTCOMES, Outcome
from brierwidgets.words.costs import cost_in_words
from brierwidgets.words.html import Markup, join, tag
from brierwidgets.words.numbers import number, percent

__all__ = ["chart_keys", "confusion_table", "cost_table"]


def confusion_table(decision: Decision, people: Counts, *, rates: bool) -> Markup:
    """Return the four kinds of people, as whole people or as rates of each row, with the risk in each column."""
    tp, fp, fn, tn = decision.counts
    if rates:
        need, rest = tp + fn, fp + tn
        found, missed = _share(tp, need), _share(fn, need)
        alarm, let_go = _share(fp, rest), _share(tn, rest)
        sums = ["100%", "100%", _share(decision.acted_on), _share(1 - decision.acted_on), "100%"]
        caption = "Shares of each row"
    else:
        found, alarm, missed, let_go = (f"{count:,}" for count in people)
        totals = (people.tp + people.fn, people.fp + people.tn, people.tp + people.fp, people.fn + people.tn)
        sums = [f"{count:,}" for count in (*totals, sum(people))]
        caption = f"Of {sum(people):,} people"
    risks = (_share(decision.risk_if_acted_on), _share(decision.risk_if_let_go), _share(tp + fn))
    return tag(
        "table",
        tag("caption", caption),
        _heads("", "acted on", "let go", "all"),
        _row("need it", _people(OUTCOMES.tp, found), _people(OUTCOMES.fn, missed), sums[0]),
        _row("do not", _people(OUTCOMES.fp, alarm), _people(OUTCOMES.tn, let_go), sums[1]),
        _row("all", *sums[2:]),
        _row("share who need it", *risks, class_="bw-risk"),
        class_="bw-confusion",
    )


def chart_keys(name: str, index: int, beyond: tuple[float, float], visible: Interval, unit: str) -> Markup:
    """Return the key to the small regret curve, and who scores beyond the axis."""
    lines = {name: look(index), **RULE_LOOKS}
    keys = [tag("span", line.swatch, label, class_="bw-key") for label, line in lines.items()]
    keys.append(tag("span", tag("b", class_="bw-shade"), "interval", class_="bw-key"))
    ends = ((beyond[0], "below", visible.low), (beyond[1], "above", visible.high))
    out = [
        f"{percent(share, 2)} of people score {side} {cost_in_words(end, unit)}"
        for share, side, end in ends
        if share > 0.0
    ]
    if out:
        keys.append(tag("span", f"{' and '.join(out)}: they stand in the end bars."))
    return tag("div", *keys, class_="bw-icon-keys bw-words")


def cost_table(decision: Decision, name: str, loss: float) -> Markup:
    """Return what acting and not acting cost, and what each way of deciding comes to for 1,000 people."""
    tp, fp, fn, _ = decision.counts
    acting = decision.cost * loss
    ways = [
        (name, acting * (tp + fp) + loss * fn, decision.regret),
        ("treat all", acting, decision.treat_all),
        ("treat none", loss * (tp + fn), decision.treat_none),
    ]
    least = min(regret for _, _, regret in ways)
    one_person = tag(
        "table",
        _heads("", "needs it", "does not"),
        _row("act", _amount(acting), _amount(acting)),
        _row("let go", _amount(loss), "0"),
        class_="bw-costs",
    )
    expense = tag("th", "expense", scope="col", title="C for everyone acted on, L for everyone missed")
    rows = (
        _row(way, _amount(1000 * spent), number(1000 * regret), class_="bw-best" if regret <= least + 1e-12 else None)
        for way, spent, regret in ways
    )
    everyone = tag(
        "table",
        tag("tr", tag("th", "per 1,000 people", scope="col"), expense, tag("th", "regret", scope="col")),
        *rows,
        class_="bw-costs",
    )
    return tag("div", one_person, everyone, class_="bw-cost-tables")


def _heads(*texts: str) -> Markup:
    return tag("tr", *(tag("th", text, scope="col" if text else None) for text in texts))


def _row(head: str, *cells: object, class_: str | None = None) -> Markup:
    return tag("tr", tag("th", head, scope="row"), *(tag("td", content) for content in cells), class_=class_)


def _people(outcome: Outcome, count: str) -> Markup:
    return join([tag("div", outcome.icon, tag("b", count)), tag("small", outcome.label)])


def _share(part: float, whole: float = 1.0) -> str:
    return "–" if math.isnan(part) or whole == 0.0 else percent(part / whole)


def _amount(value: float) -> str:
    return f"{int(fixed(value, 0)):,}" if value >= 1000 else general(value, 4)
