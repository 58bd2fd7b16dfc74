"""An Explorer as a page, up to what a browser makes of it (that is in tests/browser/test_export.py)."""

import asyncio
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import ipywidgets
import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets.export import page_html
from brierwidgets.export._scripts import _find_script, _in_element
from tests.export.conftest import HOSTILE
from tests.widgets.conftest import make_comparison

ROOT = Path(__file__).resolve().parents[2]


def live():
    return dict(ipywidgets.widgets.widget._instances)


class Page(HTMLParser):
    """The elements of a page, and the JSON and the text in them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self._open = [], {}, ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._open = dict(attrs).get("id") or dict(attrs).get("class") or tag

    def handle_data(self, data):
        self.texts[self._open] = self.texts.get(self._open, "") + data

    @property
    def widgets(self):
        return {key: entry["state"] for key, entry in json.loads(self.texts["state"])["state"].items()}

    @property
    def links(self):
        return json.loads(self.texts["links"])

    def values(self, model, key):
        return [state[key] for state in self.widgets.values() if state["_model_name"] == model]


@pytest.fixture
def explorer(comparison, opened):
    return opened(bw.Explorer(comparison, interval=("1.66%", "3%"), shown=["good", HOSTILE]))


def test_one_file_that_asks_for_nothing_from_anywhere(explorer, tmp_path):
    path = explorer.save_html(tmp_path / "page.html")
    assert path == tmp_path / "page.html"
    assert path.stat().st_size < 8_000_000
    page = Page(path.read_text(encoding="utf-8"))
    allowed = {"html", "head", "meta", "title", "style", "body", "header", "main", "h1", "p", "div", "span", "strong"}
    assert {tag for tag, _ in page.tags} == allowed | {"button", "script", "noscript"}
    assert not any(name in attributes for _, attributes in page.tags for name in ("src", "href"))
    (policy,) = (a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy


def test_names_and_titles_are_text(explorer):
    page = Page(page_html(explorer, title=f"{HOSTILE} {{{{state}}}}"))
    assert page.texts["h1"].strip() == page.texts["title"].strip() == f"{HOSTILE} {{{{state}}}}"
    assert HOSTILE in page.values("CheckboxModel", "description")
    assert page.texts["noscript"].count(HOSTILE) == 1
    assert not any(HOSTILE in value for value in page.values("HTMLModel", "value"))


def test_the_page_says_what_is_frozen(explorer):
    page = Page(page_html(explorer))
    assert page.texts["h1"].strip() == "Which model, for costs from 1.66% to 3%?"
    frozen = " ".join((page.texts["frozen"] + page.texts["strong"]).split())
    assert "those of the interval 1.66% to 3%" in frozen
    assert "they do not follow" in frozen
    assert page.texts["back"].strip() == "Back to 1.66% to 3%"
    assert "the tab “" not in frozen
    explorer.tab = "threshold"
    assert "the tab “One threshold”" in page_html(explorer)


def test_it_holds_the_words_and_the_table_of_this_view_and_no_other_widgets(explorer, opened):
    opened(bw.Explorer(make_comparison(good="somebody else"), interval=(0.1, 0.2)))
    page = Page(page_html(explorer))
    html_values = " ".join(page.values("HTMLModel", "value"))
    assert explorer.verdict._html.value in html_values
    assert explorer.table._body.value in html_values
    assert "somebody else" not in page.texts["state"]
    assert page.values("TabModel", "titles") == [[explorer._tabs.titles[place] for place in range(3)]]


def test_saving_leaves_the_view_alone(explorer):
    before, changes = live(), []
    for widget in before.values():
        widget.observe(changes.append)
    page_html(explorer)
    assert changes == []
    assert live().keys() == before.keys()
    assert list(explorer.charts.built) == ["regret"]


def test_what_has_no_link_is_disabled(explorer):
    page = Page(page_html(explorer))
    links, widgets = page.links, page.widgets
    assert [chart["axis"] for chart in links["charts"]] == ["regret", "log-odds", "plain"]
    alive = {links["track"]}
    for chart in links["charts"]:
        alive |= {chart["bands"], *chart["boxes"]}
    enabled = {key for key, state in widgets.items() if state.get("disabled") is False}
    assert enabled == alive
    assert all(widgets[end]["disabled"] for end in links["ends"])
    assert not any(state.get("icon") for state in widgets.values())


def test_models_that_are_switched_off_are_there_to_be_switched_on(explorer, comparison):
    page = Page(page_html(explorer))
    assert page.links["shown"] == [True, False, True]
    for chart in page.links["charts"]:
        assert [page.widgets[line]["visible"] for line in chart["lines"]] == [True, False, True]
        assert not any(page.widgets[ribbon]["visible"] for ribbon in chart["ribbons"])
        assert page.widgets[chart["means"]]["opacities"] == [1.0, 0.0, 1.0]
        assert chart["heights"]["all"]["max"] >= chart["heights"]["shown"]["max"]
        buffers = {e["path"][0]: e for e in json.loads(page.texts["state"])["state"][chart["ribbons"][1]]["buffers"]}
        assert len(buffers) == 2  # x and y of a band that nobody has asked for yet


def test_bands_that_are_shown_stay_shown(comparison, opened):
    page = Page(page_html(opened(bw.Explorer(comparison, interval=(0.1, 0.4), bands=True, shown=["bold"]))))
    assert page.links["bands"]
    for chart in page.links["charts"]:
        assert [page.widgets[ribbon]["visible"] for ribbon in chart["ribbons"]] == [False, True, False]


def test_a_group_is_saved_as_such(opened):
    comparison = make_comparison()
    cases = np.where(np.arange(comparison.total) % 3 == 0, "<b>north</b>", "south")
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), groups=cases, group="<b>north</b>"))
    page = Page(page_html(explorer))
    assert "Group <b>north</b>: 667 cases" in " ".join(page.texts.values())
    assert explorer.verdict._html.value in page.values("HTMLModel", "value")


def test_in_a_notebook_nothing_on_the_page_is_still_to_come(opened):
    # With an event loop, and with this many rows, how sure the verdict is comes only when the hand has rested.
    comparison = make_comparison(rows=30_000)

    async def save():
        return page_html(opened(bw.Explorer(comparison, interval=(0.05, 0.2))))

    words = Page(asyncio.run(save())).texts["noscript"]
    assert "95% interval of the lead" in words
    assert "when the interval rests" not in words


def test_scripts_cannot_end_their_element():
    assert _in_element('"</script><!--"') == r'"<\/script><\!--"'


def test_a_package_without_its_script_is_told():
    with pytest.raises(FileNotFoundError, match="pip install --force-reinstall no-such-package"):
        _find_script("no-such-package")


def test_the_scripts_of_others_are_unchanged_and_licensed():
    folder = files("brierwidgets.export").joinpath("assets")
    notice = folder.joinpath("NOTICE").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(\S+\.js)\n(?:.*\n)+?    sha256 (\w+)", notice, flags=re.MULTILINE))
    assert set(told) == {"require.js", "libembed-amd.js"}
    for name, digest in told.items():
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == digest
        licence = name.replace(".js", ".LICENSE.txt")
        assert licence in notice
        assert "THE SOFTWARE IS PROVIDED" in folder.joinpath(licence).read_text().upper().replace(
            "THIS SOFT", "THE SOFT"
        )


def test_a_wheel_carries_what_a_page_needs(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    folder = ROOT / "brierwidgets" / "export"
    needed = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    assert len(needed) == 8
    assert {path.relative_to(ROOT).as_posix() for path in needed} <= names
