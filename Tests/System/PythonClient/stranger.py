#!/usr/bin/env python3
"""A client by a stranger, written from Protocol/README.md alone.

    stranger.py ws://127.0.0.1:8080/rooms/main [--resume | --present] [--validate]

Joins, drags one page forward, follows every event, waits for rest and prints one line of JSON with the page, the
sequence number and the digest it worked out for itself. With --resume it is cut off in mid-drag, comes back, and
compares what it gets with what a second connection saw all along. With --present it joins as presenter and waits to
hear that everybody is in step, then shows something else and waits to hear of that. With --validate every object is checked against
the schemas. Any surprise is told in a sentence, with exit code 1.
"""

import argparse
import asyncio
import json
import math
import pathlib
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

UNIT = 65536
SAMPLES = 12
PULL = 40000
OFF_BY = 1
SCHEMAS = pathlib.Path(__file__).resolve().parents[3] / "Protocol" / "schemas"


class Surprise(Exception):
    """The server did something the protocol does not say."""


def require(condition, sentence):
    if not condition:
        raise Surprise(sentence)


def refuse_repeated_fields(pairs):
    fields = dict(pairs)
    require(len(fields) == len(pairs), f"a field occurs twice in {pairs}")
    return fields


class Schemas:
    """Every object the server sends, held against its schema; types without one are unknown and passed over."""

    def __init__(self):
        from jsonschema import Draft202012Validator
        from referencing import Registry, Resource

        found = [json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.glob("**/*.json")]
        registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in found)
        self.server = {
            schema["$id"].rsplit(":", 1)[1]: Draft202012Validator(schema, registry=registry)
            for schema in found
            if ":server:" in schema["$id"]
        }
        require(self.server, f"there are no schemas in {SCHEMAS}")

    def check(self, message):
        validator = self.server.get(message["type"])
        for error in validator.iter_errors(message) if validator else ():
            raise Surprise(f"{message['type']} breaks its schema at {error.json_path}: {error.message}")


def evaluate(animation, now):
    """Position of an animation at a time, as README.md, "Animations", has it."""
    start, end, origin, goal = (animation[name] for name in ("start", "end", "from", "to"))
    if now <= start:
        return origin
    if now >= end:
        return goal
    if animation["curve"] == "linear":
        return origin + (goal - origin) * (now - start) / (end - start)
    require(animation["curve"] == "spring", f"there is no formula for {animation['curve']}")
    seconds = (now - start) / 1000
    omega = 2 * math.pi / (animation["response"] / 1000)
    away = origin - goal
    return goal + (away + (animation["velocity"] + omega * away) * seconds) * math.exp(-omega * seconds)


def fnv1a(text):
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


class Room:
    """What a client knows of a room: a snapshot, and what events made of it."""

    def __init__(self):
        self.seq = None
        self.events = []
        self.animation = self.drag = None
        self.finished = set()

    def take_snapshot(self, snapshot):
        pager = snapshot["pager"]
        self.seq = snapshot["seq"]
        self.window = snapshot["window"]
        self.recentring = snapshot["settings"]["recentring"]
        for name in ("settled", "target", "origin", "pos", "revision", "count", "wrap"):
            setattr(self, name, pager[name])
        self.animation = pager.get("animation")
        self.drag = pager.get("drag")
        phase = "settling" if self.animation else "dragging" if self.drag else "idle"
        require(pager["phase"] in (phase, "empty"), f"a snapshot {pager['phase']} with the fields of {phase}")
        if self.is_at_rest:
            require(snapshot["digest"] == self.digest, f"the snapshot's digest is not that of {self.line}")

    @property
    def is_at_rest(self):
        """No movement, and the window has followed."""
        return (
            not self.animation
            and not self.drag
            and self.settled == self.target
            and (self.recentring == "never" or self.origin == self.settled)
        )

    @property
    def line(self):
        window = ",".join(f"{slot['page']}:{len(slot['id'].encode())}:{slot['id']}" for slot in self.window)
        return (
            f"riffle1|settled={self.settled}|target={self.target}|pos={self.settled * UNIT}|origin={self.origin}"
            f"|revision={self.revision}|count={self.count}|wrap={self.wrap}|window={window}"
        )

    @property
    def digest(self):
        return fnv1a(self.line)

    def take_offset(self, offset):
        require(self.seq is not None, "an offset before the snapshot")
        require(offset["seq"] <= self.seq, f"an offset of seq {offset['seq']} where {self.seq} is the newest: missed one")
        require(offset["seq"] == self.seq, f"an offset of seq {offset['seq']} after the event {self.seq}")
        self.pos = offset["pos"]
        if self.animation:
            due = evaluate(self.animation, offset["now"])
            require(abs(due - self.pos) <= OFF_BY, f"in flight at {self.pos}, by the animation at {due}")
        if self.drag and "by" in offset:
            require(offset["by"] == self.drag["by"], "an offset of somebody who does not hold the pager")

    def take_event(self, event):
        require(self.seq is not None, f"{event['type']} before the snapshot")
        require(event["seq"] == self.seq + 1, f"{event['type']} has seq {event['seq']} after {self.seq}")
        self.seq = event["seq"]
        self.events.append(event)
        handle = getattr(self, "on_" + event["type"], None)
        if handle:
            handle(event)

    def on_dragBegan(self, event):
        require(not self.drag, "a drag began before the last one ended")
        require(not self.animation, "a drag began before the animation was interrupted")
        self.drag, self.pos = event, event["pos"]

    def on_dragEnded(self, event):
        require(self.drag, "a drag ended that had not begun")
        same = (self.drag["drag"], self.drag["by"]) == (event["drag"], event["by"])
        require(same, "another drag ended than the one that began")
        self.drag, self.pos = None, event["pos"]

    def on_target(self, event):
        require(event["from"] == self.target, f"the target was {self.target}, not {event['from']}")
        self.target = event["to"]

    def on_animation(self, event):
        require(not self.animation, "an animation started before the last one had its terminal")
        require(event["anim"] not in self.finished, f"animation {event['anim']} started again after its terminal")
        require(not self.drag, "an animation started in somebody's hand")
        self.animation = dict(event)

    def on_interrupted(self, event):
        self.finish(event)

    def on_completed(self, event):
        require(self.animation, "an animation completed that had not started")
        require(event["pos"] == self.animation["to"], "an animation completed elsewhere than at its end")
        self.finish(event)

    def finish(self, event):
        require(self.animation, f"{event['type']} without an animation")
        require(event["anim"] == self.animation["anim"], f"{event['type']} of another animation")
        self.finished.add(event["anim"])
        self.animation, self.pos = None, event["pos"]

    def on_selected(self, event):
        require(event["old"] == self.settled, f"selected from {event['old']}, but {self.settled} was settled")
        self.settled, self.pos = event["new"], event["new"] * UNIT

    def on_shift(self, event):
        if self.origin is not None:
            require(event["origin"] == self.origin + event["by"], "a shift that does not lead from origin to origin")
        self.origin, self.window = event["origin"], event["window"]
        pages = [slot["page"] for slot in self.window]
        require(pages == list(range(pages[0], pages[0] + len(pages))) if pages else True, f"a window of {pages}")

    def on_content(self, event):
        for name in ("revision", "count", "wrap", "settled", "target", "pos"):
            setattr(self, name, event[name])
        self.origin = None  # The shift that follows says it.
        if self.animation:
            for name in ("from", "to"):
                self.animation[name] += event["carried"] * UNIT
        if self.drag:
            self.drag = {**self.drag, "base": self.drag["base"] + event["carried"]}

    def on_settings(self, event):
        self.recentring = event["recentring"]


EVENTS = {
    "dragBegan", "dragEnded", "target", "animation", "interrupted", "completed", "selected", "shift", "content",
    "dragEnabled", "loading", "settings", "member", "audience",
}  # fmt: skip


class Client:
    """One connection to a room."""

    def __init__(self, url, schemas, room=None):
        self.url, self.schemas = url, schemas
        self.room = room or Room()
        self.answers = {}
        self.next_id = 1
        self.welcome = None
        self.has_snapshot = False
        self.in_step = None
        self.changed = asyncio.Condition()
        self.failure = None

    async def join(self, **fields):
        self.socket = await connect(self.url, subprotocols=["riffle.v1"], open_timeout=60)
        require(self.socket.subprotocol == "riffle.v1", f"the subprotocol is {self.socket.subprotocol}")
        self.reader = asyncio.create_task(self.read())
        await self.request("join", **fields)
        await self.until(lambda: self.welcome, "a welcome")
        if not self.welcome["recovered"]:
            await self.until(lambda: self.has_snapshot, "a snapshot")

    async def read(self):
        try:
            async for text in self.socket:
                require(isinstance(text, str), "a binary message")
                for line in text.removesuffix("\n").split("\n"):
                    message = json.loads(line, object_pairs_hook=refuse_repeated_fields)
                    if self.schemas:
                        self.schemas.check(message)
                    self.take(message)
                async with self.changed:
                    self.changed.notify_all()
            self.failure = self.failure or Surprise(f"the server closed with {self.socket.close_code}")
        except (Surprise, WebSocketException, ValueError, KeyError) as error:
            self.failure = error if isinstance(error, Surprise) else Surprise(f"{type(error).__name__}: {error}")
        async with self.changed:
            self.changed.notify_all()

    def take(self, message):
        kind = message["type"]
        if self.welcome is None:
            require(kind == "welcome", f"{kind} before the welcome: {message}")
        if kind == "welcome":
            require(self.welcome is None, "a second welcome")
            require((message["protocol"], message["unit"]) == (1, UNIT), "another protocol")
            self.welcome = message
            self.answers[message["id"]] = message
            if message["recovered"]:
                require(self.room.seq is not None, "recovered, but there was nothing to recover")
        elif kind == "snapshot":
            require(not self.welcome["recovered"], "a snapshot although the events were recovered")
            require(message["epoch"] == self.welcome["epoch"], "a snapshot of another epoch")
            self.has_snapshot = True
            self.room.take_snapshot(message)
        elif kind == "offset":
            self.room.take_offset(message)
        elif kind in EVENTS:
            self.room.take_event(message)
        elif kind == "inStep":
            require(self.welcome["role"] == "presenter", "who is in step is for presenters")
            self.in_step = message
        elif kind in ("ack", "pong", "reject", "pages"):
            self.answers[message.get("id")] = message
        elif kind == "closing":
            raise Surprise(f"the server is closing: {message}")

    async def send(self, type, **fields):
        if self.failure:
            raise self.failure
        await self.socket.send(json.dumps({"type": type, **fields}, separators=(",", ":")))

    async def request(self, type, **fields):
        number, self.next_id = self.next_id, self.next_id + 1
        await self.send(type, id=number, **fields)
        return number

    async def done(self, type, answer="ack", **fields):
        """Sends a request and waits for its answer, which must be the one that says it was done."""
        number = await self.request(type, **fields)
        await self.until(lambda: number in self.answers, f"an answer to {type}")
        require(self.answers[number]["type"] == answer, f"{type} was answered {self.answers[number]}")
        return self.answers[number]

    async def until(self, condition, what, seconds=60):
        try:
            async with asyncio.timeout(seconds), self.changed:
                await self.changed.wait_for(lambda: self.failure or condition())
        except TimeoutError:
            raise Surprise(f"waited {seconds} s for {what}") from None
        if not condition():
            raise self.failure

    async def until_event(self, kind, **fields):
        def seen():
            return any(e["type"] == kind and fields.items() <= e.items() for e in self.room.events)

        await self.until(seen, kind)

    async def until_rest(self, seq=0):
        await self.until(lambda: self.room.seq >= seq and self.room.is_at_rest, "rest")

    def cut(self):
        """As when a cable is pulled: no close frame, nothing."""
        self.reader.cancel()
        self.socket.transport.abort()

    async def leave(self):
        await self.request("leave")
        self.reader.cancel()
        await self.socket.close()

    async def show(self):
        """Says what it shows, and makes sure the server took it."""
        await self.send("drawn", seq=self.room.seq, digest=self.room.digest)
        pong = await self.done("ping", answer="pong")
        require(pong["now"] >= self.welcome["now"], "the server's clock went back")
        require(None not in self.answers, f"the server refused something: {self.answers.get(None)}")

    def result(self, **more):
        room = self.room
        kinds = [event["type"] for event in room.events]
        return {"page": room.settled, "seq": room.seq, "digest": room.digest, "events": kinds, **more}


def was_disturbed(room, member):
    """Whether somebody else had a hand in it (a shift's `by` counts pages)."""
    return any(event.get("by", member) != member for event in room.events if event["type"] != "shift")


async def pull(client, drag):
    """The samples of a hand that goes forward a little more than half a page."""
    for sample in range(1, SAMPLES + 1):
        await client.send("dragMoved", drag=drag, by=PULL * sample // SAMPLES)
        await asyncio.sleep(0.016)


async def drag_one_page(url, schemas):
    client = Client(url, schemas)
    await client.join(name="stranger", role="member", offsets="frames")
    await client.until_rest()
    page, me = client.room.settled, client.welcome["member"]
    await client.done("dragBegan", drag=1)
    await client.until_event("dragBegan", drag=1, by=me)
    await pull(client, drag=1)
    ended = await client.done("dragEnded", drag=1, by=PULL, velocity=0)
    await client.until_event("dragEnded", drag=1, by=me, outcome="released")
    await client.until_rest(seq=ended["seq"])
    if not was_disturbed(client.room, me):
        require(client.room.settled == page + 1, f"dragged from page {page}, came to rest on {client.room.settled}")
        require(client.room.pos == (page + 1) * UNIT, f"rests at {client.room.pos}")
    await client.show()
    result = client.result()
    await client.leave()
    return result


async def present(url, schemas):
    client = Client(url, schemas)
    await client.join(name="stranger", role="presenter")
    await client.until_rest()
    stepped = await client.done("step", by=1, **{"from": client.room.target})
    await client.until_rest(seq=stepped["seq"])
    shown = client.room.seq

    def hears(**counts):
        found = client.in_step
        return found and found["at"] >= shown and counts.items() <= found.items()

    me = {"member": client.welcome["member"]}
    await client.until(lambda: hears() and me in client.in_step.get("behind", []), "being behind")
    await client.show()
    await client.until(lambda: hears(drawn=client.in_step["of"], diverged=0), "everybody in step")
    everybody = client.in_step
    require("behind" not in everybody, f"somebody is behind, and yet all are in step: {everybody}")
    await client.send("drawn", seq=client.room.seq, digest="0" * 16)
    await client.until(lambda: hears(diverged=1, of=everybody["of"], drawn=everybody["of"] - 1), "the wrong picture")
    result = client.result(inStep=everybody)
    await client.leave()
    return result


async def resume_in_mid_drag(url, schemas):
    witness = Client(url, schemas)
    await witness.join(name="witness", role="viewer", offsets="none")
    client = Client(url, schemas)
    await client.join(name="stranger", role="member")
    await client.until_rest()
    me = client.welcome["member"]
    await client.done("dragBegan", drag=1)
    await client.until_event("dragBegan", drag=1, by=me)
    await client.send("dragMoved", drag=1, by=PULL // 2)
    seen = client.room.seq
    client.cut()
    await witness.until_event("dragEnded", drag=1, by=me)

    known = len(client.room.events)
    again = Client(url, schemas, room=client.room)
    since = {"epoch": client.welcome["epoch"], "seq": seen}
    await again.join(name="stranger", role="member", since=since, session=client.welcome["session"])
    require(again.welcome["recovered"], f"nothing was recovered since {since}")
    require(again.welcome["member"] == me, f"member {me} came back as {again.welcome['member']}")
    await again.until(lambda: again.room.seq >= again.welcome["seq"], "the missed events")
    await again.until_event("dragEnded", drag=1, by=me, outcome="lost")
    await again.until_rest()
    await again.show()
    await witness.until(lambda: witness.room.seq >= again.room.seq, "what the other one saw")
    compare(again.room.events[known:], witness.room.events)
    missed = [event["type"] for event in again.room.events[known:] if event["seq"] <= again.welcome["seq"]]
    result = again.result(recovered=True, missed=missed)
    await again.leave()
    await witness.leave()
    return result


def compare(events, witnessed):
    by_seq = {event["seq"]: event for event in witnessed}
    for event in events:
        require(event == by_seq.get(event["seq"]), f"after coming back {event}, but it was {by_seq.get(event['seq'])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("url")
    acts = parser.add_mutually_exclusive_group()
    acts.add_argument("--resume", action="store_true", help="be cut off in mid-drag and come back")
    acts.add_argument("--present", action="store_true", help="hear who is in step, and fall out of it")
    parser.add_argument("--validate", action="store_true", help="check every object against the schemas")
    options = parser.parse_args()
    act = resume_in_mid_drag if options.resume else present if options.present else drag_one_page
    try:
        result = asyncio.run(act(options.url, Schemas() if options.validate else None))
    except (Surprise, OSError, WebSocketException) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
