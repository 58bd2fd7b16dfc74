"""The same models as the widgets' tests have."""

from tests.widgets.conftest import comparison, opened

__all__ = ["comparison", "opened"]
