"""Text with a formula, a link or a picture, and text of strangers that would like to have one."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets.lessons._text import plain, rich

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def test_a_formula_becomes_what_a_browser_draws():
    html = rich(r"The ratio $\frac{1}{1 + 99}$ is small.")
    assert re.search(r"<math.*<mfrac>.*<mn>99</mn>.*</mfrac>.*</math> is small\.", html)


@pytest.mark.parametrize("text", ["It costs $5 or $10.", "5 $ and 6 $", r"\$x\$"])
def test_dollars_are_dollars(text):
    assert "<math" not in rich(text)
    assert "$" in rich(text)


@pytest.mark.parametrize(
    "formula", [r"\text{<img src=x onerror=alert(1)>}", r"\href{javascript:alert(1)}{x}", "<script>", r"\class{x}{y}"]
)
def test_a_formula_cannot_bring_other_elements(formula):
    try:
        html = rich(f"${formula}$")
    except ValueError:
        return
    assert set(re.findall(r"<([a-z]+)", html)) <= {"p", "math", "mrow", "mi", "mo", "mn", "mtext", "mstyle", "mspace"}
    assert not re.search(r"<[^>]*(href|on[a-z]+|style)=", html)


def test_a_link_opens_beside_the_lesson():
    html = rich("See [the notebook](05-decision-curves.ipynb) or [the paper](https://example.org/a?b=1&c).")
    assert '<a href="05-decision-curves.ipynb" target="_blank" rel="noopener noreferrer">the notebook</a>' in html
    assert 'href="https://example.org/a?b=1&amp;c"' in html


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "//example.org", "JavaScript:x"])
def test_a_link_that_could_harm_stays_text(address):
    assert "<a" not in rich(f"[click]({address})")


def test_a_picture_is_taken_into_the_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("dot.png").write_bytes(base64.b64decode(PIXEL))
    assert f'<img class="bw-picture" src="data:image/png;base64,{PIXEL}" alt="a &lt;dot&gt;">' in rich(
        "![a <dot>](dot.png)"
    )


@pytest.mark.parametrize("source", ["https://example.org/a.png", "notes.txt"])
def test_a_picture_from_elsewhere_is_refused(source):
    with pytest.raises(ValueError, match="Give a file on this machine"):
        rich(f"![x]({source})")


@given(st.text(alphabet="ab*[]()$!\\<. \n", max_size=30))
def test_strangers_words_show_as_they_are(text):
    shown = re.sub(r"</?p>", " ", rich(plain(text)))
    assert "<" not in shown
    assert shown.split() == text.replace("<", "&lt;").split()
