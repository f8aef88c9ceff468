"""Memory: large pages turned often, and readers who never read."""

import threading
import time

from client import joined
from server import MEGABYTE

PAGE_BYTES = 340_000


def large_pages(size=PAGE_BYTES):
    return [{"id": str(number), "title": "A", "body": "x" * size} for number in range(3)]


def swallow(client, counter):
    """Reads whatever comes, without looking at it."""
    client.socket.settimeout(None)
    data = bytearray(1 << 20)
    try:
        while size := client.socket.recv_into(data):
            counter[0] += size
    except OSError:
        pass


def turned_large_pages(trial):
    """A presenter turns pages of 340 kB 1,500 times; each turn sends a window of a megabyte."""
    jumps, most = 0, 1_500
    with trial.server() as server, trial.pair(server.port):
        with joined(server.port, role="presenter", offsets="none") as client:
            client.answer("content", revision=0, wrap="loop", pages=large_pages())
            before, end = server.resident_bytes(), time.monotonic() + 45
            while jumps < most and time.monotonic() < end:
                jumps += 1
                client.answer("jump", page=jumps % 2 * 100, animated=False)
                # Below the limit of 240 a second.
                time.sleep(0.003)
            grown = (server.peak_bytes() - before) / MEGABYTE
        trial.did(f"{jumps:,} jumps over pages of {PAGE_BYTES:,} bytes, {client.received / MEGABYTE:,.0f} MB read")
        trial.holds("at least 100 are answered within 45 s", jumps >= 100, f"{jumps:,}")
        trial.holds("the server grows by < 64 MB", grown < 64, f"{grown:.1f} MB at most")
        trial.memory(server, before, 32, "it falls back")


def deaf_readers(trial):
    """Members who ask for large pages, and read nothing, while a presenter turns pages before them."""
    with trial.server("--max-outbox-age", "4s") as server, trial.pair(server.port):
        before = server.resident_bytes()
        with joined(server.port, role="presenter", offsets="none") as client:
            threading.Thread(target=swallow, args=(client, [0]), daemon=True).start()
            client.request("content", revision=0, wrap="loop", pages=large_pages(100_000))
            deaf = [joined(server.port, receive_bytes=4096) for _ in range(60)]
            asking = deaf[:10]
            end, number = time.monotonic() + 20, 0
            count = lambda: server.metric("riffle_connections_closed_total", code="4001", by="server")
            while count() < len(deaf) and time.monotonic() < end:
                number += 1
                client.request("jump", page=number % 2 * 100, animated=False)
                for one in asking:
                    try:
                        one.request("pages", **{"from": 0, "count": 3})
                    except OSError:
                        pass
                time.sleep(0.3)
            closed = count()
            for one in deaf:
                one.cut()
            grown = (server.peak_bytes() - before) / MEGABYTE
        trial.did(f"{len(deaf)} never read, {len(asking)} of them ask for pages, {number} jumps")
        trial.holds("each is closed with 4001", closed >= len(deaf), f"{closed:.0f} of {len(deaf)}")
        trial.holds("the server grows by < 128 MB", grown < 128, f"{grown:.1f} MB at most")
        trial.memory(server, before, 48)


ATTACKS = [turned_large_pages, deaf_readers]
