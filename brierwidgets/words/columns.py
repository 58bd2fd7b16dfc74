"""The columns of a score table: what each is called, and what it means."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COLUMNS", "RANKS", "SCORES", "Column"]


class Column(NamedTuple):
    """A column of `Comparison.scores`, as tables for people head it."""

    key: str
    title: str
    hint: str
    highest_first: bool = False


SCORES = (
    Column("mean_regret", "Mean regret", "Average height of the regret curve over the interval; lower is better"),
    Column("brier", "Bounded Brier", "Part of the Brier score that these costs contribute; lower is better"),
    Column("log_loss", "Bounded log loss", "Part of the log loss that these costs contribute; lower is better"),
    Column("net_benefit", "Mean net benefit", "Average height of the decision curve; higher is better", True),
    Column("skill", "Skill", "1 is perfect, 0 is no better than always saying the prevalence", True),
)
RANKS = (
    Column("rank", "Rank here", "Rank by mean regret on this interval"),
    Column("brier_full", "by Brier", "Rank by the ordinary Brier score, over all costs"),
    Column("log_loss_full", "by log loss", "Rank by the ordinary log loss, over all costs"),
    Column("auc", "by AUC", "Rank by the area under the ROC curve", True),
)
COLUMNS = {column.key: column for column in (Column("model", "Model", "Sort by name"), *SCORES, *RANKS)}
