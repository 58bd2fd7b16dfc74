"""The code on the pages runs and prints what they show."""

import importlib
import re
import warnings
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.errors import SphinxError

from tests.docs.pages import _trimmed, run_page

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [path for folder in ("howto", "understand") for path in sorted((DOCS / folder).glob("*.md"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_code_prints_what_the_page_shows(path):
    for shown, printed in run_page(path):
        assert shown == _trimmed(printed)


def test_every_claim_names_a_test_that_exists():
    named = [
        (path.name, *claim)
        for path in PAGES
        for claim in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", path.read_text(encoding="utf-8"))
    ]
    assert len(named) >= 30
    for page, file, test in named:
        assert f"def {test}(" in (DOCS.parent / file).read_text(encoding="utf-8"), f"{page}: {file}::{test}"


def test_every_file_that_a_page_names_exists():
    named = {
        (page.name, name)
        for page in PAGES
        for name in re.findall(r"(?<![\w/])(?:tests|docs|benchmarks|binder|\.ci)/[\w./-]*\w", page.read_text())
    }
    assert len(named) >= 15
    assert [(page, name) for page, name in named if not (DOCS.parent / name).exists()] == []


def test_every_claim_has_a_test():
    """A bullet under "Claims" ends with the name of one."""
    for page in ("regret", "scores", "ranking"):
        text = (DOCS / "understand" / f"{page}.md").read_text(encoding="utf-8")
        for claims in re.findall(r"\*\*Claims\*\*\n\n(.*?)(?=\n\n|\Z)", text, flags=re.DOTALL):
            for claim in claims.removeprefix("- ").split("\n- "):
                assert re.search(r"Test: `tests/[^`]+`\.$", claim.strip()), claim


def test_a_fraction_is_what_its_author_meant(monkeypatch):
    """docutils reads \\tfrac12 as twelve over what comes next, and says nothing."""
    monkeypatch.syspath_prepend(DOCS / "_tools")
    formula = importlib.import_module("mathml")._formula
    with pytest.raises(SphinxError, match="braces"):
        formula(nodes.math("", r"R(\tfrac12, t)"), as_block=False)
    half = formula(nodes.math("", r"R(\tfrac{1}{2}, t)"), as_block=False)
    assert re.search(r"<mfrac[^>]*>\s*<mn>1</mn>\s*<mn>2</mn>\s*</mfrac>", half)


def test_the_peers_still_say_what_the_page_says(monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "_tools")
    peers = importlib.import_module("peers")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        now = peers.page()

    def answers(page):
        return [line for line in page.splitlines() if line.startswith("|")][1:]  # the head names their versions

    assert answers(peers.PAGE.read_text(encoding="utf-8")) == answers(now)
