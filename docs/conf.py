"""The site: ``pip install -e ".[docs]" && sphinx-build -W docs build/site``, then open build/site/index.html."""

import re
import sys
from importlib.metadata import version as installed
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_tools"))

project = "brierwidgets"
author = "the brierwidgets developers"
copyright = "the brierwidgets developers"  # noqa: A001
version = release = installed("brierwidgets")

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "sphinx_copybutton",
    "mathml",  # docs/_tools: formulas as MathML, which browsers draw without a script
    "made",  # docs/_tools: the gallery, and the notebooks with live widgets
]
exclude_patterns = ["_made", "_tools", "_templates", "learn/ideas.md", "**/.ipynb_checkpoints"]
templates_path = ["_templates"]
nitpicky = False

# --- prose ------------------------------------------------------------------------------------
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
html_math_renderer = "mathml"
nb_execution_mode = "off"  # the outputs saved in the notebooks are checked by the tests
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"
highlight_language = "python"

# --- reference --------------------------------------------------------------------------------
shelves = ("costs", "datasets", "export", "lessons", "metrics", "models", "recommend", "ui", "views")
autosummary_generate = [f"reference/{shelf}.rst" for shelf in shelves]
autosummary_ignore_module_all = False
autodoc_typehints = "none"  # the signature of a class shows what is documented; types are in the source
autodoc_member_order = "groupwise"
default_role = "py:obj"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
numpydoc_xref_param_type = False

# --- look: nothing from anywhere but this site -------------------------------------------------
html_theme = "pydata_sphinx_theme"
html_title = "brierwidgets"
html_static_path = ["_static"]
html_extra_path = ["_made/site"]
html_css_files = ["site.css"]
html_js_files = ["frames.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # a page from disk may not fetch others
html_theme_options = {
    "navbar_end": ["navbar-icon-links"],  # light or dark as the reader's system is, and live pages with it
    "show_prev_next": True,
    "show_toc_level": 2,
    "header_links_before_dropdown": 6,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "secondary_sidebar_items": ["page-toc"],
}
html_sidebars = {"index": []}
html_context = {"default_mode": "auto"}


def _leave_out(_app, what, _name, member, skip, _options):  # noqa: ANN001, ANN202
    """Leave out what ipywidgets, traitlets or Python documents."""
    home = getattr(getattr(member, "fget", member), "__module__", None) or ""
    foreign = what == "class" and not home.startswith("brierwidgets")
    return True if foreign else skip


def _link_sources(_app, _what, _name, _thing, _options, lines):  # noqa: ANN001, ANN202
    """Make links of the DOIs in a docstring, and give each source a line of its own."""
    linked = [
        re.sub(r"\bdoi:(10\.\S*[^\s,.])", lambda doi: f"`{doi[0]} <https://doi.org/{quote(doi[1])}>`__", line)
        for line in lines
    ]
    lines[:] = [part for line in linked for part in ([line, ""] if line.endswith(("`__", "`__.")) else [line])]


def setup(app):  # noqa: ANN001, ANN201
    """Connect the hooks."""
    app.connect("autodoc-skip-member", _leave_out)
    app.connect("autodoc-process-docstring", _link_sources)
