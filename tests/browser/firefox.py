"""Firefox without a driver: it speaks WebDriver BiDi itself, over a socket on this machine."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import websocket

from tests.browser.widget_page import IGNORED_ERRORS

SECONDS = 60


def find_firefox() -> str:
    """Return the path of Firefox; say how to get it otherwise."""
    for name in ("firefox-esr", "firefox"):
        if found := shutil.which(name):
            return found
    raise FileNotFoundError(
        "This test needs Firefox, and none was found. Install it with\n    sudo apt-get install firefox-esr"
    )


class FirefoxPage:
    """One page in Firefox: go somewhere, ask it something, take hold of something."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(f"{address}/session", timeout=SECONDS, suppress_origin=True)
        self._sent = 0
        self._errors: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self._call("browsingContext.setViewport", context=self._page, viewport={"width": 1280, "height": 1200})

    def _call(self, method: str, **params: Any) -> Any:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == self._sent:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self._errors.append(said["params"]["text"])

    def errors(self) -> list[str]:
        """Return what the page complained about so far."""
        return [error for error in self._errors if not any(known in error for known in IGNORED_ERRORS)]

    def close(self) -> None:
        """Let go of the page."""
        self._socket.close()

    def open(self, url: str) -> None:
        """Go to an address and wait until the page is there."""
        self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def ask(self, script: str) -> Any:
        """Return what an expression, or what it promises, is in the page, by way of JSON."""
        answer = self._call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script}) ?? null))()",
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, script: str) -> Any:
        """Wait until an expression is true in the page; return it."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if answer := self.ask(script):
                return answer
            time.sleep(0.1)
        raise TimeoutError(f"Never true in Firefox: {script}")

    def drag(self, css: str, dx: int) -> None:
        """Take the middle of an element and pull it along."""
        x, y = self.ask(
            f"""(() => {{
                const target = document.querySelector({json.dumps(css)});
                target.scrollIntoView({{block: 'center'}});
                const box = target.getBoundingClientRect();
                return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
            }})()"""
        )
        moves = [{"type": "pointerMove", "x": x + round(dx * step / 8), "y": y} for step in range(9)]
        hand = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self._call(
            "input.performActions",
            context=self._page,
            actions=[{"type": "pointer", "id": "mouse", "actions": hand}],
        )


@contextlib.contextmanager
def firefox() -> Iterator[FirefoxPage]:
    """Run Firefox without a window, with a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [find_firefox(), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            try:
                address = next(
                    found[1] for line in process.stderr or () if (found := re.search(r"BiDi listening on (\S+)", line))
                )
                with contextlib.closing(FirefoxPage(address)) as page:
                    yield page
            finally:
                process.terminate()
