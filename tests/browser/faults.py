"""What axe-core finds wrong in a page, for those who listen or use keys alone."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.lab import WidgetPage

__all__ = ["COLOURS", "faults", "faults_in_both"]

COLOURS = {"runOnly": ["color-contrast"]}  # all that a theme changes
NAMED = "select, textarea, input, [role=slider], .bw-chart"


def faults(page: Page, root: str, **options: Any) -> list[tuple[str, str, str]]:
    """Return the serious and critical violations in an element, once all in it is named: rule, advice, where."""
    page.mouse.move(0, 0)
    page.wait_for_function(
        """css => [...document.querySelectorAll(css)].filter(control => control.checkVisibility())
            .every(control => control.getAttribute('aria-label')
                || [...control.labels ?? []].some(label => label.checkVisibility() && label.textContent.trim()))""",
        arg=", ".join(f"{root} {part}" for part in NAMED.split(", ")),
    )
    options |= {"resultTypes": ["violations"], "iframes": False}
    axe = Axe("0") if page.evaluate("() => Boolean(window.axe)") else Axe()  # half a megabyte, once a page
    found = axe.run(page, context={"include": [[root]]}, options=options).response["violations"]
    return [
        (violation["id"], node["failureSummary"], node["html"][:300])
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def faults_in_both(shown: WidgetPage, root: str) -> list[tuple[str, str, str]]:
    """Return the faults in a page from disk, in light and dark."""
    found = faults(shown.page, root)
    shown.page.emulate_media(color_scheme="dark")
    found += faults(shown.page, root, **COLOURS)
    shown.page.emulate_media(color_scheme="light")
    return found
