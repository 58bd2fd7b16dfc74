"""One row a model: the scores on the interval, and the ranks they give beside the ordinary ones."""

from __future__ import annotations

import math
from typing import Any, Unpack

import ipywidgets as widgets
import traitlets

from brierwidgets.core.move import Move, rank
from brierwidgets.core.scores import Estimate
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.palette import RULE_LOOKS, looks_for_page, looks_of
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.words.columns import COLUMNS, RANKS, Column
from brierwidgets.words.html import Markup, tag
from brierwidgets.words.numbers import ends_text, number, per_thousand

__all__ = ["ScoreTable"]

#: Columns in which more is better.
_LARGEST_FIRST = ("net_benefit", "skill")
#: Scores that are shown on request.
_MORE = ("brier", "log_loss", "net_benefit")
#: Columns, and what a narrow page shows of them before more is asked for.
_SHOWN = ("model", "mean_regret", "rank", "skill", *(column.key for column in RANKS[1:]))
_FIRST = ("model", "mean_regret", "rank")
_TITLES = {"mean_regret": "Mean regret per 1,000"}
#: Why nobody has a rank.
_NO_WEIGHT = "these opinions put no weight on the interval"


class ScoreTable(BelowSlider):
    """Mean regret on the interval with 95% intervals, and how far the ordinary scores would have misplaced each model.

    Treating all and treating none, which need no model, stand among the models in italics. An arrow says by how many
    ranks a model stands better (▲) or worse (▼) here than by an ordinary score. Click a heading to sort.

    Takes what every `brierwidgets.ui.View` takes.

    Attributes
    ----------
    sort_by, descending
        The column sorted by, and which way.
    more
        Whether further scores are shown: bounded Brier score, bounded log loss, mean net benefit.

    Examples
    --------
    >>> table = ScoreTable([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> table.order
    ['a', 'b']
    >>> table.descending = True
    >>> table.order
    ['b', 'a']
    >>> table.close()
    """

    sort_by = traitlets.Enum(list(COLUMNS), "rank", help="The column sorted by.")
    descending = traitlets.Bool(False, help="Whether the largest comes first.")
    more = traitlets.Bool(False, help="Whether further scores are shown.")

    def __init__(self, data: Any, models: Any = None, **options: Unpack[ViewOptions]) -> None:
        super().__init__(data, models, **options)
        self._looks = looks_of(self.state.comparison.names) | RULE_LOOKS
        self._body = widgets.HTML().add_class("bw-scores")
        self._body.add_class(f"bw-scores-{self.model_id}")  # by which the page knows it
        self.show(self._body)

    def refit(self) -> None:
        """Look the ordinary scores up: they do not depend on the interval."""
        self._whole = self.state.comparison.whole_range.to_dict("index")

    def page_spec(self) -> dict[str, Any] | None:
        """Return the table, which the page writes anew at every move and sorts by itself."""
        return {
            "kind": "scores",
            "view": self,
            "hears": ["sort_by", "descending", "more"],
            "body": self._body,
            "looks": looks_for_page(self._looks),
            "columns": {key: [_TITLES.get(key, column.title), column.hint] for key, column in COLUMNS.items()},
            "shown": _SHOWN,
            "further": _MORE,
            "first": _FIRST,
            "ranks": [[column.key, column.highest_first] for column in RANKS[1:]],
            "largest_first": _LARGEST_FIRST,
            "no_weight": _NO_WEIGHT,
        }

    @property
    def order(self) -> list[str]:
        """The models shown, as sorted now."""
        values = {name: self._value(name) for name in self.state.move.summaries}
        return sorted(values, key=values.__getitem__, reverse=self.descending)

    def _value(self, name: str) -> Any:
        move, key = self.state.move, self.sort_by
        if key == "model":
            return name.casefold()
        if key == "rank":
            return move.ranks[name]
        if key in self._whole[name]:
            value = self._whole[name][key]
            return -value if key == "auc" else value  # by rank: the best first, as for the others
        value = getattr(move.summaries[name], key).value
        return math.inf if math.isnan(value) else _rounded(value)

    def draw(self, move: Move) -> None:
        """Write one row a model."""
        usual = {
            column.key: rank(
                {n: self._whole[n][column.key] for n in move.summaries}, highest_first=column.highest_first
            )
            for column in RANKS[1:]
        }
        shown = [COLUMNS[key] for key in (*_SHOWN, *(_MORE if self.more else ()))]
        order = self._with_rules(move)
        longest = max((move.regret(name) for name in order), default=0.0)
        rows = []
        for name in order:
            cells = {"mean_regret": self._regret_cell(move, name, longest)}
            if name not in move.rules:
                cells |= self._cells(move, name, {key: ranks[name] for key, ranks in usual.items()})
            first = move.best is not None and move.ranks.get(name) == 1
            kind = "bw-rule" if name in move.rules else "bw-best" if first else ""
            rows.append(self._row(name, kind, cells, shown))
        heads = [self._head(column) for column in shown]
        further = tag(
            *("button", "less ▴" if self.more else "more ▾"),
            type="button",
            data_key="more",
            aria_expanded="true" if self.more else "false",
        )
        self._body.value = tag(
            "table",
            tag("thead", tag("tr", *heads, tag("th", further, scope="col", class_="bw-further"))),
            tag("tbody", *rows),
            class_="bw-all" if self.more else "",
            aria_label="Scores on the interval",
        )

    def _head(self, column: Column) -> Markup:
        sorted_by = column.key == self.sort_by
        arrow = ("\N{NO-BREAK SPACE}▼" if self.descending else "\N{NO-BREAK SPACE}▲") if sorted_by else ""
        way = ("descending" if self.descending else "ascending") if sorted_by else None
        title = f"{column.hint}. Click to sort."
        button = tag(
            "button", _TITLES.get(column.key, column.title) + arrow, type="button", data_key=column.key, title=title
        )
        return tag("th", button, scope="col", aria_sort=way, class_=_width(column.key))

    def _with_rules(self, move: Move) -> list[str]:
        """Return the models as sorted now, and the rules where their mean regret puts them, else at the end."""
        rows = self.order
        regrets = {name: _rounded(move.regret(name)) for name in (*rows, *move.rules)}
        for rule in sorted(move.rules, key=regrets.__getitem__, reverse=self.descending):
            place = len(rows)
            if self.sort_by in ("rank", "mean_regret"):
                sign = -1 if self.descending else 1
                later = (number for number, name in enumerate(rows) if sign * (regrets[name] - regrets[rule]) > 0)
                place = next(later, place)
            rows = [*rows[:place], rule, *rows[place:]]
        return rows

    def _row(self, name: str, kind: str, cells: dict[str, Markup], shown: list[Column]) -> Markup:
        title = f"{name}: needs no model" if kind == "bw-rule" else name
        model = tag("span", self._looks[name].swatch, tag("span", name), class_="bw-model")
        written = [tag("td", cells.get(column.key, ""), class_=_width(column.key)) for column in shown[1:]]
        end = tag("td", class_="bw-further")
        return tag("tr", tag("th", model, scope="row", title=title), *written, end, class_=f"bw-row {kind}".strip())

    def _regret_cell(self, move: Move, name: str, longest: float) -> Markup:
        """Return mean regret in 1,000 with its interval, after a bar; pointing at it tells the number itself."""
        rule = name in move.rules
        estimate = Estimate(move.rules[name], math.nan) if rule else move.summaries[name].mean_regret
        share = 100.0 * estimate.value / longest if longest > 0.0 else 0.0
        bar = tag("i", class_="bw-bar", style=f"width:{share:.1f}%;background:{self._looks[name].colour}")
        return tag(
            "div",
            tag("span", bar),
            tag("b", per_thousand(estimate.value)),
            tag("small", ends_text(estimate.low, estimate.high, per_thousand)),
            class_="bw-amount",
            title=f"mean regret {number(estimate.value)}",
        )

    def _cells(self, move: Move, name: str, usual: dict[str, int]) -> dict[str, Markup]:
        rank_inside, summary = None if move.best is None else move.ranks[name], move.summaries[name]
        tied = sum(place == rank_inside for place in move.ranks.values()) > 1
        no_rank = tag("span", "–", title=_NO_WEIGHT)
        cells = {"rank": no_rank if rank_inside is None else tag("b", f"{rank_inside}\u00a0=" if tied else rank_inside)}
        cells |= {key: _score(getattr(summary, key)) for key in ("skill", *_MORE)}
        for key, place in usual.items():
            if math.isnan(self._whole[name][key]):
                cells[key] = tag("span", "–", title="needs cases of both classes")
            elif rank_inside is None or place == rank_inside:
                cells[key] = tag("span", place)
            else:
                arrow, kind = ("▲", "bw-up") if place > rank_inside else ("▼", "bw-down")
                moved = tag("span", f"{arrow}{abs(place - rank_inside)}", class_=kind)
                title = f"rank {place} overall, {rank_inside} here"
                cells[key] = tag("span", f"{place}\u00a0", moved, class_="bw-reversal", title=title)
        return cells

    @on_change("sort_by", "descending", "more")
    def _on_sort(self, _change: Any) -> None:
        self.draw(self.state.move)


def _rounded(value: float) -> float:
    """Return a score to sort by: those that are level but for rounding stay as they were, in the page, too."""
    return float(f"{value:.9g}")


def _width(key: str) -> str | None:
    return None if key in _FIRST else "bw-wide"


def _score(estimate: Estimate) -> Markup:
    ends = ends_text(estimate.low, estimate.high, number)
    return tag("span", number(estimate.value), tag("small", ends), class_="bw-worth")
