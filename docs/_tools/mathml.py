"""Formulas as MathML, written when the site is built: no script, no font and no network when it is read."""

import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.errors import SphinxError


def _formula(node: nodes.Node, *, as_block: bool) -> str:
    text = node.astext()
    if re.search(r"\\[dt]?frac\s*[^{\s]", text):  # docutils would read \frac12 as twelve over what comes next
        raise SphinxError(f"{node.source}:{node.line}: write the fraction with braces: {text}")
    try:
        return tex2mathml(text, as_block=as_block)
    except Exception as error:
        raise SphinxError(f"{node.source}:{node.line}: this formula cannot be written: {text}\n{error}") from error


def _visit_math(self, node):  # noqa: ANN001, ANN202
    self.body.append(f'<span class="math">{_formula(node, as_block=False)}</span>')
    raise nodes.SkipNode


def _visit_math_block(self, node):  # noqa: ANN001, ANN202
    self.body.append(f'<div class="math" tabindex="0" role="group">{_formula(node, as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_visit_math, None), (_visit_math_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
