"""The tools of the browser tests themselves: a slider moves a line, in JupyterLab and in Voila."""

import pytest

from tests.browser.lab import find_chromium

SLIDER_AND_LINE = [
    "import numpy as np",
    """
import bqplot
import ipywidgets as widgets

x = np.linspace(0, 1, 50)
scales = {"x": bqplot.LinearScale(min=0, max=1), "y": bqplot.LinearScale(min=0, max=1)}
line = bqplot.Lines(x=x, y=x / 2, scales=scales)
figure = bqplot.Figure(marks=[line], axes=[bqplot.Axis(scale=scales["x"])])
slider = widgets.FloatRangeSlider(value=(0.2, 0.6), min=0, max=1, step=0.01)
words = widgets.HTML("untouched")

def move(change):
    low, high = change.new
    line.y = np.clip(x, low, high)
    words.value = f"from {low:.2f} to {high:.2f}"

slider.observe(move, "value")
box = widgets.VBox([slider, figure, words])
_ = box.add_class("smoke")
box
""",
]
LINE = ".smoke .bqplot path.line"
WORDS = ".smoke .widget-html-content"


def slider_value(page):
    return [float(end) for end in page.kernel("print(*slider.value)").split()]


def settled_value(page):
    """The slider's value once the page has said it: the kernel may still be working through a drag."""
    for _ in range(20):
        low, high = slider_value(page)
        page.page.wait_for_timeout(100)
        if page.page.locator(WORDS).first.inner_text().strip() == f"from {low:.2f} to {high:.2f}":
            return low, high
    pytest.fail(f"The words never said {low:.2f} to {high:.2f}.")


def test_mouse_and_keyboard_move_the_slider_and_the_line_follows(notebook):
    page = notebook(SLIDER_AND_LINE, ready=LINE)
    first = page.path(LINE)
    assert slider_value(page) == [0.2, 0.6]

    page.drag(".smoke .noUi-handle-upper", 60)
    page.wait_path_change(LINE, first)
    low, high = settled_value(page)
    assert low == 0.2
    assert high > 0.6
    second = page.path(LINE)

    page.page.locator(".smoke .noUi-handle-lower").focus()
    page.page.keyboard.press("ArrowRight")
    page.wait_path_change(LINE, second)
    assert settled_value(page)[0] > 0.2
    assert page.errors() == []
    assert page.output_errors() == []


def test_pages_have_the_theme_and_the_size_asked_for(notebook):
    cell = ["import ipywidgets as widgets; widgets.HTML('hello').add_class('hello')"]
    lightness = {}
    for theme in ("dark", "light"):
        page = notebook(cell, ready=".hello", theme=theme, width=800, height=600)
        assert page.page.evaluate("() => [innerWidth, innerHeight]") == [800, 600]
        assert page.page.evaluate("() => document.body.dataset.jpThemeLight") == str(theme == "light").lower()
        colour = "() => getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor.match(/\\d+/g)"
        lightness[theme] = sum(map(int, page.page.evaluate(colour)[:3]))
        assert page.errors() == []
    assert lightness["dark"] < 200
    assert lightness["light"] > 600


def test_a_picture_of_an_output_shows_all_of_it(notebook, tmp_path):
    tall = "import ipywidgets as widgets; widgets.HTML('<div style=\"height: 2000px\">tall</div>').add_class('tall')"
    page = notebook([tall, "print('after')"], ready=".tall")
    picture = page.screenshot_output(tmp_path / "tall.png", cell=0)
    assert (tmp_path / "tall.png").read_bytes() == picture
    assert int.from_bytes(picture[20:24]) >= 2000  # the height, as the PNG header gives it
    assert page.page.viewport_size == {"width": 1280, "height": 900}


def test_mistakes_do_not_pass_unseen(notebook):
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        notebook(["1 / 0"])
    page = notebook(["import sys; print('beware', file=sys.stderr)"], allow_errors=True)
    assert page.output_errors() == ["beware\n"]
    with pytest.raises(RuntimeError, match="NameError"):
        page.kernel("no_such_name")
    page.page.evaluate("() => console.error('wrong')")
    with page.page.expect_event("pageerror"):
        page.page.evaluate("() => { setTimeout(() => { throw new Error('uncaught'); }); }")
    assert "wrong" in page.errors()[0]
    assert "uncaught" in page.errors()[1]


def test_voila_serves_live_widgets_without_code(voila):
    page = voila(SLIDER_AND_LINE, ready=LINE, theme="dark")
    before = page.path(LINE)
    page.drag(".smoke .noUi-handle-lower", 60)
    page.wait_path_change(LINE, before)
    assert page.page.locator("text=import numpy").count() == 0
    assert page.errors() == []


def test_without_chromium_the_tests_say_what_to_install(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    with pytest.raises(FileNotFoundError, match="no-such-browser"):
        find_chromium()
    monkeypatch.delenv("CHROMIUM")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="apt-get install chromium"):
        find_chromium()
