"""A page in Chromium that runs the shipped scripts."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator

import pytest

from brierwidgets.page import script
from tests.browser.lab import chromium, find_chromium

LOAD = """async (source) => {
  const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  window.page = await import(url);
  window.open_tables = ([header, text]) =>
    window.page.parse_tables(header, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
}"""


# JSON has no NaN and no infinity: here they are texts such as "number:NaN".
RUN = """(text) => {
  const given = JSON.parse(text, (_, value) =>
    typeof value === "string" && value.startsWith("number:") ? Number(value.slice(7)) : value);
  return JSON.stringify((%s)(given), (_, value) =>
    typeof value === "number" && !Number.isFinite(value) ? `number:${value}` : value);
}"""


class Scripts:
    """Runs JavaScript in a page; arguments and answers go as one text, which is many times faster than as objects."""

    def __init__(self, page) -> None:
        self._page = page

    def evaluate(self, function, argument=None):
        text = re.sub(r"(?<=[\[ ])(NaN|-?Infinity)(?=[\],])", r'"number:\1"', json.dumps(argument))
        answer = self._page.evaluate(RUN % function, text)
        return json.loads(re.sub(r'"number:(NaN|-?Infinity)"', r"\1", answer))


@pytest.fixture(scope="package")
def scripts() -> Iterator:
    """A page whose `window.page` holds what `script("move")` exports."""
    try:
        find_chromium()
    except FileNotFoundError as error:
        pytest.fail(str(error), pytrace=False)
    with chromium() as browser:
        page = browser.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.evaluate(LOAD, script("move"))
        yield Scripts(page)
        assert not faults


def on_wire(tables):
    """Tables as a page can be given them."""
    return [tables.header, base64.b64encode(tables.data).decode()]
