"""Floods from a few addresses: newcomers from elsewhere must get in, members must not notice."""

import contextlib
import multiprocessing
import socket
import time

from client import Client, Closed, joined, outcome
from trial import eventually
from wire import BIND_ADDRESS_NO_PORT, connected, upgrade_request

# Limits are off on loopback unless they are given. A tenth of the defaults, so that a few hundred sockets are many.
LIMITS = ("--max-connections-per-address", 300, "--max-connection-rate", 1000, "--max-handshakes", 600)
ATTACKERS = [f"127.0.0.{number}" for number in range(2, 12)]
ATTACK_SECONDS = 10


@contextlib.contextmanager
def beside(work, *arguments):
    """Runs an attack in a process of its own, so that it does not slow down those who measure."""
    context = multiprocessing.get_context("fork")
    counter = context.Value("q", 0)
    process = context.Process(target=work, args=(counter, *arguments), daemon=True)
    process.start()
    try:
        yield counter
    finally:
        process.kill()
        process.join()


def drained(open_sockets):
    """Those of the sockets that the server has not ended."""
    left = []
    for one in open_sockets:
        try:
            if one.recv(4096, socket.MSG_DONTWAIT):
                left.append(one)
                continue
        except BlockingIOError:
            left.append(one)
            continue
        except OSError:
            pass
        one.close()
    return left


def drip(counter, port):
    """250 sockets of one address send a byte of a request each half second, and are replaced when they are closed."""
    sockets = []
    while True:
        while len(sockets) < 250:
            try:
                sockets.append(connected(port, ATTACKERS[0]))
                counter.value += 1
            except OSError:
                break
        for one in sockets:
            try:
                one.send(b"G")
            except OSError:
                pass
        time.sleep(0.5)
        sockets = drained(sockets)


def loiter(counter, port):
    """Sixty sockets from each of ten addresses are upgraded and never join; each is replaced when it is closed."""
    sockets = {address: [] for address in ATTACKERS}
    while True:
        for address, own in sockets.items():
            own[:] = drained(own)
            while len(own) < 60:
                try:
                    one = connected(port, address)
                    one.sendall(upgrade_request())
                    own.append(one)
                    counter.value += 1
                except OSError:
                    break
        time.sleep(0.05)


def knock(counter, port, addresses, says=b""):
    """Connects as fast as it can, and cuts."""
    while True:
        batch = []
        for number in range(100):
            one = socket.socket()
            one.setblocking(False)
            one.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            one.bind((addresses[number % len(addresses)], 0))
            one.connect_ex(("127.0.0.1", port))
            batch.append(one)
        time.sleep(0.005)
        for one in batch:
            try:
                one.send(says) if says else None
            except OSError:
                pass
            one.close()
        counter.value += len(batch)


def arrivals(port, seconds=ATTACK_SECONDS):
    """Tries to join from ever new addresses; returns how many got in, of how many, and the other outcomes."""
    others, let_in, count, end = {}, 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        count += 1
        found, _ = outcome(port, source=f"127.1.{count // 250}.{count % 250 + 1}", role="viewer", seconds=10)
        if found == "welcome":
            let_in += 1
        else:
            others[found] = others.get(found, 0) + 1
        time.sleep(0.1)
    return let_in, count, others


def besieged(trial, text, work, *arguments):
    """Runs a flood beside members and newcomers."""
    with trial.server(*LIMITS) as server, trial.pair(server.port):
        before = server.resident_bytes()
        with beside(work, server.port, *arguments) as counter:
            time.sleep(1)
            let_in, count, others = arrivals(server.port)
            done = counter.value
        trial.did(text.format(done))
        measured = f"{let_in} of {count}" + (f", others {others}" if others else "")
        trial.holds("newcomers from elsewhere: >= 90 % get in", let_in >= 0.9 * count, measured)
        _refusals(trial, server)
        trial.memory(server, before, 24)


def _refusals(trial, server):
    """What a limit refused is counted by its reason, and the log says so, a line in five seconds."""
    logged = lambda: [line for line in server.said if "connections refused" in line]
    total = lambda **labels: server.metric("riffle_refusals_total", **labels)
    refused = total() - total(reason="upgrade")
    eventually(lambda: bool(logged()) == bool(refused), 10)
    found = len(logged())
    trial.holds("refusals of limits are logged, a line in 5 s at most", bool(found) == bool(refused) and found < 12,
                f"{refused:,.0f} refused, {found} lines")


def slowloris(trial):
    """Requests that arrive a byte at a time and never end."""
    besieged(trial, "{} sockets of one address, a byte each half second", drip)


def never_joining(trial):
    """Upgraded connections that never join, from ten addresses."""
    besieged(trial, "{} upgraded sockets from ten addresses, none joins", loiter)
    with trial.server() as server, Client(server.port) as client:
        code = client.ending(20)
        trial.holds("who does not join is closed with 4002", code == 4002, code)


def connect_flood(trial):
    """One address connects as fast as it can."""
    besieged(trial, "{:,} connects of one address", knock, ATTACKERS[:1])


def upgrade_flood(trial):
    """Ten addresses send upgrades as fast as they can and cut."""
    besieged(trial, "{:,} upgrades from ten addresses", knock, ATTACKERS, upgrade_request())


def come_and_go(counter, port, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with joined(port, role="member" if counter.value % 2 else "viewer") as client:
                if counter.value % 3:
                    client.request("leave")
            counter.value += 1
        except (Closed, OSError):
            pass


def joins_and_leaves(trial):
    """Members and viewers who come and go, some without a word."""
    with trial.server() as server, trial.pair(server.port), trial.pair(server.port, "main", ["--watch"]):
        # The first ones fill tables that stay.
        with beside(come_and_go, server.port, 60) as counter:
            time.sleep(5)
            before, first = server.resident_bytes(), counter.value
            time.sleep(12)
            count = counter.value - first
        trial.did(f"{count:,} joins and leaves, after {first:,} that warm up")
        trial.holds("all come in", count > 100, f"{count:,}")
        trial.memory(server, before, 4, "memory stays flat")


ATTACKS = [slowloris, never_joining, connect_flood, upgrade_flood, joins_and_leaves]
