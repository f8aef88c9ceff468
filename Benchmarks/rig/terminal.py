"""From a key or the mouse to the screens, on real pseudo-terminals, and what a client costs that shows a page at rest."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from .figure import Figure
from .processes import RunFailed

ROOM = "terminal"
FRAME_MILLISECONDS = 1000 / 30
# Nothing comes for so long once a page rests; a page turn is a picture every 33 ms.
QUIET_SECONDS = 0.2
PATIENCE_SECONDS = 10
# The quiet status line does not say that nothing moves.
FULL = ["--status", "full"]


class Terminal:
    """A client in a pseudo-terminal of its own."""

    def __init__(self, arguments, columns=80, rows=24):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            try:
                os.environ["TERM"] = "xterm-256color"
                os.execv(arguments[0], arguments)
            finally:
                os._exit(127)
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.screen, text.encode())

    def read(self):
        try:
            return os.read(self.screen, 65536)
        except OSError:
            raise RunFailed("the client in the terminal ended") from None

    def wait(self, text):
        """Reads until `text` was written."""
        seen, deadline = b"", time.monotonic() + PATIENCE_SECONDS
        while text.encode() not in seen:
            if not select.select([self.screen], [], [], max(0, deadline - time.monotonic()))[0]:
                raise RunFailed(f"the client did not write {text}: {seen[-300:]}")
            seen += self.read()

    def processor_seconds(self):
        """User and kernel time so far, all threads."""
        return time.clock_gettime_ns((~self.pid << 3) | 2) / 1e9

    def wake_ups(self):
        """How often its threads began to run after waiting for something."""
        count = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status", encoding="ascii") as text:
                count += sum(int(line.split()[1]) for line in text if line.startswith("voluntary_ctxt_switches"))
        return count

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + 5
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            if select.select([self.screen], [], [], 0.05)[0]:
                try:
                    os.read(self.screen, 65536)
                except OSError:
                    time.sleep(0.01)
        os.close(self.screen)


def settle(terminals):
    """Reads until all of them show a picture at rest."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        ready = select.select([terminal.screen for terminal in terminals], [], [], QUIET_SECONDS)[0]
        if not ready:
            return
        if time.monotonic() > deadline:
            raise RunFailed("the screens do not come to rest")
        for terminal in terminals:
            if terminal.screen in ready:
                terminal.read()


def reactions(actor, terminals, text):
    """Milliseconds from the typing of `text` to the first bytes on each screen."""
    found, begin = {}, time.monotonic()
    actor.type(text)
    while len(found) < len(terminals):
        waiting = [terminal.screen for terminal in terminals if terminal not in found]
        ready = select.select(waiting, [], [], PATIENCE_SECONDS)[0]
        now = time.monotonic()
        if not ready:
            raise RunFailed(f"no reaction to {text!r}")
        for terminal in terminals:
            if terminal.screen in ready and terminal not in found:
                terminal.read()
                found[terminal] = (now - begin) * 1000
    return [found[terminal] for terminal in terminals]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def keys(actor, terminals, count):
    """Pages turned to and fro."""
    found = []
    for number in range(count):
        settle(terminals)
        found.append(reactions(actor, terminals, "lh"[number % 2]))
    return list(zip(*found))


def drags(actor, terminals, count):
    """Samples of drags of 20 each, one every 50 ms or so, as they come from a person who looks at the screen."""
    found = []
    while len(found) < count:
        settle(terminals)
        actor.type("\x1b[<0;60;10M\x1b[<32;59;10M")
        for number in range(20):
            settle_pictures(terminals)
            found.append(reactions(actor, terminals, f"\x1b[<32;{57 - number * 2};10M"))
        actor.type("\x1b[<0;19;10m")
    return list(zip(*found))


def settle_pictures(terminals):
    """Reads what is still on its way of the sample before."""
    while True:
        ready = select.select([terminal.screen for terminal in terminals], [], [], 0.06)[0]
        if not ready:
            return
        for terminal in terminals:
            if terminal.screen in ready:
                terminal.read()


def idle(terminal, seconds):
    """Processor milliseconds and wake-ups a second of a client that shows a page at rest."""
    # The first seconds belong to the opening pings.
    time.sleep(2)
    spent, wakes = terminal.processor_seconds(), terminal.wake_ups()
    time.sleep(seconds)
    return (terminal.processor_seconds() - spent) * 1000 / seconds, (terminal.wake_ups() - wakes) / seconds


def terminal_figures(run):
    """An actor and a watcher with windows of different sizes on one server."""
    server = run.start_server("riffle for terminals", [ROOM])
    url = f"{server.url}/rooms/{ROOM}"
    actor = run.own(Terminal([run.chosen.server, "join", url, "--role", "member", "--name", "Ann", *FULL]))
    actor.wait("idle")
    watcher = run.own(Terminal([run.chosen.server, "join", url, "--name", "Vera", *FULL], columns=100, rows=30))
    watcher.wait("idle")
    terminals = [actor, watcher]
    settle(terminals)
    processor, wakes = idle(watcher, run.settings["resting"])
    typed, dragged = [], []
    for _ in range(run.settings["rounds"]):
        typed.append(keys(actor, terminals, run.settings["touches"]))
        dragged.append(drags(actor, terminals, run.settings["touches"]))

    def figure(what, rounds, place, bound):
        values = [percentile(each[place], 0.99) for each in rounds]
        medians = " · ".join(f"{percentile(each[place], 0.5):.1f}" for each in rounds)
        return Figure(f"terminal: {what}, p99", "ms", round(bound, 1), values, f"p50 {medians} ms")

    return [
        figure("key to the own screen", typed, 0, FRAME_MILLISECONDS),
        figure("key to another member's screen", typed, 1, 2 * FRAME_MILLISECONDS),
        figure("mouse to the own screen", dragged, 0, FRAME_MILLISECONDS),
        figure("mouse to another member's screen", dragged, 1, 2 * FRAME_MILLISECONDS),
        Figure("terminal: processor time of a client at rest, per second", "ms", 1, [processor],
               f"{run.settings['resting']} s"),
        Figure("terminal: wake-ups of a client at rest, per second", "", 1, [wakes], "all threads"),
    ]
