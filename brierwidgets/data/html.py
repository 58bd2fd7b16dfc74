"""What a notebook shows of a comparison or a forecast when it is a cell's last line."""

from __future__ import annotations

import pandas as pd

from brierwidgets.core.digits import percent
from brierwidgets.core.sizes import how_many_cases
from brierwidgets.data.markup import Markup, join, tag

__all__ = ["summary_html"]


def summary_html(kind: str, total: float, prevalence: float, table: pd.DataFrame, note: str = "") -> str:
    """Return a small table below a line about the cases; every name is escaped.

    Examples
    --------
    >>> shown = summary_html("Comparison", 4, 0.5, pd.DataFrame({"AUC": [0.75]}, index=["<b>"]))
    >>> "4 cases, prevalence 50%" in shown, "<b>" in shown, "&lt;b&gt;" in shown
    (True, False, True)
    """
    scores = Markup(table.to_html(border=0, float_format="{:#.4g}".format, na_rep="–"))
    lines = [tag("div", f"{kind}: {how_many_cases(total)}, prevalence {percent(prevalence)}"), scores]
    if note:
        lines.append(tag("div", tag("small", note)))
    # MathJax takes what stands between dollars for a formula, unless each stands in an element of its own.
    return join(lines).replace("$", "<span>$</span>").replace("\\", "<span>\\</span>")
