"""The scenarios: each plays a server against one client and raises `Failure` when the client breaks the protocol."""

import asyncio
import json
import time

# `server` makes the folder of `replica` known.
from server import RETRY, VECTORS, Failure, Room, vector
from replica import PICTURE_EVENTS, UNIT  # isort: skip

SCENARIOS = {}
# Time for a client to start.
START = 15
# A new connection after at most this: the longest wait, and time to connect.
RETURN = RETRY["max"] / 1000 + 2


def scenario(play):
    """Registers a scenario under its name with dashes."""
    SCENARIOS[play.__name__.replace("_", "-")] = play
    return play


async def admitted(server, room, **options):
    connection = await server.connection(START, "a connection")
    await connection.admit(room, **options)
    await connection.expect_drawn(room)
    return connection


async def returned(server, seconds=RETURN, why="a new connection"):
    connection = await server.connection(seconds, why)
    await connection.expect_join()
    return connection


def expect(found, wanted, name):
    if found != wanted:
        raise Failure(f"expected {name} {wanted}, got {found}")


def since(room, seq=None):
    return {"epoch": room.epoch, "seq": room.seq if seq is None else seq}


@scenario
async def join(server):
    """The client offers riffle.v1, sends join first, and acknowledges the snapshot with drawn."""
    room = Room()
    connection = await server.connection(START)
    message = await connection.expect_join()
    for name in ("since", "session"):
        if name in message:
            raise Failure(f"expected no {name} in the first join, got {message[name]}")
    await connection.admit(room)
    await connection.expect_drawn(room)


@scenario
async def picture(server):
    """The client acknowledges each picture at rest, with its digest."""
    room = Room()
    connection = await admitted(server, room)
    for _ in range(3):
        await connection.play(room, room.step(connection.now))
        await connection.expect_drawn(room)


@scenario
async def new_snapshot(server):
    """A snapshot on a connection that lost events replaces the replica, and events go on after it."""
    room = Room()
    connection = await admitted(server, room)
    for event in [*room.step(connection.now)]:
        room.take(event)
    await connection.send_room(room, room.snapshot(connection.now))
    await connection.expect_drawn(room)
    await connection.play(room, room.step(connection.now))
    await connection.expect_drawn(room)


@scenario
async def new_epoch(server):
    """In a drag, a snapshot brings another epoch, and the client goes on with it; without `epochs` it returns after 4005."""
    first, second = Room(), Room(epoch="epoch-2", seq=10)
    second.state.update(settled=5, target=5, origin=5, pos=5 * UNIT)
    connection = await admitted(server, first)
    await connection.play(first, first.numbered({"type": "dragBegan", "drag": 1, "by": 3, "pos": 0, "base": 0}))
    offset = {"type": "offset", "seq": first.seq, "pos": 9000, "now": connection.now, "velocity": 20000, "by": 3}
    await connection.send(offset)
    if connection.join.get("epochs"):
        # The number is that of the first picture, which the client has acknowledged: numbers belong to their epoch.
        await connection.send_room(second, second.snapshot(connection.now))
        await connection.until(lambda: connection.drawn[-1]["digest"] == second.digest, 3, "drawn of the new epoch")
    else:
        await connection.close(4005, "the room has another owner")
        connection = await returned(server)
        await connection.admit(second)
        await connection.expect_drawn(second)
    await connection.play(second, second.step(connection.now))
    await connection.expect_drawn(second)
    connection.cut()
    connection = await returned(server)
    expect(connection.join.get("since"), since(second), "since")
    await connection.admit(second, recovered=True)
    await connection.expect_drawn(second)


@scenario
async def packing(server):
    """Several objects in a message, one in each, a line feed at the end, a message in fragments."""
    room = Room()
    connection = await admitted(server, room)
    await connection.play(room, room.step(connection.now), end="\n")
    await connection.expect_drawn(room)
    await connection.play(room, room.step(connection.now), together=False)
    await connection.expect_drawn(room)
    events = room.step(connection.now)
    for event in events:
        room.take(event)
        connection.note(room)
    text = "\n".join(json.dumps(event) for event in events)
    await connection.socket.send([text[:7], text[7:100], "", text[100:]])
    await connection.expect_drawn(room)


@scenario
async def unknown(server):
    """Unknown types and fields are ignored, before the welcome and after it."""
    room = Room()
    connection = await server.connection(START)
    await connection.expect_join()
    await connection.send({"type": "confetti", "colour": "red"}, {"type": "notice", "level": "info", "text": "Hello."})
    connection.has_welcome = True
    await connection.send({**connection.welcome(room), "weather": {"sun": True}})
    await connection.send_room(room, {**room.snapshot(connection.now), "weather": [1, 2, {"a": None}]})
    await connection.expect_drawn(room)
    events = [{**event, "weather": "rain"} for event in room.step(connection.now)]
    await connection.send({"type": "confetti", "id": 99, "list": [[1], {"x": 1.5}]})
    await connection.play(room, events)
    await connection.expect_drawn(room)


@scenario
async def unknown_words(server):
    """Unknown words in fields that only inform (code, cause, level, preset) are no errors."""
    room = Room()
    connection = await admitted(server, room)
    await connection.send({"type": "reject", "code": "tired", "reason": "not now", "seq": room.seq})
    await connection.send({"type": "notice", "level": "cheerful", "text": "Hello."})
    events = room.step(connection.now)
    events[1]["cause"] = "wind"
    await connection.play(room, events)
    await connection.expect_drawn(room)
    await connection.play(room, room.numbered({"type": "settings", **room.state["settings"], "preset": "fancy"}))
    await connection.play(room, room.step(connection.now))
    await connection.expect_drawn(room)


@scenario
async def gap(server):
    """An event is missing: the client applies nothing after it, and returns with since and session."""
    room = Room()
    connection = await admitted(server, room)
    seen = room.seq
    events = room.step(connection.now)
    # Without the first event; the rest must not be applied.
    await connection.send(*events[1:])
    second = await returned(server, why="a new connection after a gap in seq")
    expect(second.join.get("since"), since(room, seen), "since")
    expect(second.join.get("session"), "session-1", "session")
    for event in events:
        room.take(event)
    await second.admit(room, recovered=True)
    await second.send_room(room, *events)
    await second.expect_drawn(room)


@scenario
async def recovered(server):
    """With recovered true the client keeps its seq until the missed events come."""
    room = Room()
    connection = await admitted(server, room)
    seen = room.seq
    missed = room.step(connection.now)
    connection.cut()
    second = await returned(server)
    expect(second.join.get("since"), since(room, seen), "since")
    for event in missed:
        room.take(event)
    await second.admit(room, recovered=True)
    # The connection breaks before the missed events: the client still has those up to `seen`.
    await asyncio.sleep(0.3)
    second.cut()
    third = await returned(server)
    expect(third.join.get("since"), since(room, seen), "since")
    await third.admit(room, recovered=True)
    await third.send_room(room, *missed)
    await third.expect_drawn(room)


@scenario
async def not_recovered(server):
    """With recovered false the client takes member, session and epoch of the new welcome."""
    first, second = Room(), Room(epoch="epoch-2", seq=3)
    connection = await admitted(server, first)
    connection.cut()
    connection = await returned(server)
    expect(connection.join.get("session"), "session-1", "session")
    second.state["settled"] = second.state["target"] = second.state["origin"] = 5
    second.state["pos"] = 5 * 65536
    await connection.admit(second, member=9, session="session-2")
    await connection.expect_drawn(second)
    connection.cut()
    connection = await returned(server)
    expect(connection.join.get("session"), "session-2", "session")
    expect(connection.join.get("since"), since(second), "since")


@scenario
async def before_the_snapshot(server):
    """Cut between a welcome and its snapshot, the client does not combine the new epoch with its old seq."""
    first, second = Room(), Room(epoch="epoch-2", seq=3)
    connection = await admitted(server, first)
    connection.cut()
    connection = await returned(server)
    connection.has_welcome = True
    await connection.send(connection.welcome(second, session="session-2"))
    await asyncio.sleep(0.3)
    connection.cut()
    connection = await returned(server)
    if "since" in connection.join:
        expect(connection.join["since"], since(first), "since, if any,")
    await connection.admit(second, session="session-2")
    await connection.expect_drawn(second)


@scenario
async def close_and_return(server):
    """After 4000 to 4099, 1001, 1011, 1012 and a lost connection the client returns, not before retry.min."""
    room, retry = Room(), {"min": 300, "max": 600}
    connection = await admitted(server, room, retry=retry)
    for code in (4000, 4001, 4002, 4003, 4004, 4005, 4099, 1001, 1011, 1012, None):
        connection.cut() if code is None else await connection.close(code, "try again later")
        began = time.monotonic()
        connection = await returned(server, why=f"a new connection after {code or 'a lost connection'}")
        waited = connection.opened_at - began
        if waited < retry["min"] / 1000 - 0.05:
            raise Failure(f"expected at least {retry['min']} ms before the new connection, got {waited * 1000:.0f}")
        await connection.admit(room, recovered=True, retry=retry)
        await connection.expect_drawn(room)


def close_and_stay_away(code):
    async def play(server):
        connection = await admitted(server, Room())
        await connection.close(code, "do not come back")
        await server.no_connection(3, f"no connection after {code}")

    play.__doc__ = f"After {code} the client does not return."
    play.__name__ = f"close_{code}"
    return scenario(play)


for number in (4100, 4101, 4102, 4103, 4104, 4105, 4106, 4107, 4108, 4109, 4199):
    close_and_stay_away(number)


@scenario
async def closing(server):
    """After `closing` the client stays until it is closed, completes the handshake, and returns."""
    room = Room()
    connection = await admitted(server, room)
    await connection.send({"type": "closing", "code": 4000, "reason": "maintenance", "within": 700})
    await connection.play(room, room.step(connection.now))
    await connection.expect_drawn(room)
    await asyncio.sleep(0.4)
    if connection.is_over:
        raise Failure("expected the client to stay until the server closes, got the end of the connection")
    await connection.close(4000, "maintenance")
    if connection.socket.protocol.close_rcvd is None:
        raise Failure("expected a close frame in answer to the server's, got none")
    await returned(server)


@scenario
async def backoff(server):
    """Attempt n waits between min and min · 2ⁿ, at most max, at random; a welcome starts again."""
    room, retry = Room(), {"min": 200, "max": 3000}
    connection = await admitted(server, room, retry=retry)
    moments = [time.monotonic()]
    server.refusals = ["cut", 503, 429] * 5 + ["cut", 503]
    count = len(server.refusals)
    known = len(server.attempts)
    connection.cut()
    connection = await returned(server, 75, "a new connection after refused attempts")
    moments += server.attempts[known:]
    waits = [after - before for before, after in zip(moments, moments[1:])]
    expect(len(waits), count + 1, "attempts:")
    for attempt, wait in enumerate(waits, 1):
        bound = min(retry["max"], retry["min"] * 2**attempt)
        # A busy machine may be late.
        if not retry["min"] - 50 <= wait * 1000 <= bound + 1000:
            raise Failure(f"attempt {attempt}: expected {retry['min']} to {bound} ms, got {wait * 1000:.0f}")
    # Without the five longest of fifteen, as a busy machine may be late. Chance makes the others lie within a tenth of
    # the range once in a hundred thousand runs.
    late = sorted(waits[3:])[:-5]
    if late[-1] - late[0] < (retry["max"] - retry["min"]) / 10_000:
        raise Failure(f"expected random waits, got {', '.join(f'{wait * 1000:.0f}' for wait in late)} ms")
    await connection.admit(room, recovered=True)
    await connection.expect_drawn(room)


@scenario
async def ping_frames(server):
    """A WebSocket ping gets its pong."""
    connection = await admitted(server, Room())
    for _ in range(2):
        waiter = await connection.socket.ping()
        try:
            async with asyncio.timeout(5):
                await waiter
        except TimeoutError:
            raise Failure("expected a pong within 5 s, got none") from None


@scenario
async def dead_connection(server):
    """The server stops reading and writing: the client notices within 30 s and returns."""
    connection = await admitted(server, Room())
    connection.is_silent = True
    connection.socket.transport.pause_reading()
    await returned(server, 32, "a new connection, as the old one is dead,")


@scenario
async def no_welcome(server):
    """The server does not answer the join: the client tries again within 15 s."""
    connection = await server.connection(START)
    await connection.expect_join()
    await returned(server, 17, "a new connection, as no welcome came,")


@scenario
async def rejects(server):
    """Refusals of every code, with a known, an unknown and no id, do not end the connection."""
    room = Room()
    connection = await admitted(server, room)
    codes = ["held", "coalesced", "forbidden", "stale", "disabled", "empty", "moving", "badRequest", "tooLarge"]
    for code in [*codes, "rate", "unknownType", "unknownPage"]:
        await connection.send({"type": "reject", "code": code, "reason": f"{code}: no", "seq": room.seq + 5})
        await connection.send({"type": "reject", "id": 4711, "code": code, "reason": "no", "seq": room.seq})
    await connection.play(room, room.step(connection.now))
    await connection.expect_drawn(room)


@scenario
async def large(server):
    """An object of almost 8 MiB is accepted."""
    room = Room()
    connection = await server.connection(START)
    room.state["window"] = [{"page": page, "id": str(page), "title": "", "body": "x" * 900_000} for page in range(9)]
    await connection.admit(room)
    await connection.expect_drawn(room, seconds=15)


def follow(name):
    async def play(server):
        lines = vector(name)
        first = lines[0]["message"]
        room = Room()
        room.take_snapshot(first)
        connection = await server.connection(START)
        connection.clock_offset = first["now"] - int(time.monotonic() * 1000)
        await connection.expect_join()
        connection.has_welcome = True
        await connection.send(connection.welcome(room))
        await connection.send_room(room, first)
        await connection.expect_drawn(room)
        for messages in phases(lines[1:]):
            if not connection.join.get("epochs") and any(message["type"] == "snapshot" for message in messages):
                # A server would close the connection here.
                return
            changes = [message["seq"] for message in messages if message["type"] in PICTURE_EVENTS]
            await connection.play(room, messages)
            if changes and room.is_at_rest:
                await connection.expect_drawn(room, after=changes[-1])

    def phases(lines):
        """The messages up to each rest."""
        messages = []
        for line in lines:
            if line.get("check"):
                continue
            messages.append(line["message"])
            if line["phase"] in ("idle", "empty") and line["message"]["type"] == "shift":
                yield messages
                messages = []
        if messages:
            yield messages

    play.__doc__ = f"The client follows the session vectors/state-{name}.jsonl to each picture at rest."
    play.__name__ = f"state_{name}"
    return scenario(play)


for path in sorted(VECTORS.glob("state-*.jsonl")):
    follow(path.stem.removeprefix("state-"))
