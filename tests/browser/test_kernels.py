"""Kernels of ``brierwidgets explore`` in a real browser, which says goodbye when a page is left."""

import contextlib

from tests.cli.serving import ServingCommand

CASES = "y,a,b\n0,0.1,0.3\n1,0.7,0.6\n0,0.3,0.2\n1,0.9,0.4\n"
VERDICT = ".bw-explorer .bw-verdict"


def test_after_five_reloads_one_kernel_runs_and_none_when_the_page_is_closed(browser, tmp_path):
    (tmp_path / "cases.csv").write_text(CASES)
    with contextlib.closing(browser.new_context()) as context:
        running = ServingCommand(tmp_path, "explore", "cases.csv", "--label=y")
        try:
            page = context.new_page()
            page.goto(running.url())
            for _ in range(5):
                page.locator(VERDICT).first.wait_for(timeout=60_000)
                page.reload()
            page.locator(VERDICT).first.wait_for(timeout=60_000)
            running.until(lambda: running.kernels() == 1, seconds=20)
            page.close(run_before_unload=True)
            running.until(lambda: running.kernels() == 0, seconds=20)
        finally:
            running.end()
