"""Names of models that mean harm, one list for every view, file and page."""

from __future__ import annotations

import numpy as np

import brierwidgets as bw

NAMES = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "&lt;b&gt; ' onmouseover='alert(3)",
    "</script><svg onload=alert(4)>",
    "<!-- comment",
    "]]> <![CDATA[",
    "</style></textarea></title><b>",
    "{{7*7}} ${7*7} %s %(x)s {0} {name}",
    "$x^2$ and \\(a_1\\) \\begin{matrix}",
    "=cmd|' /C calc'!A0",
    "+1+2",
    "-2+3",
    "@SUM(1)",
    "\ttab first",
    "line\nbreak\r\nand more",
    "nul \x00 bell \x07 escape \x1b[31m",
    "half a pair \ud800",
    "right to left \u202eevil",
    "zero\u200bwidth",
    "`code` *b* _i_ [l](javascript:alert(5)) | pipe ~~s~~",
    "\\input{/etc/passwd} % # _ ^ ~ & {",
    "'; DROP TABLE models; --",
    "family \U0001f469\u200d\U0001f469\u200d\U0001f467",
    "__proto__",
    "constructor",
    "IPY_MODEL_0",
    " spaces around ",
    "_hidden",
    "None",
    "0",
    "x" * 300,
]
PLAIN = [f"model {number}" for number in range(len(NAMES))]


def make(names: list[str], rows: int = 240) -> bw.Comparison:
    """Return a comparison with a model of each name; the scores do not depend on the names."""
    rng = np.random.default_rng(7)
    y = np.arange(rows) % 4 == 0
    noise = rng.normal(size=(len(names), rows))
    spread = np.linspace(0.2, 2.0, len(names))[:, None]
    return bw.Comparison(y, dict(zip(names, 1 / (1 + np.exp(1.2 - 1.5 * y - spread * noise)), strict=True)))


def groups(comparison: bw.Comparison) -> list[str]:
    """Return a hostile label a case."""
    labels = [NAMES[0], NAMES[8], NAMES[15]]
    return [labels[number % 3] for number in range(comparison.rows.labels.size)]
