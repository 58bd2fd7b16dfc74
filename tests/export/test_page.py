"""A view as a page, up to what a browser makes of it (that is in tests/browser/test_export.py)."""

import asyncio
import base64
import gzip
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
from brierwidgets.export._page import page_html
from brierwidgets.export._scripts import _find_script, _in_element
from brierwidgets.ui import View
from tests.export.conftest import HOSTILE
from tests.widgets.conftest import make_comparison

ROOT = Path(__file__).resolve().parents[2]
SITES = np.array(["<b>north</b>", "south"], dtype=object)
EXPORTED = [getattr(bw, name) for name in bw.__all__]
VIEWS = [view for view in EXPORTED if isinstance(view, type) and issubclass(view, View) and view is not bw.GroupView]


def live():
    return dict(ipywidgets.widgets.widget._instances)


class Page(HTMLParser):
    """The elements of a page, the text in them, and the widgets that it unpacks."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self._open = [], {}, ""
        self.feed(text)
        self.close()
        packed = base64.b64decode(self.texts["state"])
        self.state = json.loads(gzip.decompress(packed))["state"]
        self.widgets = {key: entry["state"] for key, entry in self.state.items()}
        (self.root,) = (attributes["data-root"] for _, attributes in self.tags if "data-root" in attributes)
        (self.engine,) = (key for key, state in self.widgets.items() if "offline" in state)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._open = dict(attrs).get("id") or dict(attrs).get("class") or tag

    def handle_data(self, data):
        self.texts[self._open] = self.texts.get(self._open, "") + data

    def values(self, model, key):
        return [state[key] for state in self.widgets.values() if state["_model_name"] == model]

    def tables(self):
        """Return how many bytes of tables there are, by group."""
        buffers = self.state[self.engine]["buffers"]
        return {
            buffer["path"][1]: len(base64.b64decode(buffer["data"]))
            for buffer in buffers
            if buffer["path"][0] == "tables"
        }


@pytest.fixture
def explorer(comparison, opened):
    return opened(bw.Explorer(comparison, interval=("1.66%", "3%"), shown=["good", HOSTILE]))


def with_groups(opened, **options):
    comparison = make_comparison()
    return opened(bw.Explorer(comparison, interval=(0.05, 0.2), groups=SITES[np.arange(2_000) % 2], **options))


def test_one_file_that_asks_for_nothing_from_anywhere(explorer, tmp_path):
    path = explorer.save_html(tmp_path / "page.html")
    assert path == tmp_path / "page.html"
    page = Page(path.read_text(encoding="utf-8"))
    allowed = {"html", "head", "meta", "title", "style", "body", "header", "main", "h1", "p"}
    assert {tag for tag, _ in page.tags} == allowed | {"script", "noscript"}
    assert not any(name in attributes for _, attributes in page.tags for name in ("src", "href"))
    (policy,) = (a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.split(maxsplit=1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'unsafe-inline' 'unsafe-eval' blob:"
    assert "http" not in policy
    assert "*" not in policy


def test_names_and_titles_are_text(explorer):
    page = Page(page_html(explorer, title=f"{HOSTILE} {{{{state}}}}"))
    assert page.texts["h1"].strip() == page.texts["title"].strip() == f"{HOSTILE} {{{{state}}}}"
    assert HOSTILE in page.values("CheckboxModel", "description")
    assert page.texts["noscript"].count(HOSTILE) == 1
    assert not any(HOSTILE in value for value in page.values("HTMLModel", "value"))


def test_a_title_that_is_no_text_is_refused_and_nothing_is_written(explorer, tmp_path):
    with pytest.raises(TypeError, match=r"title must be text, such as .* not 5 \(int\)"):
        explorer.save_html(tmp_path / "view.html", title=5)
    assert list(tmp_path.iterdir()) == []


def test_the_engine_of_the_page_is_on_its_own_and_has_the_tables(explorer, comparison):
    page = Page(page_html(explorer))
    assert page.root in page.widgets
    engine = page.widgets[page.engine]
    assert engine["offline"] is True
    assert explorer.engine.offline is False
    assert list(page.tables()) == list(engine["headers"]) == [""]
    assert engine["interval"] == [0.0166, 0.03]
    assert engine["mirrored"]["shown"] == ["good", HOSTILE]
    assert set(comparison.names) == set(engine["headers"][""]["names"])
    # Whatever the engine moves is in the page.
    named = set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(engine["specs"])))
    assert named <= set(page.widgets)
    assert len(named) > 50


def test_there_are_tables_of_everyone_and_of_every_group(opened):
    for group in (None, "south"):
        page = Page(page_html(with_groups(opened, group=group)))
        tables = page.tables()
        assert set(tables) == set(page.widgets[page.engine]["headers"]) == {"", *SITES}
        assert min(tables.values()) > 1_000
        assert page.widgets[page.engine]["mirrored"]["group"] == (group or "")


def test_every_tab_is_there_with_its_chart(explorer):
    page = Page(page_html(explorer))
    (titles,) = page.values("TabModel", "titles")
    assert titles == ["Curves", "Why", "How far", "One threshold", "Metrics"]
    (tabs,) = (spec for spec in page.widgets[page.engine]["specs"] if spec["kind"] == "tabs")
    charts = [chart for of_one_tab in tabs["charts"] for chart in of_one_tab]
    assert (len(tabs["charts"]), len(charts)) == (len(titles), len(explorer.charts))
    assert all(chart.removeprefix("IPY_MODEL_") in page.widgets for chart in charts)


def test_it_holds_this_view_and_no_other_widgets(explorer, opened):
    opened(bw.Explorer(make_comparison(good="somebody else"), interval=(0.1, 0.2)))
    page = Page(page_html(explorer))
    html_values = " ".join(page.values("HTMLModel", "value"))
    assert explorer.verdict._html.value in html_values
    assert explorer.table._body.value in html_values
    assert "somebody else" not in json.dumps(page.state)
    assert len(page.values("AnyModel", "_esm")) == 4  # the slider, the base rate, the corner and the engine
    assert not any(state.get("icon") for state in page.widgets.values())
    assert "rozen" not in "".join(page.texts[key] for key in page.texts if key not in ("script", "state"))


def test_saving_leaves_an_explorer_alone(explorer):
    before, changes = live(), []
    for widget in before.values():
        widget.observe(changes.append)
    page_html(explorer)
    assert changes == []
    assert live().keys() == before.keys()
    assert list(explorer.charts.built) == ["regret"]


def test_saving_one_view_changes_only_what_its_engine_carries(comparison, opened):
    curve = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    before, changes = live(), []
    for widget in before.values():
        widget.observe(changes.append)
    page_html(curve)
    carried = {(curve.engine, name) for name in ("headers", "tables", "mirrored", "interval", "note", "exact_lead")}
    assert {(change.owner, change.name) for change in changes} <= carried
    assert live().keys() == before.keys()


def test_a_view_is_saved_below_a_slider_that_is_the_page_s_alone(comparison, opened, tmp_path):
    curve = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    before, specs = live(), curve.engine.specs
    page = Page(curve.save_html(tmp_path / "view.html").read_text(encoding="utf-8"))
    slider = page.widgets[page.engine]["specs"][-1]
    assert slider["kind"] == "slider"
    assert page.widgets[slider["model"].removeprefix("IPY_MODEL_")]["_from_kernel"][:2] == [0.05, 0.2]
    assert page.widgets[page.root]["children"] == [slider["model"], f"IPY_MODEL_{curve.model_id}"]
    assert live().keys() == before.keys()
    assert curve.engine.specs is specs


def test_a_save_that_fails_leaves_no_widgets_and_no_file(explorer, tmp_path, monkeypatch):
    before = live()
    monkeypatch.setattr("brierwidgets.export._page.dependency_state", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        explorer.save_html(tmp_path / "page.html")
    assert live().keys() == before.keys()
    assert not (tmp_path / "page.html").exists()


def test_saved_twice_a_page_differs_in_the_names_of_widgets_alone(explorer):
    def without_names(text):
        page = Page(text)
        order = {key: f"widget {number}" for number, key in enumerate(page.state)}
        state = re.sub(r"[0-9a-f]{32}", lambda found: order.get(found[0], found[0]), json.dumps(page.state))
        state = re.sub(r"bw-[0-9a-f]{8}", "bw-", state)  # names of hatchings, one set a picture
        return text[: text.index('id="state"')], state, text[text.index("</script>") :]

    assert without_names(page_html(explorer)) == without_names(page_html(explorer))


def test_a_group_is_saved_as_such(opened):
    explorer = with_groups(opened, group="<b>north</b>")
    page = Page(page_html(explorer))
    assert "Group <b>north</b>: 1,000 cases" in page.texts["about"]
    assert explorer.verdict._html.value in page.values("HTMLModel", "value")


def test_in_a_notebook_nothing_on_the_page_is_still_to_come(opened):
    # With an event loop, and with this many rows, how sure the verdict is comes only when the hand has rested.
    comparison = make_comparison(rows=30_000)

    async def save():
        return page_html(opened(bw.Explorer(comparison, interval=(0.05, 0.2))))

    words = Page(asyncio.run(save())).texts["noscript"]
    assert "95% interval of the lead" in words
    assert "when the interval rests" not in words


@pytest.mark.slow
@pytest.mark.parametrize("view_class", VIEWS, ids=lambda view: view.__name__)
def test_every_view_saves_itself(view_class, comparison, opened, tmp_path):
    view = opened(view_class(comparison, interval=(0.05, 0.2)))
    page = Page(view.save_html(tmp_path / "view.html", title="Mine").read_text(encoding="utf-8"))
    assert page.texts["title"].strip() == "Mine"
    assert page.widgets[page.engine]["offline"] is True
    assert "" in page.tables()
    view.interval = (0.1, 0.3)  # it is still alive
    assert tuple(view.state.move.interval) == (0.1, 0.3)


def test_groups_side_by_side_are_saved_too(opened, tmp_path):
    cases = make_comparison()
    view = opened(bw.GroupView(cases, interval=(0.05, 0.2), groups=SITES[np.arange(2_000) % 2]))
    page = Page(view.save_html(tmp_path / "view.html").read_text(encoding="utf-8"))
    assert page.widgets[page.engine]["offline"] is True


@pytest.mark.slow
def test_two_million_rows_make_a_page_no_bigger_than_six_megabytes_and_one_over_a_tiny_one(opened, tmp_path):
    sizes = [
        opened(bw.Explorer(cases, interval=(0.05, 0.2))).save_html(tmp_path / "page.html").stat().st_size
        for cases in (make_comparison(rows=2_000_000), bw.Comparison([0, 1, 0, 1], {"a": [0.1, 0.7, 0.4, 0.3]}))
    ]
    assert sizes[0] < 6_000_000
    assert sizes[0] - sizes[1] < 1_000_000


def test_scripts_cannot_end_their_element():
    assert _in_element('"</script><!--"') == r'"<\/script><\!--"'


def test_a_package_without_its_script_is_told():
    with pytest.raises(FileNotFoundError, match="pip install --force-reinstall no-such-package"):
        _find_script("no-such-package")


def test_the_scripts_of_others_are_unchanged_and_licensed():
    folder = files("brierwidgets.export").joinpath("assets")
    notice = folder.joinpath("NOTICE").read_text(encoding="utf-8")
    digests = dict(re.findall(r"^(\S+\.js)\n(?:.*\n)+?    sha256 (\w+)", notice, flags=re.MULTILINE))
    assert set(digests) == {"require.js", "libembed-amd.js"}
    for name, digest in digests.items():
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
    needed = [
        path
        for room in ("export", "page", "controls", "words")
        for path in (ROOT / "brierwidgets" / room).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    assert {"engine.js", "page.html", "require.js", "interval_slider.js", "numbers.js"} <= {
        path.name for path in needed
    }
    assert {path.relative_to(ROOT).as_posix() for path in needed} <= names
    extension = {name.partition(".data/data/share/jupyter/labextensions/brierwidgets/")[2] for name in names} - {""}
    assert extension == {"package.json", "still.js"}
