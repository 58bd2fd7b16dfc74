"""What axe-core finds wrong in a page, for those who listen or use keys alone."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page

__all__ = ["COLOURS", "faint", "faults", "faults_in_both"]

COLOURS = {"runOnly": ["color-contrast"]}  # all that a theme changes
#: Words in charts, which axe-core leaves out, with their contrast to the page: those below what is asked of small text.
FAINT = """root => {
    const numbers = colour => {
        const found = colour.match(/[\\d.]+/g).map(Number);
        return colour.startsWith('color(') ? found.map((part, i) => i < 3 ? part * 255 : part) : found;
    };
    const light = ([...parts]) => parts.slice(0, 3).map(part => part / 255)
        .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = [...ancestors(document.querySelector(root))].map(e => numbers(getComputedStyle(e).backgroundColor))
        .find(colour => colour[3] !== 0) ?? [255, 255, 255];
    function* ancestors(element) { for (; element; element = element.parentElement) yield element; }
    const contrast = text => {
        const opacity = [...ancestors(text)].reduce((all, e) => all * getComputedStyle(e).opacity, 1);
        const own = numbers(getComputedStyle(text).fill).slice(0, 3);
        const ink = own.map((part, i) => part * opacity + ground[i] * (1 - opacity));
        const [dark, bright] = [light(ink), light(ground)].sort((one, other) => one - other);
        return (bright + 0.05) / (dark + 0.05);
    };
    return [...document.querySelectorAll(root + ' .bw-chart text')]
        .filter(text => text.textContent.trim() && text.checkVisibility({visibilityProperty: true}))
        .filter(text => contrast(text) < 4.5).map(text => [text.textContent, contrast(text)]);
}"""
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


def faint(page: Page, root: str) -> list[tuple[str, float]]:
    """Return the words in charts that stay too faint against the page, and their contrast."""
    try:
        page.wait_for_function(f"root => ({FAINT})(root).length === 0", arg=root, timeout=10_000)
    except Error:
        return page.evaluate(FAINT, root)
    return []


def faults_in_both(page: Page, root: str) -> list[tuple[str, str, str]]:
    """Return the faults in a page that takes its colours from the system, in light and dark."""
    found = faults(page, root)
    page.emulate_media(color_scheme="dark")
    found += faults(page, root, **COLOURS)
    page.emulate_media(color_scheme="light")
    return found
