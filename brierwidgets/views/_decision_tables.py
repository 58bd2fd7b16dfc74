"""Decisions and costs as small tables."""

from __future__ import annotations

import html

from brierwidgets.core import Counts
from brierwidgets.core.intervals import Interval
from brierwidgets.decisions import Decision
from brierwidgets.formatting import number, percent
from brierwidgets.palette import TREAT_ALL, TREAT_NONE, look
from brierwidgets.views._icon_array import OUTCOMES, Outcome

__all__ = ["chart_keys", "confusion_table", "cost_table"]


def _icon(outcome: Outcome) -> str:
    return f'<svg viewBox="0 0 10 10" aria-hidden="true"><path d="{outcome.shape}" fill="{outcome.colour}"/></svg>'


def _cell(outcome: Outcome, value: str) -> str:
    return f"<td><div>{_icon(outcome)}<b>{value}</b></div><small>{outcome.label}</small></td>"


def confusion_table(decision: Decision, people: Counts, *, rates: bool) -> str:
    """Return the four kinds of people, as whole people or as rates of each row, with the risk in each column."""
    tp, fp, fn, tn = decision.counts
    kinds = OUTCOMES
    if rates:
        need, rest = tp + fn, fp + tn
        shares = [
            part / whole if whole else float("nan") for part, whole in ((tp, need), (fn, need), (fp, rest), (tn, rest))
        ]
        found, missed, alarm, let_go = (_share(share) for share in shares)
        sums = ["100%", "100%", _share(decision.acted_on), _share(1 - decision.acted_on), "100%"]
        caption = "Shares of each row"
    else:
        found, alarm, missed, let_go = (f"{count:,}" for count in people)
        sums = [
            f"{count:,}"
            for count in (
                people.tp + people.fn,
                people.fp + people.tn,
                people.tp + people.fp,
                people.fn + people.tn,
                sum(people),
            )
        ]
        caption = f"Of {sum(people):,} people"
    return (
        f'<table class="bw-confusion"><caption>{caption}</caption>'
        "<tr><th></th><th>acted on</th><th>let go</th><th>all</th></tr>"
        f"<tr><th>need it</th>{_cell(kinds.tp, found)}{_cell(kinds.fn, missed)}<td>{sums[0]}</td></tr>"
        f"<tr><th>do not</th>{_cell(kinds.fp, alarm)}{_cell(kinds.tn, let_go)}<td>{sums[1]}</td></tr>"
        f"<tr><th>all</th><td>{sums[2]}</td><td>{sums[3]}</td><td>{sums[4]}</td></tr>"
        f'<tr class="bw-risk"><th>share who need it</th><td>{_share(decision.risk_if_acted_on)}</td>'
        f"<td>{_share(decision.risk_if_let_go)}</td><td>{_share(tp + fn)}</td></tr></table>"
    )


def _share(share: float) -> str:
    return "–" if share != share else percent(share)  # noqa: PLR0124  NaN differs from itself


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def chart_keys(name: str, index: int, beyond: tuple[float, float], visible: Interval) -> str:
    """Return the key to the small regret curve, and who scores beyond the axis."""
    lines = {name: look(index), "treat all": TREAT_ALL, "treat none": TREAT_NONE}
    keys = "".join(f'<span class="bw-key">{line.swatch}{html.escape(called)}</span>' for called, line in lines.items())
    keys += '<span class="bw-key"><b class="bw-shade"></b>interval</span>'
    ends = ((beyond[0], "below", visible.low), (beyond[1], "above", visible.high))
    told = [f"{percent(share, 2)} of people score {side} {percent(end)}" for share, side, end in ends if share > 0.0]
    rest = f"<span>{' and '.join(told)}: they stand in the end bars.</span>" if told else ""
    return f'<div class="bw-icon-keys bw-words">{keys}{rest}</div>'


def cost_table(decision: Decision, name: str, loss: float) -> str:
    """Return what acting and not acting cost, and what each way of deciding comes to for 1,000 people."""
    tp, fp, fn, _ = decision.counts
    acting = decision.cost * loss
    rows = [
        (html.escape(name), acting * (tp + fp) + loss * fn, decision.regret),
        ("treat all", acting, decision.treat_all),
        ("treat none", loss * (tp + fn), decision.treat_none),
    ]
    least = min(regret for _, _, regret in rows)
    body = "".join(
        f"<tr{' class=bw-best' if regret <= least + 1e-12 else ''}><th>{label}</th><td>{_amount(1000 * expense)}</td>"
        f"<td>{number(1000 * regret)}</td></tr>"
        for label, expense, regret in rows
    )
    return (
        '<div class="bw-cost-tables"><table class="bw-costs"><tr><th></th><th>needs it</th><th>does not</th></tr>'
        f"<tr><th>act</th><td>{_amount(acting)}</td><td>{_amount(acting)}</td></tr>"
        f"<tr><th>let go</th><td>{_amount(loss)}</td><td>0</td></tr></table>"
        '<table class="bw-costs"><tr><th>1,000 people</th><th title="C for everyone acted on, L for everyone missed">'
        "expense</th><th>regret</th></tr>"
        f"{body}</table></div>"
    )
