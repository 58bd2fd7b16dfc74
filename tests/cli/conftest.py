"""Commands that serve something, started as a user starts them."""

import pytest

from tests.cli.serving import ServingCommand


@pytest.fixture
def command(tmp_path):
    """Start ``brierwidgets ... --no-browser`` in a home of its own: ``command("demo", "--voila")``."""
    started = []

    def start(*arguments, **options):
        started.append(ServingCommand(tmp_path, *arguments, **options))
        return started[-1]

    yield start
    for one in started:
        one.end()
