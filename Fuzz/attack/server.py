"""The server under attack: a process of its own, asked through its admin port and by /proc."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "Benchmarks"))

from rig.processes import Program, RunFailed

ROOMS = ("main=threePage:numbers", "honest=threePage:numbers")
MEGABYTE = 1 << 20


def riffle():
    """The binary: RIFFLE, or the debug build."""
    return os.environ.get("RIFFLE") or str(TOP / ".build/debug/riffle")


def command(*words, **options):
    """Runs a command of riffle to its end."""
    options = {"capture_output": True, "timeout": 60, "stdin": subprocess.DEVNULL} | options
    return subprocess.run([riffle(), *map(str, words)], check=False, **options)


def new_secret(path, *options):
    """A secret file by `riffle token new-secret`, and the bytes of its secret."""
    done = command("token", "new-secret", path, *options)
    if done.returncode:
        raise RunFailed(done.stderr.decode())
    line = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")][0]
    return base64.b64decode(line.partition(":")[2])


def token(secret_file, room="*", role="member", **more):
    """A token by `riffle token`."""
    words = [word for name, value in more.items() for word in (f"--{name}", value)]
    done = command("token", "--secret-file", secret_file, "--room", room, "--role", role, "--expires", "1h", *words)
    if done.returncode:
        raise RunFailed(done.stderr.decode())
    return done.stdout.decode().strip()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(head, claims, secret, digest=hashlib.sha256):
    """A token made here; `head` and `claims` may be text."""
    parts = [one if isinstance(one, str) else json.dumps(one) for one in (head, claims)]
    text = ".".join(base64url(one.encode()) for one in parts)
    return text + "." + base64url(hmac.new(secret, text.encode(), digest).digest())


class Served(Program):
    """A server that has been started; `admin` is its admin port."""

    admin = None

    def __init__(self, name, words):
        self.said = []
        super().__init__(name, words)

    def _drain(self):
        """Keeps all that the server says, both streams, as well."""
        for line in self.process.stdout:
            self.said.append(line)
            self.recent.append(line)
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def _stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def is_alive(self):
        return self.process.poll() is None

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def peak_bytes(self):
        return self._kilobytes("status", "VmHWM:") * 1024

    def ask(self, path, port=None, method="GET", seconds=10, **headers):
        """Status and body of a page of the admin port; status 0 when there was no answer."""
        asking = http.client.HTTPConnection("127.0.0.1", port or self.admin, timeout=seconds)
        try:
            asking.request(method, path, headers=headers)
            answer = asking.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            asking.close()

    def metric(self, name, **labels):
        """The sum of a metric's samples that have these labels."""
        total = 0.0
        for line in self.ask("/metrics")[1].splitlines():
            found, _, value = line.rpartition(" ")
            if found.partition("{")[0] == name and all(f'{key}="{word}"' in found for key, word in labels.items()):
                total += float(value)
        return total


class Server(Served):
    """A server with an admin port, two loops and the rooms `main` and `honest`."""

    # Options of `run --serve`, behind all others, so that they win.
    weakening = ()

    def __init__(self, *options, rooms=ROOMS, wrapper=()):
        words = [riffle(), "serve", "--listen", "127.0.0.1:0", "--admin", "0", "--loops", "2"]
        words += [word for room in rooms for word in ("--room", room)]
        super().__init__("riffle serve", [*wrapper, *words, *map(str, options), *self.weakening])
        try:
            self.url = self.line(r"listening on (wss?://\S+)").group(1)
            self.port = int(self.url.rpartition(":")[2])
            self.admin = int(self.line(r"admin on \S+:(\d+)").group(1))
        except RunFailed:
            self.process.kill()
            raise


class Pair(Program):
    """The honest pair of pair.py."""

    def __init__(self, port, room="honest", *options):
        words = [sys.executable, str(TOP / "Fuzz/attack/pair.py"), str(port), room, *map(str, options)]
        super().__init__("pair", words)

    def is_ready(self):
        return self.ask_line("ready")["ready"]

    def mark(self):
        return self.ask_line("mark")

    def ask_line(self, word):
        return super().ask(word, seconds=60)


def words_of(text):
    return tuple(shlex.split(text))
