"""The way of a key press to another member's screen, in parts; and how soon a member sees something that joins or returns."""

import select
import socket
import statistics
import threading
import time

from .figure import Figure
from .part import bars, grid
from .processes import Crowd, RunFailed
from .terminal import FULL, PATIENCE_SECONDS, Terminal, percentile, settle

ROOM = "way"
# Members that return at once; and how long they have for it.
RETURNING, RETURN_SECONDS = 20, 3


class Tap:
    """A relay of bytes in front of a server that notes when something came from either side."""

    def __init__(self, url):
        host, _, port = url.removeprefix("ws://").partition(":")
        self.server = (host, int(port))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listener.getsockname()[1]}"
        self.reset()
        threading.Thread(target=self._accept, daemon=True).start()

    def reset(self):
        """Forgets the moments, which are the first after this."""
        self.from_client = self.from_server = None

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.server)
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._relay, args=(client, server), daemon=True).start()

    def _relay(self, client, server):
        with client, server:
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    try:
                        data = ready.recv(65536)
                    except OSError:
                        return
                    now = time.monotonic()
                    if not data:
                        return
                    if ready is client:
                        self.from_client = self.from_client or now
                        server.sendall(data)
                    else:
                        self.from_server = self.from_server or now
                        client.sendall(data)

    def end(self):
        self.listener.close()


def hop(rounds):
    """Milliseconds that a byte takes one way, to a reader that waits for it; and that a tap between adds to each way."""
    def echo(listener):
        with listener.accept()[0] as end:
            while data := end.recv(100):
                end.sendall(data)

    def trip(address):
        with socket.create_connection(address) as end:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            found = []
            for _ in range(rounds):
                begin = time.monotonic()
                end.sendall(b"x")
                end.recv(100)
                found.append((time.monotonic() - begin) * 1000)
                time.sleep(0.005)
            return statistics.median(found)

    def measured(through):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            threading.Thread(target=echo, args=(listener,), daemon=True).start()
            address = listener.getsockname()
            if not through:
                return trip(address)
            tap = Tap(f"ws://{address[0]}:{address[1]}")
            try:
                return trip(tap.listener.getsockname())
            finally:
                tap.end()

    direct = measured(False)
    return direct / 2, (measured(True) - direct) / 2


def press(text, actor, watcher, taps):
    """One key: milliseconds to the request, from there to the server's message for the watcher, from there to the watcher's
    screen, and of all."""
    settle([actor, watcher])
    for tap in taps:
        tap.reset()
    begin = time.monotonic()
    actor.type(text)
    if not select.select([watcher.screen], [], [], PATIENCE_SECONDS)[0]:
        raise RunFailed(f"no reaction to {text!r}")
    shown = time.monotonic()
    watcher.read()
    sent, told = taps[0].from_client, taps[1].from_server
    if sent is None or told is None or not begin <= sent <= told <= shown:
        raise RunFailed(f"expected a press, a request, a message and a picture in this order, got {begin, sent, told, shown}")
    return [(sent - begin) * 1000, (told - sent) * 1000, (shown - told) * 1000, (shown - begin) * 1000]


def key_figures(run, server):
    taps = [run.own(Tap(server.url)) for _ in range(2)]
    words = [run.chosen.server, "join"]
    actor = run.own(Terminal([*words, f"{taps[0].url}/rooms/{ROOM}", "--role", "member", "--name", "Ann", *FULL]))
    watcher = run.own(Terminal([*words, f"{taps[1].url}/rooms/{ROOM}", "--name", "Vera", *FULL]))
    for terminal in (actor, watcher):
        terminal.wait("idle")
    wire, tap = hop(200)
    count = run.settings["touches"] * run.settings["rounds"]
    found = list(zip(*(press("lh"[number % 2], actor, watcher, taps) for number in range(count))))
    # A request and a message have each gone through a tap, which a user's do not; its time is in the two parts behind it.
    parts = [("client: key to request", found[0], 0), ("server: request to message", found[1], tap),
             ("other client and its drawing: message to picture", found[2], tap), ("all", found[3], 2 * tap)]
    rows = [(name, *(max(0, percentile(values, share) - less) for share in (0.5, 0.99))) for name, values, less in parts]
    run.part.lines += grid(
        ["part", "p50", "p99"], [[name, f"{half:.2f} ms", f"{most:.2f} ms"] for name, half, most in rows])
    run.part.lines += bars([(name, half) for name, half, _ in rows], "ms")
    run.part.lines += ["", f"{count} keys; the medians of parts do not add up to that of all. The wire, which is in the two parts behind the "
                       f"first, takes {wire:.2f} ms one way over loopback with the wake-up of its reader; a relay that notes the moments "
                       f"takes {tap:.2f} ms, which is taken off."]
    return [Figure(f"way: key to another member's screen, {name}", "ms", None, [value])
            for name, value in zip(("p50", "p99"), rows[-1][1:])]


def join_figures(run, server):
    """From the start of the program to the first picture of the room."""
    found = []
    for _ in range(run.settings["starts"]):
        begin = time.monotonic()
        terminal = Terminal([run.chosen.server, "join", f"{server.url}/rooms/{ROOM}", *FULL])
        try:
            terminal.wait("idle")
            found.append((time.monotonic() - begin) * 1000)
        finally:
            terminal.end()
    return [Figure(f"way: start of `riffle join` to the first picture, {name}", "ms", None, [percentile(found, share)])
            for name, share in (("p50", 0.5), ("p99", 0.99))]


def return_figures(run, server):
    """From the loss of a connection to in step again, the pause that the protocol asks for included."""
    crowd = run.own(Crowd(run.chosen.tools, f"{server.url}/rooms/{ROOM}", RETURNING, returns="yes"))
    found = []
    for _ in range(run.settings["rounds"]):
        crowd.mark()
        crowd.tell("cut")
        time.sleep(RETURN_SECONDS)
        mark = crowd.mark()
        if mark["joined"] < RETURNING or mark["gaps"]:
            raise RunFailed(f"not all came back in step: {mark}")
        found.append(mark["returns"])
    return [Figure(f"way: loss of a connection to in step again, {name}", "ms", None, [each[key] for each in found],
                   f"{RETURNING} members; 200 to 400 ms of it are the first pause of the protocol")
            for name, key in (("half of them", "p50"), ("all", "max"))]


def way_figures(run):
    server = run.start_server("riffle", [ROOM])
    with run.inner():
        found = key_figures(run, server)
    found += join_figures(run, server)
    with run.inner():
        return found + return_figures(run, server)
