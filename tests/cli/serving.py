"""``brierwidgets`` as a server in a process of its own."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import psutil

from tests.browser.servers import free_port, private_environment

START = "import sys; from brierwidgets.cli import main; sys.exit(main())"


class ServingCommand:
    """A command that serves something, in a home of its own; `before` is Python that runs first."""

    def __init__(self, home, *arguments, before=""):
        self.port = free_port()
        self.home = home
        self.log = home / "log.txt"
        self.temporary = home / "tmp"
        self.temporary.mkdir(exist_ok=True)
        own = {"HOME": str(home), "TMPDIR": str(self.temporary)}
        command = [sys.executable, "-c", f"{before}\n{START}", *arguments, "--no-browser", f"--port={self.port}"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                env={**private_environment(home / "jupyter"), **own},
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def url(self):
        """The address that it prints, as soon as it does."""
        return self.until(lambda: re.search(rf"http://localhost:{self.port}/\S*", self.log.read_text())).group()

    def get(self, url):
        """Ask until there is an answer."""
        return self.until(lambda: self._get(url))

    def kernels(self):
        """How many kernels run."""
        return len(self.kernel_processes())

    def kernel_processes(self):
        """Which they are, by number."""
        found = set()
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):  # it ended meanwhile
                if "ipykernel_launcher" in child.cmdline():
                    found.add(child.pid)
        return found

    def stop(self, number):
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def interrupt(self):
        return self.stop(signal.SIGINT)  # what Ctrl-C sends

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @staticmethod
    def _get(url):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            return None

    def until(self, ask, seconds=90):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if answer := ask():
                return answer
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise TimeoutError(self.log.read_text())
