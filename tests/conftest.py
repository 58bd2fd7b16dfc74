"""Settings for every test."""

import os

from hypothesis import settings

# Machines of CI stall now and then: a slow example is not a wrong one. CI tries the same examples every time, so
# that it turns red for a change and never by chance; elsewhere they are new in every run.
settings.register_profile("brierwidgets", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("brierwidgets")
