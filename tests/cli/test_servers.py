"""What ``explore`` and ``demo --voila`` serve: to whom, with how many kernels, and what they leave behind."""

import http.cookiejar
import re
import signal
import urllib.error
import urllib.request
from urllib.parse import urljoin

import pytest

pytestmark = pytest.mark.slow

CASES = "y,a,b\n0,0.1,0.3\n1,0.7,0.6\n0,0.3,0.2\n1,0.9,0.4\n"
FAST = "import brierwidgets.cli.application as application; application.IDLE_SECONDS = 2"


@pytest.fixture
def explore(command, tmp_path):
    (tmp_path / "cases.csv").write_text(CASES)

    def start(**options):
        return command("explore", "cases.csv", "--label=y", **options)

    return start


def status(url, **headers):
    """The HTTP status of an address, redirections not followed."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    try:
        with urllib.request.build_opener(Stay).open(urllib.request.Request(url, headers=headers)) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_the_address_is_printed_when_the_server_listens_and_holds_a_token(explore):
    running = explore()
    url = running.url()
    assert re.fullmatch(r"http://localhost:\d+/\?token=[0-9a-f]{32}", url)
    assert status(url) == 200  # at once: no second try
    assert status(url.partition("?")[0]) == 302  # to the login page
    assert running.kernels() == 1


def test_a_page_under_another_name_gets_nothing(explore):
    running = explore()
    url = running.url()
    for path in ("", "voila/static/voila.js", "api/kernels/no-such-kernel"):
        for host in ("evil.example", "localhost.evil.example", f"127.0.0.1.evil.example:{running.port}"):
            assert status(url.replace("/?", f"/{path}?"), Host=host) == 403
    assert status(url.replace("localhost", "127.0.0.1")) == 200


def test_kernels_without_a_page_are_ended(explore):
    running = explore(before=FAST)
    url = running.url()
    for _ in range(5):
        assert status(url) == 200
    assert running.kernels() > 1
    running.until(lambda: running.kernels() == 0, seconds=30)


def test_a_closed_page_ends_its_kernel_and_no_other_page_can(explore):
    running = explore()
    url = running.url()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    kernel = re.search(r'"kernelId": "([0-9a-f-]+)"', opener.open(url).read().decode()).group(1)
    own = url.partition("/?")[0]

    def beacon(origin):
        headers = {"Origin": origin, "Content-Type": "text/plain"}
        return urllib.request.Request(f"{own}/voila/api/shutdown/{kernel}", data=b"", headers=headers)

    for origin in ("http://evil.example", "null", "http://localhost:1"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            opener.open(beacon(origin))
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(beacon(own))  # without the cookie that the token brings
    assert running.kernels() == 1
    assert opener.open(beacon(own)).status == 204
    running.until(lambda: running.kernels() == 0)


@pytest.mark.parametrize(
    ("name", "when"), [("SIGHUP", "starting"), ("SIGINT", "serving"), ("SIGTERM", "serving"), ("SIGHUP", "serving")]
)
def test_its_folder_goes_however_it_ends(explore, name, when):
    running = explore()
    if when == "serving":
        assert status(running.url()) == 200
    running.until(lambda: list(running.temporary.glob("brierwidgets-*/cases.ipynb")))
    running.stop(getattr(signal, name))
    assert list(running.temporary.glob("brierwidgets-*")) == []


def test_the_demo_serves_every_notebook_so_that_links_work(command):
    running = command("demo", "--voila")
    url = running.url()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    page = opener.open(url).read().decode()
    link = re.search(r'href="(\d\d-[\w-]+\.ipynb)"', page).group(1)
    with opener.open(urljoin(url, link)) as linked:
        assert linked.status == 200
        assert '"kernelId"' in linked.read().decode()
