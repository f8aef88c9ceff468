"""Members that observe: each keeps the room by what it is told, checks it, and goes on at another node when it is cut off."""

import random
import time

from client import Client, Closed
from replica import UNIT, Gap, Replica
from rules import GAP

SAMPLE_SECONDS = 0.016
# A request without an answer for so long has none.
WELCOME_SECONDS = 10


class Habit:
    """What a member does; this one listens."""

    is_paused = False

    def act(self, member, now):
        pass

    def answer(self, member, message, now):
        pass

    def reset(self, member, is_lost):
        """The connection ended (`is_lost`), or the room has another epoch."""

    is_waiting = False


class Presser(Habit):
    """Presses `next`, sometimes twice at once, and counts what is acknowledged."""

    def __init__(self):
        self.pending, self.next_at, self.pressed_at = set(), 0, 0

    @property
    def is_waiting(self):
        return bool(self.pending)

    def act(self, member, now):
        if self.is_paused or self.pending or now < self.next_at:
            return
        self.next_at, self.pressed_at = now + random.uniform(0.03, 0.09), now
        target = member.replica.state["target"]
        for more in range(random.choice((1, 1, 2))):
            self.pending.add(member.client.request("step", by=1, **{"from": target + more}))

    def answer(self, member, message, now):
        if message.get("id") in self.pending:
            self.pending.discard(message["id"])
            member.room.answered(member.name, message)

    def reset(self, member, is_lost):
        if is_lost:
            member.room.unknown += len(self.pending)
            self.pending.clear()


class Dragger(Habit):
    """Drags a page forward again and again; with `is_endless`, to and fro within a page without letting go."""

    def __init__(self):
        self.is_endless = False
        self.asked = self.began_at = self.released = None
        self.next_at = self.sample_at = self.drag = 0
        self.length = 1.0

    @property
    def is_waiting(self):
        return self.asked is not None or self.began_at is not None or self.released is not None

    def act(self, member, now):
        if self.began_at is not None:
            self._move(member, now)
        elif not self.is_waiting and not self.is_paused and now >= self.next_at and member.replica.phase == "idle":
            self.drag += 1
            self.asked = member.client.request("dragBegan", drag=self.drag)
            self.next_at, self.length = now + 0.1, random.uniform(0.15, 0.6)

    def _move(self, member, now):
        elapsed = now - self.began_at
        if self.is_paused or (elapsed > self.length and not self.is_endless):
            self.released = member.client.request("dragEnded", drag=self.drag, by=UNIT * 9 // 10, velocity=0)
            self.began_at = None
        elif now >= self.sample_at:
            self.sample_at = now + SAMPLE_SECONDS
            share = abs(elapsed % 2 - 1) * 0.4 if self.is_endless else min(1, elapsed / self.length) * 0.9
            member.client.send({"type": "dragMoved", "drag": self.drag, "by": int(UNIT * share) + int(elapsed * 1000) % 7})

    def answer(self, member, message, now):
        if message.get("id") == self.asked and self.asked is not None:
            self.asked = None
            if message["type"] == "ack":
                self.began_at = self.sample_at = now
            else:
                self.next_at = now + random.uniform(0.05, 0.2)
        elif message.get("id") == self.released and self.released is not None:
            self.released, self.next_at = None, now + random.uniform(0.02, 0.2)

    def reset(self, member, is_lost):
        # Requests of before get their answers; the drag is over.
        self.began_at = None
        if is_lost:
            self.asked = self.released = None


class Prober(Habit):
    """Asks for what is so already, and notes how long each answer takes: how long the room pauses."""

    PROBE_SECONDS = 0.006

    def __init__(self):
        self.sent, self.next_at, self.longest, self.is_paused = {}, 0, 0.0, True

    def act(self, member, now):
        if self.is_paused or now < self.next_at:
            return
        self.next_at = now + self.PROBE_SECONDS
        page = member.replica.state["settled"]
        self.sent[member.client.request("jump", page=page, animated=False)] = now

    def answer(self, member, message, now):
        if (sent := self.sent.pop(message.get("id"), None)) is not None:
            self.longest = max(self.longest, now - sent)

    def reset(self, member, is_lost):
        if is_lost:
            self.sent.clear()

    @property
    def is_waiting(self):
        return bool(self.sent)


class Member:
    """One member. `nodes` is the list of the cluster's nodes, which may be replaced by their next lives."""

    def __init__(self, name, room, nodes, home, habit=None, offsets="keyframes", role="member"):
        self.name, self.room, self.nodes, self.home, self.habit = name, room, nodes, home, habit or Habit()
        self.offsets, self.role, self.at = offsets, role, home
        self.client = self.session = self.replica = self.epoch = None
        self.is_welcome = self.has_snapshot = False
        self.enter_at = self.entered_at = 0
        self.attempts = self.losses = 0
        self.codes = []
        self.heard_at, self.longest = 0, 0.0

    @property
    def is_following(self):
        return self.is_welcome and self.has_snapshot

    @property
    def place(self):
        """Where it is: number of the epoch and of the event; None while it does not follow."""
        return (int(self.epoch.partition("-")[0]), self.replica.seq) if self.is_following else None

    @property
    def silence(self):
        """The longest time without a word since `longest` was 0, also the one that lasts."""
        return max(self.longest, time.monotonic() - self.heard_at)

    def act(self, now):
        if self.client is None:
            if now >= self.enter_at:
                self._enter(now)
        elif not self.is_welcome:
            if now > self.entered_at + WELCOME_SECONDS:
                self.lose(now, "no welcome")
        elif self.is_following:
            try:
                self.habit.act(self, now)
            except OSError as error:
                self.lose(now, type(error).__name__)

    # Connections.

    def _enter(self, now):
        node = self.nodes[self.at]
        client = None
        if node is not None and not node.is_stopped:
            try:
                with node.inside():
                    client = Client(node.port, self.room.name, timeout=1)
            except OSError:
                pass
        if client is None or client.status != 101:
            self._try_next(now)
            return
        fields = {"name": self.name, "epochs": True, "offsets": self.offsets}
        if self.session:
            fields["session"] = self.session
        if self.replica:
            fields["since"] = {"epoch": self.epoch, "seq": self.replica.seq}
        client.request("join", role=self.role, **fields)
        self.client, self.entered_at = client, now
        self.is_welcome = self.has_snapshot = False

    def _try_next(self, now):
        """The next address at once; after a round of all of them, a pause."""
        self.at = (self.at + 1) % len(self.nodes)
        self.attempts += 1
        if self.attempts % len(self.nodes) == 0:
            self.enter_at = now + random.uniform(0.2, min(5, 0.2 * 2 ** (self.attempts // len(self.nodes))))

    def lose(self, now, code):
        """The connection ended; another node is next."""
        self.losses += 1
        self.codes.append(code)
        self._part()
        self.at = (self.at + 1) % len(self.nodes)
        self.enter_at = now + random.uniform(0.2, 0.4)

    def _part(self):
        self.client.cut()
        self.client, self.attempts = None, 0
        self.is_welcome = self.has_snapshot = False
        self.habit.reset(self, True)

    def go_home(self, now):
        """Moves back to its own node, as a new member."""
        if self.client and self.at == self.home:
            return
        if self.client:
            if self.is_welcome:
                self.client.request("leave")
            self._part()
        self.session = None
        self.at, self.enter_at = self.home, now

    def leave(self):
        if self.client:
            self.client.cut()
            self.client = None

    # Words.

    def receive(self, now, lag):
        client = self.client
        try:
            while self.client is client:
                try:
                    message = client.receive(0)
                except TimeoutError:
                    return
                self._take(message, now, lag)
        except Closed as closed:
            while client.objects and self.client is client:
                self._take(client.objects.pop(0), now, lag)
            self.lose(now, closed.code)
        except Gap as gap:
            self.room.falls.fall(GAP, f"{self.name} in {self.epoch}: {gap}")
            self.lose(now, "gap")
        except OSError as error:
            self.lose(now, type(error).__name__)

    def _take(self, message, now, lag):
        kind = message["type"]
        if kind == "welcome":
            self.session, self.is_welcome, self.has_snapshot = message["session"], True, message["recovered"]
            self.heard_at = now
        elif kind == "snapshot":
            self._begin(message, now, lag)
        elif kind in ("ack", "reject", "pong", "pages"):
            self.habit.answer(self, message, now)
        elif "seq" in message and self.replica:
            self._follow(message, now, lag)

    def _begin(self, message, now, lag):
        self.room.snapshot(self.name, self.epoch, message, now, lag)
        is_other = self.epoch != message["epoch"]
        self.replica, self.epoch, self.has_snapshot = Replica(message), message["epoch"], True
        self._hear(now)
        if is_other:
            self.habit.reset(self, False)

    def _hear(self, now):
        self.longest = max(self.longest, now - self.heard_at)
        self.heard_at = now

    def _follow(self, message, now, lag):
        before = self.replica.seq
        self.replica.take(message)
        self._hear(now)
        if message["type"] == "offset":
            return
        if message["seq"] <= before:
            self.room.falls.fall(GAP, f"{self.name} in {self.epoch}: {message['type']} {message['seq']} after {before}")
        self.room.event(self.name, self.epoch, message, now, lag)
        if self.replica.is_at_rest:
            self.room.picture(self.name, self.epoch, self.replica.seq, self.replica.digest)
