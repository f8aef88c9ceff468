"""Frames and handshakes that break RFC 6455: each ends its own connection and nothing else."""

import os
import random
import time

from client import Closed, joined
from wire import BINARY, CLOSE, PING, TEXT, frame

PING_TEXT = b'{"type":"ping","id":99}'
STEP = b'{"type":"step","id":98,"by":1,"from":0}'
HUGE = (2**63 - 1, 2**63, 2**64 - 1, 2**40)
# Bytes, and the endings that hold: a close code, None for TCP's end, "open" where the frame is no offence.
OFFENCES = [
    *[(f"reserved bits {bits}", frame(STEP, reserved=bits), {1002, None}) for bits in (1, 2, 4, 7)],
    *[(f"opcode {code}", frame(STEP, code), {1002, None}) for code in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    *[(f"length {size:#x}", frame(b"x" * 64, length=size), {1002, 1009, None}) for size in HUGE],
    ("binary", frame(STEP, BINARY), {1003}),
    ("not UTF-8", frame(b'{"type":"ping\xff"}'), {1007}),
    ("a surrogate", frame(b'{"type":"\xed\xa0\x80"}'), {1007}),
    ("continuation of nothing", frame(STEP, 0), {1002, None}),
    ("a new message within another", frame(STEP, final=False) + frame(STEP), {1002, None}),
    ("a ping in pieces", frame(b"x", PING, final=False) + frame(b"x", 0), {1002, None}),
    ("a ping of 126 bytes", frame(b"x" * 126, PING), {1002, None}),
    ("a close of one byte", frame(b"x", CLOSE), {1002, 1005, None}),
    *[(f"close code {code}", frame(code.to_bytes(2, "big"), CLOSE), {1002, code, None}) for code in (0, 999, 1004, 1005, 1006,
                                                                                               1015, 5000, 65535)],
    ("a close whose reason is not UTF-8", frame(b"\x03\xe8\xff\xfe", CLOSE), {1000, 1002, 1007, None}),
    ("a close of 200 bytes", frame(b"\x03\xe8" + b"x" * 198, CLOSE), {1002, None}),
    ("more than 1 MiB", frame(b" " * ((1 << 20) + 5000)), {1009, None}),
    ("more than 1 MiB in pieces", frame(b" ", final=False) + frame(b" " * 65000, 0, final=False) * 17, {1009, None}),
    ("20,000 empty pieces", frame(b"", final=False) + frame(b"", 0, final=False) * 20_000, {1002, 1009, None, "open"}),
    ("an unmasked frame", frame(PING_TEXT, masked=False), {1002, None, "open"}),
    ("20,000 pings", frame(b"x", PING) * 20_000, {1002, 4001, None, "open"}),
]  # fmt: skip


def malformed_frames(trial):
    """Reserved bits, unknown opcodes, lengths up to 2^64, pieces out of order, bad closes, pings without end."""
    with trial.server() as server, trial.pair(server.port):
        with joined(server.port, role="viewer") as witness:
            witness.until("snapshot")
            joined(server.port).cut()
            before, wrong = server.resident_bytes(), []
            for name, data, endings in OFFENCES:
                with joined(server.port) as client:
                    try:
                        client.send_bytes(data)
                    except OSError:
                        pass
                    found = client.ending(3 if "open" in endings else 20)
                    if found not in endings:
                        wrong.append(f"{name}: {found}")
            trial.did(f"{len(OFFENCES)} offences")
            trial.holds("each closes with its code, or TCP ends", not wrong, "; ".join(wrong) or "all")
            moved = [one["type"] for one in witness.available() if one["type"] in ("target", "animation")]
            trial.holds("nothing in such a frame is performed", not moved, moved or "no event")
        trial.memory(server, before, 24)


def random_bytes(trial):
    """Bytes by chance in place of the request, behind it, and within frames."""
    count, lasting = 600, 0
    head = b"GET /rooms/main HTTP/1.1\r\nHost: a\r\n"
    with trial.server() as server, trial.pair(server.port):
        joined(server.port).cut()
        before = server.resident_bytes()
        for number in range(count):
            data = os.urandom(random.choice((1, 20, 300, 5000)))
            try:
                with joined(server.port) as client:
                    client.socket.settimeout(2)
                    way = number % 3
                    client.send_bytes(data if way == 0 else frame(data, random.choice((TEXT, BINARY, 0, PING))) if way == 1
                                      else bytes([random.choice((0x81, 0x01, 0x89, 0x80)), 0xFE]) + data)
                    if number % 30 == 0:
                        lasting += client.ending(0.5) == "open"
            except (Closed, OSError):
                pass
        trial.did(f"{count} connections, {lasting} of {count // 30} watched ones went on")
        with joined(server.port) as client:
            trial.holds("a newcomer is answered", client.answer("ping")["type"] == "pong", "pong")
        trial.memory(server, before, 24)


def pings_at_the_close(trial):
    """Members who ping without pause while a presenter removes them; the close code must arrive as it was sent."""
    count, codes = 80, {}
    with trial.server() as server, trial.pair(server.port):
        for _ in range(count):
            with joined(server.port, role="presenter") as presenter, joined(server.port) as client:
                presenter.request("remove", member=client.welcome["member"])
                try:
                    for _ in range(20):
                        client.send_bytes(frame(b"??", PING))
                        time.sleep(0.0003)
                except OSError:
                    pass
                code = client.ending(10)
                codes[code] = codes.get(code, 0) + 1
        trial.did(f"{count} removed while they ping")
        trial.holds("each is closed with 4106, or TCP ends", set(codes) <= {4106, None}, codes)


ATTACKS = [malformed_frames, random_bytes, pings_at_the_close]
