"""Settings for every test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

BROWSER = [Path(__file__).parent / folder for folder in ("browser", "page")]

# Machines of CI stall now and then: a slow example is not a wrong one. CI tries the same examples every time, so
# that it turns red for a change and never by chance; elsewhere they are new in every run.
settings.register_profile("brierwidgets", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("brierwidgets")


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a place tells: browser tests by their folder, and notebooks, each of which starts a kernel, as slow.

    What takes long comes first, so that all processes end at about the same time, and browser tests one after the
    other, so that they share a browser and servers.
    """
    items.sort(key=_place_in_line)
    for item in items:
        if any(folder in item.path.parents for folder in BROWSER):
            item.add_marker(pytest.mark.browser)
            if "CI" in os.environ:  # a browser on a machine that stalls gets two more tries, which are reported
                item.add_marker(pytest.mark.flaky(reruns=2))
        elif item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.slow)


def _place_in_line(item: pytest.Item) -> int:
    folders = [*BROWSER, BROWSER[0].parent / "docs"]
    for place, folder in enumerate(folders):
        if folder in item.path.parents:
            return place
    return len(folders) + (item.path.suffix != ".ipynb")
