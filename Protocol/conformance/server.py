"""A scripted server: it accepts the connections of one client, and a scenario says what each of them gets."""

import asyncio
import http
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from check import validators
from replica import UNIT, Replica
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

VECTORS = pathlib.Path(__file__).resolve().parents[1] / "vectors"
VALIDATORS = validators()
RETRY = {"min": 100, "max": 400}


class Failure(Exception):
    """The client did something else than the protocol says: expected X, got Y."""


def vector(name):
    return [json.loads(line) for line in (VECTORS / f"state-{name}.jsonl").read_text(encoding="utf-8").splitlines()]


class Connection:
    """One connection of the client, as the server sees it."""

    def __init__(self, socket, digests):
        self.socket = socket
        self.opened_at = time.monotonic()
        self.join = None
        self.drawn = []
        self.is_silent = self.has_welcome = False
        self.last_id = 0
        # Epoch and `seq` of each event that was sent, with the digest if the room was at rest then.
        self.digests = digests
        self.epoch, self.newest = None, 0
        self.unanswered = []
        self.changed = asyncio.Event()
        self.flaw = None
        self.clock_offset = 0
        self.is_over = False

    # Receiving.

    async def read(self):
        try:
            async for text in self.socket:
                self.receive(text)
                self.changed.set()
                await self.answer_pings()
        except Failure as failure:
            self.flaw = self.flaw or failure
        except ConnectionClosed:
            pass
        self.is_over = True
        self.changed.set()

    def receive(self, text):
        if not isinstance(text, str):
            raise Failure("expected text messages, got a binary one")
        for line in text.removesuffix("\n").split("\n"):
            try:
                message = json.loads(line)
            except ValueError:
                raise Failure(f"expected one JSON object per line, got {line[:80]!r}") from None
            self.receive_object(message)

    def receive_object(self, message):
        kind = message.get("type") if isinstance(message, dict) else None
        if ("client", kind) not in VALIDATORS:
            raise Failure(f"expected an object of a known type, got {str(message)[:80]}")
        for error in VALIDATORS["client", kind].iter_errors(message):
            raise Failure(f"{kind}: {error.json_path}: {error.message[:120]}")
        if (kind == "join") != (self.join is None):
            raise Failure(f"expected join as the first message and once, got {kind}")
        if kind != "join" and not self.has_welcome:
            raise Failure(f"expected nothing between join and welcome, got {kind}")
        if "id" in message:
            if kind != "ping" and message["id"] <= self.last_id:
                raise Failure(f"expected an id above {self.last_id}, got {message['id']} in {kind}")
            self.last_id = max(self.last_id, message["id"])
        if kind == "join":
            self.join = message
        elif kind == "drawn":
            self.receive_drawn(message)
        elif "id" in message:
            self.unanswered.append(message)

    def receive_drawn(self, message):
        self.drawn.append(message)
        seq = message["seq"]
        if (self.epoch, seq) not in self.digests:
            raise Failure(f"expected drawn with the seq of an event that was sent, got {seq}")
        expected = self.digests[self.epoch, seq]
        if expected and message["digest"] != expected:
            raise Failure(f"expected the digest {expected} at event {seq}, got {message['digest']}")

    async def answer_pings(self):
        waiting, self.unanswered = self.unanswered, []
        for message in waiting:
            if self.is_silent:
                continue
            if message["type"] == "ping":
                await self.send({"type": "pong", "id": message["id"], "now": self.now})
            elif message["type"] == "pages":
                await self.send({"type": "pages", "id": message["id"], "pages": []})
            else:
                await self.send({"type": "ack", "id": message["id"], "seq": self.newest})

    async def until(self, condition, seconds, expected):
        """Waits for a condition; fails with what the client did instead."""
        end = time.monotonic() + seconds
        while True:
            if self.flaw:
                raise self.flaw
            if found := condition():
                return found
            if self.is_over:
                raise Failure(f"expected {expected}, got the end of the connection ({self.ending})")
            self.changed.clear()
            try:
                async with asyncio.timeout(max(0, end - time.monotonic())):
                    await self.changed.wait()
            except TimeoutError:
                raise Failure(f"expected {expected} within {seconds:g} s, got nothing") from None

    @property
    def ending(self):
        code = self.socket.close_code
        return "no close frame" if code in (None, 1006) else f"close code {code}"

    # Sending.

    @property
    def now(self):
        return int(time.monotonic() * 1000) + self.clock_offset

    async def send(self, *messages, end=""):
        try:
            await self.socket.send("\n".join(json.dumps(message) for message in messages) + end)
        except ConnectionClosed:
            if self.flaw:
                raise self.flaw from None

    async def expect_join(self):
        return await self.until(lambda: self.join, 5, "a join")

    async def admit(self, room, recovered=False, member=7, session="session-1", seq=None, **more):
        """Answers the join with a welcome and, unless `recovered`, a snapshot."""
        await self.expect_join()
        self.has_welcome = True
        await self.send(self.welcome(room, recovered, member, session, seq, **more))
        if not recovered:
            await self.send_room(room, room.snapshot(self.now))

    def welcome(self, room, recovered=False, member=7, session="session-1", seq=None, **more):
        self.epoch, self.newest = room.epoch, room.seq
        return {
            "type": "welcome", "id": self.join["id"], "protocol": 1, "server": "riffle/conformance",
            "room": "conformance", "member": member, "session": session, "role": "viewer", "epoch": room.epoch,
            "seq": room.seq if seq is None else seq, "now": self.now, "unit": UNIT, "recovered": recovered,
            "limits": {"message": 4096, "content": 1048576, "rate": 240}, "retry": RETRY, **more,
        }  # fmt: skip

    def note(self, room):
        """Remembers what the client must show at the newest event."""
        self.epoch, self.newest = room.epoch, room.seq
        self.digests[room.epoch, room.seq] = room.digest if room.is_at_rest else None

    async def send_room(self, room, *messages, **options):
        """Sends messages of the room, which `room` has taken already."""
        self.note(room)
        await self.send(*messages, **options)

    async def play(self, room, events, together=True, **options):
        """Lets the room take the events, and sends them in one message or in one each."""
        for event in events:
            room.take(event)
            self.note(room)
        for part in [events] if together else [[event] for event in events]:
            await self.send(*part, **options)

    async def expect_drawn(self, room, after=None, seconds=3):
        """Waits for `drawn` of the room's picture, with `after` ≤ seq ≤ newest."""
        first = room.seq if after is None else after
        return await self.until(
            lambda: any(first <= one["seq"] <= room.seq for one in self.drawn),
            seconds,
            f"drawn with seq {first}" + (f" to {room.seq}" if first != room.seq else ""),
        )

    async def close(self, code, reason=""):
        try:
            async with asyncio.timeout(5):
                await self.socket.close(code, reason)
        except TimeoutError:
            pass

    def cut(self):
        """Ends the TCP connection without a close frame."""
        self.socket.transport.abort()


class Room(Replica):
    """A room without a server: it makes the events of a session."""

    def __init__(self, epoch="epoch-1", seq=10):
        first = vector("step")[0]["message"]
        super().__init__({**first, "epoch": epoch, "seq": seq})
        self.animations = 0

    def snapshot(self, now):
        pager = {key: self.state[key] for key in ("settled", "pos", "origin", "target", "loading", "dragEnabled")}
        pager.update({key: self.state[key] for key in ("revision", "count", "wrap")})
        return {
            "type": "snapshot", "epoch": self.epoch, "seq": self.seq, "now": now, "settings": self.state["settings"],
            "pager": {"phase": "idle", **pager}, "window": self.state["window"],
            "members": list(self.state["members"].values()), "viewers": self.state["viewers"],
            "control": self.state["control"], "digest": self.digest,
        }  # fmt: skip

    def numbered(self, *changes):
        return [{"seq": self.seq + place, **change} for place, change in enumerate(changes, 1)]

    def flight(self, start, goal, now, cause):
        self.animations += 1
        return {
            "type": "animation", "anim": self.animations, "from": start, "to": goal, "velocity": 0, "start": now,
            "end": now + 100, "curve": "linear", "cause": cause,
        }  # fmt: skip

    def step(self, now):
        """The events of a step forward, up to rest."""
        page = self.state["settled"]
        window = [{"page": page + place, "id": str(page + place), "title": "", "body": ""} for place in (0, 1, 2)]
        animation = self.flight(page * UNIT, (page + 1) * UNIT, now, "step")
        return self.numbered(
            {"type": "target", "from": page, "to": page + 1},
            animation,
            {"type": "completed", "anim": animation["anim"], "pos": (page + 1) * UNIT},
            {"type": "selected", "old": page, "new": page + 1},
            {"type": "shift", "by": 1, "origin": page + 1, "window": window},
        )


class Server:
    """Accepts the client's connections one after the other."""

    def __init__(self):
        self.accepted = asyncio.Queue()
        self.client_ended = asyncio.Event()
        self.attempts = []
        self.connections = []
        self.digests = {}
        # What happens to the next connections: a status refuses the upgrade, "cut" ends TCP; others are accepted.
        self.refusals = []

    async def __aenter__(self):
        self.server = await serve(
            self.handle, "127.0.0.1", 0, select_subprotocol=self.select, process_request=self.process,
            ping_interval=None, max_size=None, compression=None, close_timeout=5,
        )  # fmt: skip
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        for connection in self.connections:
            connection.socket.transport.abort()
        self.server.close()

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}/rooms/conformance"

    def select(self, _, offered):
        self.offered = offered
        return "riffle.v1" if "riffle.v1" in offered else None

    def process(self, socket, _):
        self.attempts.append(time.monotonic())
        refusal = self.refusals.pop(0) if self.refusals else None
        if refusal == "cut":
            socket.transport.abort()
        elif refusal:
            response = socket.respond(http.HTTPStatus(refusal), "refused by the scenario\n")
            response.headers["Retry-After"] = "1"
            return response

    async def handle(self, socket):
        connection = Connection(socket, self.digests)
        self.connections.append(connection)
        await self.accepted.put(connection)
        await connection.read()
        await socket.wait_closed()

    async def connection(self, seconds=3, expected="a connection"):
        """The client's next connection."""
        accepting, ending = asyncio.create_task(self.accepted.get()), asyncio.create_task(self.client_ended.wait())
        done, _ = await asyncio.wait((accepting, ending), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if accepting not in done:
            accepting.cancel()
            found = "the end of the client" if done else "none"
            raise Failure(f"expected {expected} within {seconds:g} s, got {found}")
        connection = accepting.result()
        if "riffle.v1" not in (self.offered or []):
            raise Failure(f"expected the subprotocol riffle.v1, got {self.offered}")
        return connection

    async def no_connection(self, seconds, expected):
        known, began = len(self.attempts), time.monotonic()
        while time.monotonic() < began + seconds:
            if len(self.attempts) > known:
                raise Failure(f"expected {expected}, got one after {self.attempts[known] - began:.1f} s")
            await asyncio.sleep(0.05)

    def check(self):
        """Fails if a connection broke a rule that holds in every scenario."""
        for connection in self.connections:
            if connection.flaw:
                raise connection.flaw
