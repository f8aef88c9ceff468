#!/usr/bin/env python3
"""A client that follows a room until it is told not to come back, as Protocol/README.md describes it.

    follower.py ws://127.0.0.1:8080/rooms/main

It joins as a viewer, keeps a replica, goes on when the room gets another owner, sends `drawn` whenever the room comes to rest, measures the server's clock, and
reconnects. It prints one line of JSON for each picture at rest. Exit code 1 when a close code forbids a return.
"""

import asyncio
import json
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Protocol"))

from replica import PICTURE_EVENTS, Gap, Replica
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException


def milliseconds():
    return int(time.monotonic() * 1000)


class Clock:
    """The server's time: of the last eight round trips the quickest counts."""

    def __init__(self):
        self.samples = []

    def add(self, sent, received, server):
        self.samples = [*self.samples[-7:], (received - sent, server - (sent + received) // 2)]

    def now(self):
        return milliseconds() + min(self.samples)[1] if self.samples else None


class Follower:
    """One member of a room, over any number of connections."""

    ping_seconds, pong_seconds, welcome_seconds = 10, 10, 10
    message_bytes = 16 << 20

    def __init__(self, url):
        self.url = url
        self.retry = {"min": 200, "max": 5000}
        self.welcome = self.replica = None
        self.attempts = 0

    async def run(self):
        while True:
            code = await self.connection()
            if not self.returns(code):
                return code
            self.attempts += 1
            await asyncio.sleep(self.delay(self.attempts))

    def returns(self, code):
        """Whether to reconnect after a close code; None stands for a lost or failed connection."""
        return code is None or not 4100 <= code <= 4199

    def delay(self, attempt):
        """Seconds until the attempt, 1 for the first one since the last welcome."""
        low, high = self.retry["min"], self.retry["max"]
        return random.uniform(low, max(low, min(high, low * 2 ** min(attempt, 20)))) / 1000

    async def connection(self):
        """Plays one connection to its end; returns its close code."""
        self.clock = Clock()
        self.last_id, self.pings, self.has_joined = 0, {}, False
        try:
            async with asyncio.timeout(self.welcome_seconds):
                self.socket = await self.open()
        except (OSError, TimeoutError, WebSocketException):
            return None
        try:
            async with asyncio.timeout(self.welcome_seconds) as self.patience:
                await self.follow()
        except TimeoutError:
            # No welcome, or no pong.
            self.socket.transport.abort()
        except Gap:
            await self.socket.close()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        return None

    async def open(self):
        return await connect(
            self.url, subprotocols=["riffle.v1"], max_size=self.message_bytes, ping_interval=None, open_timeout=None,
            close_timeout=1, proxy=None,
        )  # fmt: skip

    async def follow(self):
        self.joined_at = milliseconds()
        await self.request("join", name="follower", role="viewer", epochs=True, **self.memory())
        pinging = asyncio.create_task(self.keep_pinging())
        try:
            while True:
                text = await self.socket.recv()
                for line in self.lines(text):
                    await self.take(json.loads(line))
                await self.report()
        finally:
            pinging.cancel()

    def lines(self, text):
        return text.removesuffix("\n").split("\n")

    def memory(self):
        """What takes the same member back, and with it the missed events."""
        if not self.welcome:
            return {}
        fields = {"session": self.welcome["session"]}
        if self.replica:
            fields["since"] = {"epoch": self.replica.epoch, "seq": self.replica.seq}
        return fields

    async def request(self, kind, **fields):
        self.last_id += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.last_id, **fields}))
        return self.last_id

    async def keep_pinging(self):
        """Three pings in quick succession for the clock, then one every ten seconds for liveness."""
        while not self.has_joined:
            await asyncio.sleep(0.05)
        for number in range(10**9):
            self.pings[await self.request("ping")] = milliseconds()
            if len(self.pings) == 1:
                self.wait(self.pong_seconds)
            await asyncio.sleep(0.1 if number < 2 else self.ping_seconds)

    def wait(self, seconds):
        """Gives up the connection after `seconds`; None takes that back."""
        self.patience.reschedule(None if seconds is None else asyncio.get_running_loop().time() + seconds)

    async def take(self, message):
        kind = message["type"]
        if kind == "welcome":
            self.enter(message)
        elif kind == "snapshot":
            self.replica = Replica(message)
            # Perhaps another than that of the welcome: the room has another owner.
            self.epoch = message["epoch"]
            self.has_changed = True
        elif kind == "pong":
            sent = self.pings.pop(message["id"], None)
            if sent is not None:
                self.clock.add(sent, milliseconds(), message["now"])
            self.wait(self.pong_seconds if self.pings else None)
        elif self.replica and self.replica.take(message):
            self.has_changed |= kind in PICTURE_EVENTS

    def enter(self, welcome):
        self.clock.add(self.joined_at, milliseconds(), welcome["now"])
        self.welcome, self.retry = welcome, welcome["retry"]
        self.epoch = welcome["epoch"]
        self.attempts, self.has_joined, self.has_changed = 0, True, True
        self.wait(None)

    async def report(self):
        """Sends `drawn` once for each picture at rest."""
        if not self.has_joined or not self.has_changed or not self.replica or not self.replica.is_at_rest:
            return
        # Between the welcome and the snapshot of another epoch the picture is still the old one.
        if self.replica.epoch != self.epoch:
            return
        self.has_changed = False
        await self.say_drawn(self.replica.seq, self.replica.digest)

    async def say_drawn(self, seq, digest):
        await self.socket.send(json.dumps({"type": "drawn", "seq": seq, "digest": digest}))
        print(json.dumps({"page": self.replica.state["settled"], "seq": seq, "digest": digest}), flush=True)


def main(kind=Follower):
    code = asyncio.run(kind(sys.argv[-1]).run())
    print(f"closed with {code}: not coming back", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
