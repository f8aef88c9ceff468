"""What an attack did, what must hold, what was measured: the rows of the table."""

import contextlib
import pathlib
import shutil
import tempfile
import time

from server import MEGABYTE, Pair, Server

GROSS_MILLISECONDS = 1_000


def eventually(condition, seconds=20, pause=0.1):
    """Waits for a condition; false when it does not come true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > deadline:
            return found
        time.sleep(pause)
    return found


class Trial:
    """One attack, which starts its servers, pairs and folders here. All of them end with it."""

    def __init__(self, name, say=print):
        self.name, self.say, self.rows, self.done = name, say, [], ""

    def did(self, text):
        """Says what was done; rows that follow have it."""
        self.done = text
        self.say(f"    {text}")

    def holds(self, rule, is_held, measured=""):
        row = (self.name, self.done, rule, str(measured), "held" if is_held else "FELL")
        self.rows.append(row)
        self.say(f"      {row[4]}  {rule}: {measured}")

    def skips(self, rule, reason):
        """Says that a rule was not tried, and why."""
        self.rows.append((self.name, self.done, rule, reason, "skip"))
        self.say(f"      skip  {rule}: {reason}")

    @contextlib.contextmanager
    def folder(self):
        path = pathlib.Path(tempfile.mkdtemp(prefix="riffle-attack-"))
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    @contextlib.contextmanager
    def server(self, *options, **more):
        """A server, which must live through the attack and then end with 0."""
        server = Server(*options, **more)
        try:
            yield server
            lives = server.is_alive
            server.end()
            code = server.process.returncode
            self.holds("the server lives, and ends with 0 when told to", lives and code == 0, f"status {code}")
        finally:
            if server.is_alive:
                server.kill()

    @contextlib.contextmanager
    def pair(self, port, room="honest", options=(), limit=GROSS_MILLISECONDS):
        """Two honest members beside what happens meanwhile."""
        pair = Pair(port, room, *options)
        try:
            if not eventually(pair.is_ready):
                self.holds("an honest pair gets in", False, "not within 20 s")
                return
            pair.mark()
            yield pair
            # So that a short attack is not judged by a single step.
            time.sleep(1)
            self.judge(pair.mark(), "--watch" in options, limit)
        finally:
            pair.end()

    def judge(self, found, is_watching, limit=GROSS_MILLISECONDS):
        flaws = {name: found[name] for name in ("different", "gaps", "lost", "rejected", "closed") if found[name]}
        if is_watching:
            # A room under attack may be locked for dragging; that is no flaw of the watchers.
            flaws.pop("rejected", None)
        count, p99 = (found["trips"], found["tripP99"]) if is_watching else (found["steps"], found["p99"])
        what = "pings" if is_watching else "steps"
        measured = f"{count} {what}, p99 {p99} ms, {found['common']} common rests"
        if flaws:
            measured += ", " + ", ".join(f"{name} {value}" for name, value in flaws.items())
        room = "watchers of the attacked room" if is_watching else "the honest pair"
        rule = f"{room}: same digests, nothing lost, p99 < {limit / 1000:g} s"
        self.holds(rule, count > 0 and not flaws and p99 < limit, measured)

    def memory(self, server, before, megabytes, rule="memory comes back"):
        """The server's memory must be within so many megabytes of what it was."""
        eventually(lambda: server.resident_bytes() - before < megabytes * MEGABYTE, 10)
        grown = (server.resident_bytes() - before) / MEGABYTE
        self.holds(f"{rule}: < {megabytes} MB more", grown < megabytes, f"{grown:+.1f} MB")
