"""Settings for every test."""

from hypothesis import settings

# Machines of CI stall now and then: a slow example is not a wrong one.
settings.register_profile("brierwidgets", deadline=None, print_blob=True)
settings.load_profile("brierwidgets")
