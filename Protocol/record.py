#!/usr/bin/env python3
"""Records the state vectors (vectors/state-*.jsonl) from a real server.

    record.py .build/debug/riffle [NAME ...]

Starts `riffle serve`, plays a short scene in a room for each vector, and writes what a viewer received, with the state
after each message (replica.py). Newcomers' snapshots, which the server computes, are part of the vectors; the recording
fails when one of them differs from the replica. Needs the package `websockets`.
"""

import asyncio
import contextlib
import json
import pathlib
import re
import sys
import tempfile

from websockets.asyncio.client import connect

from replica import Replica

VECTORS = pathlib.Path(__file__).parent / "vectors"
# The messages of a room; the others are to one member alone.
PRIVATE = {"welcome", "ack", "reject", "pong", "pages", "notes", "inStep", "notice", "closing"}
NAME = "state-{}.jsonl"


class Connection:
    """A member that sends requests and keeps what it receives."""

    def __init__(self, url):
        self.url = url
        self.messages, self.answers = [], {}
        self.replica = None
        self.last_id = 0
        self.changed = asyncio.Condition()

    async def join(self, **fields):
        self.socket = await connect(self.url, subprotocols=["riffle.v1"])
        self.reader = asyncio.create_task(self.read())
        self.reader.add_done_callback(lambda task: task.cancelled() or task.exception())
        self.welcome = await self.ask("join", **fields)
        await self.until(lambda: self.replica)
        return self

    async def read(self):
        async for text in self.socket:
            for line in text.strip("\n").split("\n"):
                message = json.loads(line)
                if message["type"] in PRIVATE:
                    self.answers[message.get("id")] = message
                    continue
                self.messages.append(message)
                if self.replica:
                    self.replica.take(message)
                elif message["type"] == "snapshot":
                    self.replica = Replica(message)
            async with self.changed:
                self.changed.notify_all()

    async def until(self, condition, seconds=20):
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(condition)

    async def send(self, kind, **fields):
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def ask(self, kind, refused=None, **fields):
        """Sends a request and waits for its answer, which is an ack unless `refused` names a code."""
        self.last_id += 1
        number = self.last_id
        await self.send(kind, id=number, **fields)
        await self.until(lambda: number in self.answers)
        answer = self.answers.pop(number)
        if answer.get("code") != refused:
            raise SystemExit(f"{kind} {fields}: expected {refused or 'an ack'}, got {answer}")
        return answer

    async def rest(self):
        """Waits until nothing moves and nothing comes."""
        await self.until(lambda: self.replica.is_at_rest)
        while True:
            known = len(self.messages)
            await asyncio.sleep(0.06)
            if known == len(self.messages) and self.replica.is_at_rest:
                return

    async def step(self, by=1, **fields):
        return await self.ask("step", by=by, **{"from": self.replica.state["target"], **fields})

    async def drag(self, number, way, samples=10, every=0.016, velocity=0, end="dragEnded"):
        await self.ask("dragBegan", drag=number)
        for sample in range(1, samples + 1):
            await self.send("dragMoved", drag=number, by=way * sample // samples)
            await asyncio.sleep(every)
        if end == "dragEnded":
            await self.ask(end, drag=number, by=way, velocity=velocity)
        elif end:
            await self.ask(end, drag=number)

    async def content(self, ids, **fields):
        pages = [{"id": text, "title": text.title(), "body": f"Page {text}."} for text in ids]
        return await self.pages(pages, **fields)

    async def pages(self, pages, **fields):
        return await self.ask("content", revision=self.replica.state["revision"], pages=pages, **fields)

    async def leave(self):
        await self.ask("leave")
        await self.close()

    async def close(self):
        self.reader.cancel()
        await self.socket.close()

    def cut(self):
        self.reader.cancel()
        self.socket.transport.abort()


class Stage:
    """One room, the viewer whose messages are recorded, and the members that act."""

    def __init__(self, url, about):
        self.url, self.about = url, about
        self.checks = []

    async def open(self):
        self.recorder = await Connection(self.url).join(name="recorder")
        return self

    async def enter(self, name, role="member", **fields):
        actor = await Connection(self.url).join(name=name, role=role, **fields)
        actor.name = name
        return actor

    async def check(self):
        """Lets a newcomer join, and keeps its snapshot to compare with."""
        newcomer = await Connection(self.url).join(name="newcomer")
        self.checks.append(newcomer.messages[0])
        await newcomer.leave()

    async def rest(self):
        await self.recorder.rest()
        await self.check()

    def lines(self):
        """The vector: each message with the state after it."""
        messages = self.recorder.messages
        replica = Replica(messages[0])
        self.now = messages[0]["now"]
        yield {"about": self.about, **self.line(messages[0], replica)}
        checks = {(snapshot["epoch"], snapshot["seq"]): snapshot for snapshot in self.checks}
        for message in messages[1:]:
            replica.take(message)
            yield self.line(message, replica)
            moment = (replica.epoch, message["seq"])
            if message["type"] != "offset" and moment in checks:
                snapshot = checks.pop(moment)
                if difference := replica.difference(snapshot):
                    raise SystemExit(f"{self.about}: at event {message['seq']}: {difference}")
                replica.take(snapshot)
                yield {"check": True, **self.line(snapshot, replica)}
        if checks:
            raise SystemExit(f"{self.about}: the recorder did not get the events {sorted(checks)}")

    def line(self, message, replica):
        self.now = message.get("now", message.get("start", self.now))
        if replica.animation:
            start, end = replica.animation["start"], replica.animation["end"]
            moments = [start, start + (end - start) // 3, start + 2 * (end - start) // 3, end]
        elif replica.drag and replica.motion:
            since = replica.motion["since"]
            moments = [since, since + 31, since + 128, since + 500]
        else:
            moments = [self.now]
        places = [{"now": now, "pos": replica.position(now)} for now in moments]
        state = {"phase": replica.phase, "digest": replica.digest, "shown": replica.state["shown"]}
        if replica.state["strip"] is not None:
            state["strip"] = replica.state["strip"]
        return {"message": message, **state, "at": places}


# The scenes. Each gets a stage; its doc string says what the vector holds.


async def drag(stage):
    """drags: one page on, one back, too short, cancelled"""
    ann = await stage.enter("ann")
    await ann.drag(1, 45000)
    await stage.rest()
    await ann.drag(2, -50000, samples=16)
    await stage.rest()
    await ann.drag(3, 20000)
    await stage.rest()
    await ann.drag(4, 20000, end="dragCancelled")
    await stage.rest()
    # A drag without samples in between, and one that grows beyond the page.
    await ann.drag(5, 60000, samples=1)
    await stage.rest()
    await ann.leave()


async def tap(stage):
    """taps: drags shorter than the slop, with and without speed"""
    ann = await stage.enter("ann")
    await ann.drag(1, 800, samples=2)
    await stage.rest()
    await ann.drag(2, 0, samples=1)
    await stage.rest()
    await ann.drag(3, 900, samples=2, velocity=400000)
    await stage.rest()
    await ann.leave()


async def fling(stage):
    """flings: a spring that takes over the velocity, and one beyond an edge"""
    ann = await stage.enter("ann")
    await ann.drag(1, 15000, samples=5, velocity=600000)
    await stage.rest()
    await ann.drag(2, -15000, samples=5, velocity=-700000)
    await stage.rest()
    await ann.drag(3, -20000, samples=5, velocity=-900000)
    await stage.rest()
    await ann.leave()


async def step(stage):
    """steps and jumps: buttons, a button pressed in flight, two members at once, jumps with and without animation"""
    ann, bob = await stage.enter("ann"), await stage.enter("bob")
    await ann.step()
    await stage.rest()
    await ann.rest()
    await ann.step()
    await ann.until(lambda: ann.replica.animation)
    await ann.step()
    await stage.rest()
    await bob.rest()
    page = bob.replica.state["target"]
    await ann.ask("step", by=-1, **{"from": page})
    await bob.ask("step", refused="coalesced", by=-1, **{"from": page})
    await stage.rest()
    await ann.ask("jump", page=page + 4)
    await stage.rest()
    await bob.ask("jump", page=page - 2, animated=False)
    await stage.rest()
    await ann.leave()
    await bob.leave()


async def members(stage):
    """two members: one takes hold of the pager that the other let go; newcomers in a drag and in flight; a lost drag"""
    ann, bob = await stage.enter("ann"), await stage.enter("bob")
    await ann.drag(1, 30000, end=None)
    await bob.ask("dragBegan", refused="held", drag=1)
    await stage.check()
    await asyncio.sleep(0.1)
    await ann.ask("dragEnded", drag=1, by=42000, velocity=0)
    await stage.check()
    await bob.ask("dragBegan", drag=2)
    await bob.send("dragMoved", drag=2, by=9000)
    await asyncio.sleep(0.05)
    await bob.ask("dragEnded", drag=2, by=9000, velocity=0)
    await stage.rest()
    await ann.drag(7, 30000, end=None)
    ann.cut()
    await stage.rest()
    ann = await stage.enter("ann b.", session=ann.welcome["session"])
    await stage.rest()
    await ann.leave()
    await bob.leave()


async def content(stage):
    """new pages at rest: pages before the one in view, the page in view removed, none, some again, a loop"""
    pat = await stage.enter("pat", "presenter")
    await pat.step()
    await stage.rest()
    await pat.content(["zero", "one", "two", "three", "four"])
    await stage.rest()
    await pat.rest()
    await pat.content(["zero", "one", "four"])
    await stage.rest()
    await pat.rest()
    await pat.content([])
    await stage.rest()
    await pat.rest()
    await pat.content(["a", "b", "c"], wrap="loop")
    await stage.rest()
    await pat.rest()
    await pat.step(-1)
    await stage.rest()
    await pat.rest()
    await pat.content(["a", "b"], wrap="finite")
    await stage.rest()
    await pat.leave()


async def moving(stage):
    """new pages in a movement: in flight with the target kept and with it removed, in a drag, and no pages in a drag"""
    pat, ann = await stage.enter("pat", "presenter"), await stage.enter("ann")
    slow = {"curve": "linear", "duration": 1500}
    await pat.ask("configure", preset="threePage", settle=slow)
    await pat.content(["a", "b", "c", "d"])
    await stage.rest()
    await pat.rest()
    await ann.rest()
    await ann.step()
    await pat.until(lambda: pat.replica.animation)
    await pat.content(["zero", "a", "b", "c", "d"])
    await stage.check()
    await stage.rest()
    await pat.rest()
    await ann.rest()
    await ann.step()
    await pat.until(lambda: pat.replica.animation)
    await asyncio.sleep(0.2)
    await pat.content(["zero", "a", "b", "d"])
    await stage.check()
    await stage.rest()
    await pat.rest()
    await ann.rest()
    await ann.drag(3, 12000, end=None)
    await pat.content(["minus", "zero", "a", "b", "d"])
    await stage.check()
    await ann.ask("dragEnded", drag=3, by=14000, velocity=0)
    await stage.rest()
    await ann.rest()
    await ann.drag(4, 12000, end=None)
    await pat.rest() if pat.replica.is_at_rest else None
    await pat.content([])
    await stage.rest()
    await pat.leave()
    await ann.leave()


async def settings(stage):
    """a configuration that changes: slots, presets, drags off in a drag, blank, pointer"""
    pat, ann = await stage.enter("pat", "presenter"), await stage.enter("ann")
    await pat.ask("configure", preset="threePage", slots=5)
    await stage.rest()
    await pat.ask("configure", preset="majority", settle={"curve": "spring", "response": 200})
    await stage.rest()
    await ann.rest()
    await ann.step()
    await stage.rest()
    await ann.rest()
    await ann.drag(1, 30000, end=None)
    await pat.ask("dragEnabled", on=False)
    await stage.rest()
    await pat.ask("dragEnabled", on=True)
    await pat.ask("blank", on=True)
    await ann.ask("point", pageID=ann.replica.state["window"][0]["id"], at=3)
    await stage.rest()
    await ann.ask("point")
    await pat.ask("blank", on=False)
    await pat.ask("configure", preset="buttons")
    await stage.rest()
    await pat.leave()
    await ann.leave()


async def steps(stage):
    """steps within a page: shown one by one, a page come to from behind, a page that loses steps"""
    pat = await stage.enter("pat", "presenter")
    pages = [
        {"id": "a", "title": "A", "body": "One.\n\n<!-- pause -->\n\nTwo.", "format": "markdown", "steps": 1},
        {"id": "b", "title": "B", "body": "x\n\n<!-- pause -->\n\ny\n\n<!-- pause -->\n\nz", "format": "markdown", "steps": 2},
        {"id": "c", "title": "C"},
    ]  # fmt: skip
    await pat.pages(pages, wrap="finite")
    await stage.rest()
    for by in (1, 1, 1, 1, 1, -1, -1):
        await pat.rest()
        await pat.step(by, shown=pat.replica.state["shown"])
    await stage.rest()
    await pat.rest()
    await pat.pages([pages[0], {**pages[1], "body": "x", "steps": 0}, pages[2]])
    await stage.rest()
    await pat.leave()


async def scroll(stage):
    """a tall page: scrolled, pointed into, a step that ends the scroll, a page turned, new pages"""
    pat, ann = await stage.enter("pat", "presenter"), await stage.enter("ann")
    pages = [{"id": name, "title": name, "body": "word\n" * 40} for name in "abc"]
    pages[1].update(steps=1, format="markdown")
    await pat.ask("content", revision=0, pages=pages)
    await pat.ask("scroll", pageID="a", at=40)
    await pat.ask("point", pageID="a", at=44)
    await stage.rest()
    await ann.rest()
    await pat.ask("scroll", pageID="a", at=0)
    await pat.step()
    await stage.rest()
    await pat.ask("scroll", pageID="b", at=80)
    await pat.ask("point")
    await stage.check()
    await pat.ask("content", revision=1, pages=pages[1:])
    await stage.rest()
    await pat.ask("step", by=1, **{"from": pat.replica.state["target"], "shown": 0})
    await stage.rest()
    await pat.leave()
    await ann.leave()


async def control(stage):
    """rights: policies, the baton and its queue, lock, leash, a removed member"""
    pat, ann, bob = await stage.enter("pat", "presenter"), await stage.enter("ann"), await stage.enter("bob")
    await pat.ask("control", action="policy", policy="baton")
    await ann.ask("control", action="request")
    await bob.ask("control", action="request")
    await stage.rest()
    await ann.rest()
    await ann.drag(1, 30000, end=None)
    await pat.ask("control", action="grant", to=bob.welcome["member"])
    await stage.rest()
    await bob.rest()
    await bob.step(grant=bob.replica.state["control"]["grant"])
    await bob.ask("control", action="release")
    await pat.ask("leash", leash="back")
    await stage.rest()
    await pat.ask("lock", on=True)
    await pat.ask("remove", member=bob.welcome["member"])
    await pat.ask("lock", on=False)
    await pat.ask("control", action="policy", policy="presenters")
    await stage.rest()
    await pat.leave()
    await ann.leave()


async def strip(stage):
    """a strip of tabs: dragged, let go on another tab and on the same one, cancelled"""
    ann = await stage.enter("ann")
    for number, end in ((1, "stripEnded"), (2, "stripEnded"), (3, "dragCancelled")):
        way = 130000 if number == 1 else 12000
        for sample in range(1, 9):
            await ann.send("stripMoved", drag=number, by=way * sample // 8)
            await asyncio.sleep(0.02)
        if number == 1:
            await stage.check()
        await ann.ask(end, drag=number, **({"by": way} if end == "stripEnded" else {}))
        await stage.rest()
    await ann.ask("jump", item=0)
    await stage.rest()
    await ann.leave()


async def continuous(stage):
    """a pager that rests anywhere: decay, a rest beside the page, a jump to the page it is on"""
    ann = await stage.enter("ann")
    await ann.drag(1, 30000, samples=6, velocity=300000)
    await stage.rest()
    await ann.drag(2, 9000, samples=6)
    await stage.rest()
    await ann.rest()
    await ann.ask("jump", page=ann.replica.state["settled"], animated=False)
    await stage.rest()
    await ann.drag(3, -8000, samples=6)
    await ann.rest()
    await ann.step()
    await stage.rest()
    await ann.leave()


async def loop(stage):
    """a loop: on beyond the last page, back before the first, to an item the shorter way"""
    ann = await stage.enter("ann")
    for by in (-1, -1, 1):
        await ann.rest()
        await ann.step(by)
    await stage.rest()
    await ann.ask("jump", item=2)
    await stage.rest()
    await ann.drag(1, 52000, samples=8, velocity=200000)
    await stage.rest()
    await ann.leave()


# Name, source of the room, scene.
SCENES = [
    ("drag", "threePage:numbers", drag),
    ("tap", "threePage:numbers", tap),
    ("fling", "threePagePredicted:items:one,two,three", fling),
    ("step", "threePage:numbers", step),
    ("members", "threePagePredicted:numbers", members),
    ("content", "threePage:items:one,two,three", content),
    ("moving", "threePage:items:a,b,c,d", moving),
    ("settings", "threePage:numbers", settings),
    ("steps", "threePage:items:a", steps),
    ("scroll", "threePage:items:a", scroll),
    ("control", "threePage:numbers", control),
    ("strip", "tabs:tabs", strip),
    ("continuous", "continuous:items:a,b,c,d,e,f,g,h", continuous),
    ("loop", "carousel:items:apple,banana,cherry,date", loop),
]


async def epoch(program):
    """a room that goes on with another owner, in a drag: a snapshot brings another epoch, and the drag is over"""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--room", "epoch=threePage:items:one,two,three", "--store", f"{folder}/rooms"]
        async with serving(program, words) as (server, url):
            stage = await Stage(f"{url}/rooms/epoch", epoch.__doc__).open()
            ann = await stage.enter("ann")
            await ann.step()
            await stage.rest()
            await ann.rest()
            await ann.drag(1, 30000, end=None)
            await stage.recorder.until(lambda: stage.recorder.replica.drag)
            server.kill()
        # The next server plays the next owner. A viewer that stays connected gets the same messages.
        async with serving(program, words) as (_, url):
            earlier, ann = stage.recorder, ann.welcome["session"]
            stage.url = f"{url}/rooms/epoch"
            stage.recorder = await Connection(stage.url).join(session=earlier.welcome["session"])
            ann = await stage.enter("ann", session=ann)
            await stage.rest()
            await ann.rest()
            await ann.drag(1, 45000)
            await stage.rest()
            await ann.rest()
            await ann.step(-1)
            await stage.rest()
            stage.recorder.messages = earlier.messages + stage.recorder.messages
            await ann.leave()
            await write("epoch", stage)


@contextlib.asynccontextmanager
async def serving(program, words):
    """A server with these arguments, and its URL."""
    server = await asyncio.create_subprocess_exec(
        program, "serve", "--listen", "127.0.0.1:0", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        line = (await server.stdout.readline()).decode()
        yield server, re.search(r"ws://\S+", line).group(0)
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.terminate()
        await server.wait()


async def record(url, name, scene):
    stage = await Stage(f"{url}/rooms/{name}", scene.__doc__).open()
    await scene(stage)
    await write(name, stage)


async def write(name, stage):
    await stage.recorder.rest()
    lines = list(stage.lines())
    await stage.recorder.leave()
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (VECTORS / NAME.format(name)).write_text(text, encoding="utf-8")
    print(f"{NAME.format(name)}: {len(lines)} lines, {sum('check' in line for line in lines)} checks, {len(text)} bytes")


async def main():
    program, wanted = sys.argv[1], sys.argv[2:]
    scenes = [scene for scene in SCENES if not wanted or scene[0] in wanted]
    rooms = [word for name, source, _ in scenes for word in ("--room", f"{name}={source}")]
    if scenes:
        async with serving(program, rooms) as (_, url):
            for name, _, scene in scenes:
                await record(url, name, scene)
    if not wanted or epoch.__name__ in wanted:
        await epoch(program)


if __name__ == "__main__":
    asyncio.run(main())
