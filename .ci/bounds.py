"""Whether what the package needs is installed here in the lowest versions that it allows, so that they are tested.

``.ci/lowest`` and ``.ci/wheel --lowest`` ask. A test tool that needs a newer one would raise it in silence.
"""

import sys
from importlib.metadata import requires, version

from packaging.requirements import Requirement
from packaging.version import Version


def raised() -> list[str]:
    """Return what is installed in a newer version than the lowest allowed."""
    lowest: dict[str, Version] = {}
    for text in requires("brierwidgets") or []:
        needed = Requirement(text)
        if needed.marker is None or needed.marker.evaluate({"extra": ""}):
            bound = Version(next(iter(needed.specifier)).version)
            lowest[needed.name] = max(bound, lowest.get(needed.name, bound))
    return [
        f"{name} {version(name)} is installed, but {bound} is allowed."
        for name, bound in lowest.items()
        if Version(version(name)) != bound
    ]


if __name__ == "__main__":
    complaints = raised()
    print("\n".join(complaints) or "Installed are the lowest versions allowed.")
    sys.exit(bool(complaints))
