"""One row a model: the scores on the interval, and the ranks they give beside the ordinary ones."""

from __future__ import annotations

import html
import math
from typing import Any, NamedTuple

import ipywidgets as widgets
import traitlets

from brierwidgets.core.scores import Estimate
from brierwidgets.formatting import number, per_thousand
from brierwidgets.moves import rank
from brierwidgets.palette import look
from brierwidgets.state import as_state
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import View, guarded

__all__ = ["ScoreTable"]


class _Column(NamedTuple):
    key: str
    title: str
    hint: str
    highest_first: bool = False


_SCORES = (
    _Column("mean_regret", "Mean regret", "Average height of the regret curve over the interval; lower is better"),
    _Column("brier", "Bounded Brier", "Part of the Brier score that these costs contribute; lower is better"),
    _Column("log_loss", "Bounded log loss", "Part of the log loss that these costs contribute; lower is better"),
    _Column("net_benefit", "Mean net benefit", "Average height of the decision curve; higher is better", True),
    _Column("skill", "Skill", "1 is perfect, 0 is no better than always saying the prevalence", True),
)
_RANKS = (
    _Column("rank", "Rank here", "Rank by mean regret on this interval"),
    _Column("brier_full", "by Brier", "Rank by the ordinary Brier score, over all costs"),
    _Column("log_loss_full", "by log loss", "Rank by the ordinary log loss, over all costs"),
    _Column("auc", "by AUC", "Rank by the area under the ROC curve", True),
)
_MODEL = _Column("model", "Model", "Sort by name")
_COLUMNS = (_MODEL, *_SCORES, *_RANKS)


class ScoreTable(View):
    """Scores on the interval with standard errors, and where the ordinary scores would rank each model.

    A rank that differs from the rank on this interval is framed: a reversal. Click a heading to sort.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.

    Attributes
    ----------
    sort_by, descending
        The column sorted by, and which way.

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

    sort_by = traitlets.Enum([column.key for column in _COLUMNS], "rank", help="The column sorted by.")
    descending = traitlets.Bool(False, help="Whether the largest comes first.")

    def __init__(self, data: Any, models: Any = None, *, interval: Any = None, **unknown: Any) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, interval=interval)
        super().__init__(state, owns_state=state is not data)
        self._looks = {name: look(index) for index, name in enumerate(state.comparison.names)}
        self._refit()
        self._heads = {}
        for column in _COLUMNS:
            button = widgets.Button(description=column.title, tooltip=f"{column.hint}. Click to sort.")
            button.on_click(lambda _button, key=column.key: self._on_head(key))
            self._heads[column.key] = button
        head = widgets.Box(list(self._heads.values()))
        head.add_class("bw-head")
        self._body = widgets.HTML()
        frame = widgets.VBox([head, self._body])
        frame.add_class("bw-scores")
        self._mark_heads()
        self._show([frame])

    def _refit(self) -> None:
        self._whole = self._state.comparison.whole_range.to_dict("index")

    @property
    def order(self) -> list[str]:
        """The models shown, as sorted now."""
        values = {name: self._value(name) for name in self._state.move.summaries}
        return sorted(values, key=values.__getitem__, reverse=self.descending)

    def _value(self, name: str) -> Any:
        move, key = self._state.move, self.sort_by
        if key == "model":
            return name.casefold()
        if key == "rank":
            return move.ranks[name]
        if key in self._whole[name]:
            value = self._whole[name][key]
            return -value if key == "auc" else value  # by rank: the best first, as for the others
        value = getattr(move.summaries[name], key).value
        return math.inf if math.isnan(value) else value

    def _draw(self) -> None:
        move = self._state.move
        usual = {
            column.key: rank(
                {n: self._whole[n][column.key] for n in move.summaries}, highest_first=column.highest_first
            )
            for column in _RANKS[1:]
        }
        rows = "".join(self._row(name, {key: ranks[name] for key, ranks in usual.items()}) for name in self.order)
        self._body.value = f'<div role="table" aria-label="Scores on the interval">{rows}</div>'

    def _row(self, name: str, usual: dict[str, int]) -> str:
        move = self._state.move
        here = move.ranks[name]
        shown = html.escape(name)
        cells = [f'<span role="rowheader" title="{shown}">{self._looks[name].swatch}{shown}</span>']
        for column in _SCORES:
            estimate: Estimate = getattr(move.summaries[name], column.key)
            cells.append(f'<span role="cell">{_score(column.key, estimate)}</span>')
        cells.append(f'<span role="cell"><b>{here}</b></span>')
        for key, place in usual.items():
            if math.isnan(self._whole[name][key]):
                text = '<span title="needs cases of both classes">–</span>'
            elif place == here:
                text = str(place)
            else:
                text = f'<span class="bw-reversal" title="rank {place} overall, {here} here">{place}&nbsp;⇄</span>'
            cells.append(f'<span role="cell">{text}</span>')
        return f'<div role="row" class="bw-row{" bw-best" if here == 1 else ""}">{"".join(cells)}</div>'

    @guarded
    def _on_head(self, key: str) -> None:
        if key == self.sort_by:
            self.descending = not self.descending
            return
        with self.hold_trait_notifications():
            self.sort_by = key
            self.descending = key in ("net_benefit", "skill")

    @traitlets.observe("sort_by", "descending")
    @guarded
    def _on_sort(self, _change: Any) -> None:
        self._mark_heads()
        self._draw()

    def _mark_heads(self) -> None:
        for column in _COLUMNS:
            arrow = (" ▼" if self.descending else " ▲") if column.key == self.sort_by else ""
            self._heads[column.key].description = column.title + arrow


def _score(key: str, estimate: Estimate) -> str:
    value, error = estimate
    spread = "" if math.isnan(error) else f"± {number(error, 2)}"
    if key == "mean_regret":
        spread = f"{per_thousand(value)} ± {number(1000 * error, 2)} in 1,000"
    return f"{number(value)}<small>{spread}</small>"
