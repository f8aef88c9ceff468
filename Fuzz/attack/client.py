"""A WebSocket client that may break every rule: it sends whatever bytes it is told to, from any loopback address."""

import json
import socket
import struct
import time

from wire import CLOSE, PATIENCE_SECONDS, PING, PONG, TEXT, connected, frame, is_readable, lines, upgrade_request


class Closed(Exception):
    """The connection ended: the code of its close frame, or None where TCP ended without one."""

    def __init__(self, code, reason=b""):
        super().__init__(f"closed with {code} {reason[:80]!r}")
        self.code, self.reason = code, reason


class Client:
    """One connection. `status` is that of the upgrade, 0 where there was no answer."""

    def __init__(self, port, room="main", source="127.0.0.1", tls=None, receive_bytes=None, extra=(),
                 timeout=PATIENCE_SECONDS):
        self.buffer, self.objects, self.fragments, self.last_id = bytearray(), [], bytearray(), 0
        self.received = 0
        self.socket = connected(port, source, receive_bytes, timeout)
        try:
            if tls:
                self.socket = tls.wrap_socket(self.socket, server_hostname="127.0.0.1")
            self.send_bytes(upgrade_request(room, extra))
            self.status = self._read_head(time.monotonic() + timeout)
        except OSError:
            self.status = 0
            self.cut()

    def _read_head(self, deadline):
        while b"\r\n\r\n" not in self.buffer:
            if not self._fill(deadline):
                return 0
        head, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        self.buffer = bytearray(rest)
        return int(head.split()[1])

    def _fill(self, deadline):
        """Reads what there is, waiting for it until the deadline; false at the end of the connection."""
        if not (hasattr(self.socket, "pending") and self.socket.pending()):
            if not is_readable(self.socket, deadline - time.monotonic()):
                raise TimeoutError("nothing arrived in time")
        data = self.socket.recv(1 << 18)
        self.buffer += data
        self.received += len(data)
        return bool(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()

    def cut(self):
        """Ends TCP at once, without a close frame, and leaves no port behind."""
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    # Sending.

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, *objects):
        self.send_bytes(frame(lines(*objects)))

    def request(self, kind, **fields):
        """Sends a request with the next id and returns the id."""
        self.last_id += 1
        self.send({"type": kind, "id": self.last_id, **fields})
        return self.last_id

    # Receiving.

    def _frame(self):
        """The next whole frame in the buffer, or None: final, opcode and payload."""
        if len(self.buffer) < 2:
            return None
        size, start = self.buffer[1] & 0x7F, 2
        if size > 125:
            width = 2 if size == 126 else 8
            start += width
            if len(self.buffer) < start:
                return None
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return None
        found = self.buffer[0] >> 7, self.buffer[0] & 15, bytes(self.buffer[start : start + size])
        del self.buffer[: start + size]
        return found

    def _take_frames(self):
        while (found := self._frame()) is not None:
            final, opcode, payload = found
            if opcode == CLOSE:
                raise Closed(int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005, payload[2:])
            if opcode == PING:
                self.send_bytes(frame(payload, PONG))
            elif opcode in (0, TEXT):
                self.fragments += payload
                if final:
                    text = self.fragments.decode()
                    self.fragments.clear()
                    self.objects += [json.loads(line) for line in text.removesuffix("\n").split("\n")]

    def receive(self, seconds=PATIENCE_SECONDS):
        """The next object."""
        deadline = time.monotonic() + seconds
        while not self.objects:
            self._take_frames()
            if self.objects:
                break
            try:
                if not self._fill(deadline):
                    raise Closed(None)
            except (ConnectionError, BrokenPipeError):
                raise Closed(None) from None
        return self.objects.pop(0)

    def available(self):
        """Every object that has arrived, without waiting."""
        found = []
        try:
            while True:
                found.append(self.receive(0))
        except TimeoutError:
            return found

    def until(self, *kinds, seconds=PATIENCE_SECONDS):
        """The next object of one of these types; others are dropped."""
        deadline = time.monotonic() + seconds
        while True:
            found = self.receive(max(0, deadline - time.monotonic()))
            if found["type"] in kinds:
                return found

    def answer(self, kind, seconds=PATIENCE_SECONDS, **fields):
        """Sends a request and returns its answer."""
        number, deadline = self.request(kind, **fields), time.monotonic() + seconds
        while True:
            found = self.receive(max(0, deadline - time.monotonic()))
            if found.get("id") == number and found["type"] in ("ack", "reject", "pong", "pages"):
                return found

    def ending(self, seconds=PATIENCE_SECONDS):
        """The close code, None for TCP's end without one, or "open" when the connection goes on."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.receive(max(0, deadline - time.monotonic()))
        except Closed as closed:
            return closed.code
        except (TimeoutError, BlockingIOError):
            return "open"
        except OSError:
            return None

    def join(self, role="member", seconds=PATIENCE_SECONDS, **fields):
        """Joins and returns the welcome; raises Closed when the server refuses."""
        if self.status != 101:
            raise Closed(None, f"HTTP {self.status}".encode())
        self.request("join", role=role, **fields)
        self.welcome = self.until("welcome", seconds=seconds)
        return self.welcome


def joined(port, room="main", role="member", source="127.0.0.1", tls=None, receive_bytes=None, **fields):
    """A client that has its welcome."""
    client = Client(port, room, source, tls, receive_bytes)
    try:
        client.join(role, **fields)
    except BaseException:
        client.cut()
        raise
    return client


def outcome(port, room="main", role="member", source="127.0.0.1", seconds=PATIENCE_SECONDS, tls=None, **fields):
    """How an attempt to join ends: "welcome", a close code, "reject", or "HTTP 503"; with the welcome if there is one."""
    try:
        with Client(port, room, source, tls, timeout=seconds) as client:
            if client.status != 101:
                return f"HTTP {client.status}", None
            client.request("join", role=role, **fields)
            found = client.until("welcome", "reject", seconds=seconds)
            return found["type"], found
    except Closed as closed:
        return closed.code, None
    except TimeoutError:
        return "nothing", None
    except OSError as error:
        return type(error).__name__, None
