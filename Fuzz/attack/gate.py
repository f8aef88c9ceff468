"""Attacks on the way in by SSH: a gate before a server, with the client of OpenSSH and with plain sockets."""

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

from escapes import COMMANDS, HOSTILE, evil_servers, hostile, on_terminal
from evil_server import EvilServer
from newcomers import ATTACKERS, beside, drained
from server import Served, riffle
from trial import eventually
from wire import connected

# A tenth of the defaults, so that a few hundred sockets are many; without these there is no limit on loopback.
LIMITS = ("--max-connections-per-address", 300, "--max-connection-rate", 1000, "--max-handshakes", 600)
GREETING = b"SSH-2.0-attack\r\n"


class Gate(Served):
    """A gate before a server, with a host key of its own."""

    def __init__(self, url, folder, *options):
        words = [riffle(), "gate", "--listen", "127.0.0.1:0", "--server", url, "--host-key", folder / "host_key", *options]
        super().__init__("riffle gate", list(map(str, words)))
        self.port = int(self.line(r"listening on \S+:(\d+)").group(1))

    def children(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as text:
            return text.read().split()


@contextlib.contextmanager
def gated(trial, *options, rooms=()):
    """A server, a gate before it and a folder; the gate must live through the attack and then end with 0."""
    with trial.folder() as folder, trial.server() as server:
        (folder / "askpass").write_text("#!/bin/sh\necho a-guess\n", encoding="ascii")
        (folder / "askpass").chmod(0o700)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key"], check=True)
        gate = Gate(server.url, folder, *options)
        try:
            yield server, gate, folder
            lives = gate.is_alive
            gate.end()
            code = gate.process.returncode
            trial.holds("the gate lives, and ends with 0 when told to", lives and code == 0, f"status {code}")
        finally:
            if gate.is_alive:
                gate.kill()


def client(gate, folder, user="main", options=(), source="127.0.0.1"):
    """The words of an SSH client without files of the person who runs this."""
    words = ["ssh", "-F", "/dev/null", "-p", gate.port, "-b", source, "-o", "StrictHostKeyChecking=no"]
    words += ["-o", "UserKnownHostsFile=/dev/null", "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"]
    words += ["-o", "NumberOfPasswordPrompts=1", *options, f"{user}@127.0.0.1"]
    return list(map(str, words))


def run(words, folder, seconds=20):
    """Runs a client without a terminal; returns its status, None when it went on, and what it wrote."""
    environment = {**os.environ, "SSH_ASKPASS": str(folder / "askpass"), "SSH_ASKPASS_REQUIRE": "force"}
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    try:
        return (process.communicate(timeout=seconds)[0], process.returncode)[::-1]
    except subprocess.TimeoutExpired:
        process.kill()
        return None, process.communicate()[0]


class Viewer:
    """A client in a terminal of its own, whose bytes are counted as they come."""

    def __init__(self, words, columns=80, rows=24):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            try:
                os.environ["TERM"] = "xterm-256color"
                os.execvp(words[0], words)
            finally:
                os._exit(127)
        self.resize(columns, rows)
        self.count, self.worst, self.seen, self.has_window = 0, 0.0, bytearray(), False
        self.last = time.monotonic()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with contextlib.suppress(OSError):
            while data := os.read(self.screen, 1 << 16):
                now = time.monotonic()
                self.worst, self.last = max(self.worst, now - self.last), now
                self.count += len(data)
                self.seen = (self.seen + data)[-65536:]
                self.has_window = self.has_window or b"\x1b[?1049h" in self.seen

    def resize(self, columns, rows):
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def mark(self):
        """From now on."""
        self.worst, self.last = 0.0, time.monotonic()

    def gap(self):
        """The longest time without a byte since the mark."""
        return max(self.worst, time.monotonic() - self.last)

    def end(self):
        for number in (signal.SIGCONT, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)
        os.waitpid(self.pid, 0)
        os.close(self.screen)


@contextlib.contextmanager
def watching(trial, gate, folder, room="honest"):
    """An honest viewer of a room in which a pair turns pages; its picture must change all the time."""
    viewer = Viewer(client(gate, folder, room))
    try:
        if not eventually(lambda: b"page" in viewer.seen):
            trial.holds("an honest viewer gets in", False, bytes(viewer.seen[-200:]))
            return
        time.sleep(1)
        viewer.mark()
        yield viewer
        gap = viewer.gap()
        trial.holds("a viewer beside it: no gap of a second between pictures", gap < 1, f"{gap:.2f} s, {viewer.count:,} bytes")
    finally:
        viewer.end()


def stall(counter, port):
    """Sixty sockets from each of ten addresses say nothing, half a greeting, or nonsense; each is replaced when it is closed."""
    sockets = {address: [] for address in ATTACKERS}
    words = (b"", b"SSH-2.0-ha", GREETING, b"GET / HTTP/1.1\r\n\r\n", GREETING + os.urandom(400))
    while True:
        for address, own in sockets.items():
            own[:] = drained(own)
            while len(own) < 60:
                try:
                    one = connected(port, address)
                    one.sendall(words[counter.value % len(words)])
                    own.append(one)
                    counter.value += 1
                except OSError:
                    break
        time.sleep(0.05)


def ssh_handshakes(trial):
    """Handshakes that never end, from ten addresses; newcomers must get in."""
    with gated(trial, *LIMITS) as (server, gate, folder), trial.pair(server.port):
        with watching(trial, gate, folder):
            before = gate.resident_bytes()
            with beside(stall, gate.port) as counter:
                time.sleep(1)
                let_in, count, end = 0, 0, time.monotonic() + 12
                while time.monotonic() < end:
                    count += 1
                    words = client(gate, folder, "main+none", ["-o", "BatchMode=yes"], f"127.1.0.{count % 250 + 1}")
                    # Whoever is asked for a proof has come through the key exchange.
                    let_in += b"Permission denied" in run(words, folder)[1]
                done = counter.value
            trial.did(f"{done} sockets of ten addresses")
            trial.holds("newcomers from elsewhere: >= 90 % come to the login", let_in >= 0.9 * count, f"{let_in} of {count}")
        with contextlib.ExitStack() as stack:
            silent = [stack.enter_context(connected(gate.port, timeout=15)) for _ in range(20)]
            begin = time.monotonic()
            left = silent
            while (left := drained(left)) and time.monotonic() < begin + 15:
                time.sleep(0.1)
            trial.holds("a silent handshake is ended within 15 s", not left, f"{time.monotonic() - begin:.1f} s")
        trial.memory(gate, before, 24)


def packet(payload, length=None):
    """A packet before encryption (RFC 4253, 6); its length may lie."""
    padding = 8 - (len(payload) + 5) % 8 + 8
    size = len(payload) + padding + 1 if length is None else length
    return struct.pack(">IB", size & 0xFFFFFFFF, padding) + payload + bytes(padding)


def names(count, size):
    """A key exchange (20) whose lists have so many names of that size."""
    text = ",".join("x" * size for _ in range(count)).encode()
    return bytes([20]) + bytes(16) + (struct.pack(">I", len(text)) + text) * 10 + bytes(5)


def ssh_packets(trial):
    """Lengths that lie, greetings without end, messages out of turn."""
    with gated(trial) as (server, gate, folder), trial.pair(server.port), watching(trial, gate, folder):
        before = gate.resident_bytes()
        attacks = {
            "length 0": packet(b"", 0), "length 1": packet(b"", 1), "length 2^31": packet(b"", 1 << 31),
            "length 2^32 - 1": packet(b"", 0xFFFFFFFF), "length 262,145": packet(bytes(1000), 262_145),
            "many names": packet(names(3000, 8)), "long names": packet(names(2, 15_000)), "no names": packet(names(1, 0)),
            "lists that end early": packet(bytes([20]) + bytes(16) + struct.pack(">I", 1 << 30)),
            "a login before the keys": packet(bytes([50]) + b"\0\0\0\4main\0\0\0\16ssh-connection\0\0\0\4none"),
            "success from a client": packet(bytes([52])), "a channel before the login": packet(bytes([90]) + bytes(40)),
            "an answer to no question": packet(bytes([61]) + struct.pack(">I", 1) + bytes(8)),
            "a disconnect": packet(bytes([1]) + bytes(12)), "noise": os.urandom(5000)}
        pieces = {name: GREETING + data for name, data in attacks.items()}
        pieces |= {"a greeting of a megabyte": b"SSH-2.0-" + b"x" * (1 << 20), "lines before it": b"hello\r\n" * 50_000,
                   "zeros": bytes(1 << 20), "SSH 1": b"SSH-1.5-old\r\n"}
        left = []
        for name, data in pieces.items():
            for cut in (len(data), 7):
                with connected(gate.port, timeout=14) as one:
                    with contextlib.suppress(OSError):
                        for place in range(0, min(len(data), 70 * cut), cut):
                            one.sendall(data[place:place + cut])
                        while one.recv(65536):
                            pass
                        continue
                    with contextlib.suppress(TimeoutError):
                        one.recv(1)
                        continue
                    left.append(name)
        trial.did(f"{len(pieces)} kinds of packets, whole and in pieces")
        trial.holds("each connection is ended", not left, ", ".join(left) or "all")
        trial.memory(gate, before, 16)


def ssh_guesses(trial):
    """Wrong tokens, foreign keys, and roles that nobody has."""
    with gated(trial) as (server, gate, folder):
        asked, let_in = 0, []
        public_key = ["-o", "PreferredAuthentications=publickey", "-i", folder / "key"]
        for user, options in (("main+presenter", public_key), ("main+member", public_key), ("main+root", ()), ("main+", ()),
                              ("../main+presenter", ()), ("a" * 300 + "+presenter", ()), ("+presenter", ())):
            asked += 1
            status, text = run(client(gate, folder, user, [*options, "-T"]), folder)
            if status != 255:
                let_in.append((user, status, text))
        for _ in range(40):
            asked += 1
            status, text = run(client(gate, folder, "main+presenter", ["-T"]), folder)
            if status == 0 or status is None:
                let_in.append(("a guess", status, text))
        trial.did(f"{asked} logins with wrong proofs")
        trial.holds("none is let in", not let_in, let_in[:3] or "none")
        denied = b"Permission denied" in text
        trial.holds("after 20 tokens no more are asked of the server", denied, text[-100:])
        viewer = Viewer(client(gate, folder))
        seen = eventually(lambda: b"page" in viewer.seen)
        viewer.end()
        trial.holds("the same address may still watch", bool(seen))
        trial.holds("no token is in the gate's output", not any("a-guess" in line for line in gate.said))


def ssh_requests(trial):
    """Everything that SSH can do besides a terminal."""
    with gated(trial) as (server, gate, folder), socket.create_server(("127.0.0.1", 0)) as listener:
        port, other = listener.getsockname()[1], gate.port
        listener.settimeout(0.1)
        requests = {
            "a command": ([], ["id"]), "a command on a terminal": (["-tt"], ["sh", "-i"]), "sftp": (["-s"], ["sftp"]),
            "another subsystem": (["-s"], ["netconf"]), "a channel to a port": (["-W", f"127.0.0.1:{port}"], []),
            "a port that comes back": (["-N", "-o", "ExitOnForwardFailure=yes", "-R", f"0:127.0.0.1:{port}"], []),
            "a socket that comes back": (
                ["-N", "-o", "ExitOnForwardFailure=yes", "-R", f"{folder}/back:127.0.0.1:{port}"], []),
            "a tunnel": (["-N", "-o", "ExitOnForwardFailure=yes", "-w", "any"], [])}
        granted, children = [], set()
        for name, (options, words) in requests.items():
            status, text = run(client(gate, folder, options=options) + words, folder, 10)
            children |= set(gate.children())
            if status in (0, None) or b"uid=" in text:
                granted.append(f"{name}: {status} {text[-80:]}")
        # A local listener is the client's own; what comes through it must end.
        tunnel = Viewer(client(gate, folder, options=["-L", f"127.0.0.1:0:127.0.0.1:{port}", "-A", "-X"]))
        eventually(lambda: b"page" in tunnel.seen)
        tunnel.end()
        for program in ("scp", "sftp"):
            if shutil.which(program):
                words = [program, "-F", "/dev/null", "-P", str(other), "-o", "StrictHostKeyChecking=no", "-o",
                         "UserKnownHostsFile=/dev/null"]
                words += ["main@127.0.0.1:/etc/passwd", str(folder / "taken")] if program == "scp" else ["main@127.0.0.1"]
                status, text = run(words, folder, 10)
                if status in (0, None) or (folder / "taken").exists():
                    granted.append(f"{program}: {status}")
        reached = True
        try:
            listener.accept()
        except TimeoutError:
            reached = False
        trial.did(f"{len(requests) + 3} kinds of requests")
        trial.holds("each is refused", not granted, "; ".join(granted) or "all")
        trial.holds("nothing was forwarded, no process was started", not reached and not children, children or "none")


def ssh_sizes(trial):
    """Terminals of all sizes, resized all the time."""
    with gated(trial) as (server, gate, folder), trial.pair(server.port), watching(trial, gate, folder):
        before = gate.resident_bytes()
        viewers, sizes = [], [(0, 0), (1, 1), (10_000, 10_000), (65_535, 1), (1, 65_535), (65_535, 65_535), (80, 24)]
        for columns, rows in sizes:
            viewers.append(Viewer(client(gate, folder), columns, rows))
        shown = eventually(lambda: all(one.has_window for one in viewers))
        end, count = time.monotonic() + 8, 0
        while time.monotonic() < end:
            for place, one in enumerate(viewers):
                columns, rows = sizes[(place + count) % len(sizes)]
                with contextlib.suppress(OSError):
                    one.resize(columns, rows)
            count += 1
            time.sleep(0.01)
        trial.did(f"{len(viewers)} terminals, each with {count} sizes")
        trial.holds("each shows a picture", bool(shown))
        trial.memory(gate, before, 96, "memory stays bounded")
        for one in viewers:
            one.end()
        trial.memory(gate, before, 48)


def ssh_deaf_readers(trial):
    """Thirty clients that are stopped while pages turn."""
    with gated(trial) as (server, gate, folder), trial.pair(server.port), watching(trial, gate, folder):
        viewers = [Viewer(client(gate, folder, "honest"), 200, 60) for _ in range(30)]
        shown = eventually(lambda: all(b"page" in one.seen for one in viewers))
        before = gate.resident_bytes()
        for one in viewers:
            os.kill(one.pid, signal.SIGSTOP)
        time.sleep(15)
        trial.did(f"{len(viewers)} stopped clients, 15 s of page turns")
        trial.holds("each had come in", bool(shown))
        trial.memory(gate, before, 16, "memory stays flat")
        count = [one.count for one in viewers]
        for one in viewers:
            os.kill(one.pid, signal.SIGCONT)
        again = eventually(lambda: all(one.count > had for one, had in zip(viewers, count)))
        trial.holds("they see the newest page when they read again", bool(again))
        for one in viewers:
            one.end()


def ssh_escapes(trial):
    """Hostile servers behind a gate."""
    shown, cases = {"a terminal": b"", "a pipe": b""}, evil_servers()
    with trial.folder() as folder:
        for how in cases.values():
            with EvilServer(**how) as evil:
                gate = Gate(f"ws://127.0.0.1:{evil.port}", folder)
                try:
                    words = client(gate, folder)
                    shown["a terminal"] += on_terminal(words[1:], 2, program=shutil.which("ssh"))
                    shown["a pipe"] += run(client(gate, folder, options=["-T"]), folder, 2)[1]
                finally:
                    gate.end()
    trial.did(f"{len(cases)} hostile servers, {len(COMMANDS)} commands")
    for name, data in shown.items():
        found = hostile(data, HOSTILE)
        trial.holds(f"{name}: no control byte of theirs", data and not found, ", ".join(found) or f"none in {len(data):,} bytes")
    quoted = b"".join(shown.values()).count(b"PWN")
    trial.holds("their words were printed, escaped", quoted > 5, f"{quoted} times")


ATTACKS = [ssh_handshakes, ssh_packets, ssh_guesses, ssh_requests, ssh_sizes, ssh_deaf_readers, ssh_escapes]
