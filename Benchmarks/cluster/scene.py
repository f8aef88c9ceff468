"""A cluster with members on all its nodes: what every failure happens to."""

import contextlib
import pathlib
import random
import tempfile
import time

from farm import Farm
from members import Dragger, Member, Presser, Prober
from rig.processes import RunFailed
from rules import ANSWERED, ONCE, STAYED, STEP, Falls, Ledger
from watch import Watch

COUNT = 3
ROOMS = ("talk=threePage:numbers", "count=threePage:numbers")
PATIENCE_SECONDS = 20
# In the room `count` a step is complete at once, so that its answer waits for the database.
AT_ONCE = {"preset": "threePage", "settle": {"curve": "linear", "duration": 0}}
# In the room `talk` a page is dragged only when it rests, so that it never turns back.
AT_REST = {"preset": "threePage", "grabWhileSettling": "nobody"}


class Configurer(Member):
    """A presenter who sets a room up."""

    def __init__(self, room, nodes, settings):
        super().__init__("presenter", room, nodes, 0, role="presenter")
        self.settings, self.is_done = settings, False
        self.habit.act, self.habit.answer = self._act, self._answer
        self.asked = None

    def _act(self, member, now):
        if self.asked is None:
            self.asked = self.client.request("configure", **self.settings)

    def _answer(self, member, message, now):
        self.is_done = message["type"] == "ack"


class Scene:
    """Three nodes, three NATS servers, PostgreSQL; in each of two rooms members on every node."""

    def __init__(self, say, place=None):
        self.say, self.falls, self.watch = say, Falls(say), Watch()
        self.talk, self.count = Ledger("talk", self.falls), Ledger("count", self.falls)
        self.tokens = tempfile.TemporaryDirectory(prefix="riffle-cluster-")
        self.token = pathlib.Path(self.tokens.name) / "admin.token"
        self.token.write_text("a-token-of-the-operators\n", encoding="ascii")
        self.token.chmod(0o600)
        self.farm = Farm(COUNT, ROOMS, place, ["--admin-token-file", self.token])
        self.place, self.nodes, self.nats, self.database = (
            self.farm.place, self.farm.nodes, self.farm.nats, self.farm.database)

    def __enter__(self):
        try:
            self._join()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        for member in self.watch.members:
            member.leave()
        self.farm.end()
        self.tokens.cleanup()

    # Members.

    def _join(self):
        for room, settings in ((self.talk, AT_REST), (self.count, AT_ONCE)):
            presenter = self.watch.add(Configurer(room, self.nodes, settings))
            if not self.watch.until(lambda: presenter.is_done, PATIENCE_SECONDS):
                raise RunFailed(f"room {room.name} could not be set up")
            presenter.client.request("leave")
            presenter.leave()
            self.watch.members.remove(presenter)
        self.draggers, self.pressers, self.followers, self.probers = [], [], [], []
        for number in range(COUNT):
            for kept, room, habit, offsets in (
                (self.draggers, self.talk, Dragger(), "keyframes"), (self.pressers, self.count, Presser(), "none"),
                (self.followers, self.talk, None, "frames"), (self.probers, self.talk, Prober(), "none")):
                name = f"{(type(habit).__name__ if habit else 'Follower').lower()}{number}"
                kept.append(self.watch.add(Member(name, room, self.nodes, number, habit, offsets)))
        if not self.watch.until(lambda: all(member.is_following for member in self.watch.members), PATIENCE_SECONDS):
            raise RunFailed("not all members got in")

    @property
    def rooms(self):
        return [self.talk, self.count]

    def members_of(self, room):
        return [member for member in self.watch.members if member.room is room]

    def owner(self, room):
        """The number of the node that owns a room, by the newest epoch."""
        def found():
            owner = room.newest_name.partition("-")[2]
            return next((number for number, node in enumerate(self.nodes) if node and owner in node.ids()), None)
        if not self.watch.until(lambda: found() is not None, 5):
            raise RunFailed(f"no node says that it is the owner of epoch {room.newest_name}")
        return found()

    def edge(self):
        """A node that does not own the room `talk`; none of both rooms, if there is one."""
        owners = {self.owner(room) for room in self.rooms}
        free = [number for number in range(COUNT) if number not in owners]
        return random.choice(free or [number for number in range(COUNT) if number != self.owner(self.talk)])

    def losses(self, without=()):
        """Connections that ended at nodes other than these, so far."""
        return sum(member.losses for member in self.watch.members if member.home not in without)

    # What happens.

    def expect(self, changed=()):
        """A movement that begins from now on is waited for by `in_step`; in a later epoch, in the rooms `changed`."""
        for room in self.rooms:
            room.expect(room in changed)

    def in_step(self, begin, without=(), seconds=PATIENCE_SECONDS):
        """Seconds from `begin` until all members have heard of a movement that began after `expect`, and the same for
        those of other nodes than `without`."""
        def is_met(members):
            return all(room.is_met([one.place for one in members if one.room is room]) for room in self.rooms)

        others = [one for one in self.watch.members if one.home not in without]
        first = self.watch.until(lambda: is_met(others), seconds)
        last = self.watch.until(lambda: is_met(self.watch.members), seconds) if first else None
        if last is None:
            where = {one.name: (one.at, one.place, one.codes[-3:]) for one in self.watch.members}
            self.falls.fall(STEP, f"not within {seconds} s: {where}, {[(room.name, room.probe) for room in self.rooms]}")
            return seconds, seconds
        return last - begin, first - begin

    @contextlib.contextmanager
    def staying(self, *without):
        """No connection at nodes other than these ends meanwhile."""
        before = {one: one.losses for one in self.watch.members if one.home not in without and one.at == one.home}
        yield
        for one, losses in before.items():
            if one.losses != losses:
                self.falls.fall(STAYED, f"{one.name} at node {one.home}, beside {without}: closed with {one.codes[-1]}")

    def pause(self, is_paused=True):
        for one in [*self.draggers, *self.pressers]:
            one.habit.is_paused = is_paused

    def rest(self, goes_on=True):
        """Waits until nothing moves, and compares what was acknowledged with what counted. Returns the steps."""
        self.pause()
        waiting = [one for one in [*self.draggers, *self.pressers]]
        if not self.watch.until(lambda: not any(one.habit.is_waiting for one in waiting), PATIENCE_SECONDS):
            missing = [one.name for one in waiting if one.habit.is_waiting]
            self.falls.fall(ANSWERED, f"{missing} not within {PATIENCE_SECONDS} s")

        def is_same(room):
            members = self.members_of(room)
            return all(one.place and one.replica.is_at_rest for one in members) and len({one.place for one in members}) == 1

        if not self.watch.until(lambda: all(map(is_same, self.rooms)), PATIENCE_SECONDS):
            self.falls.fall(STEP, f"at rest: {[(one.name, one.place) for one in self.watch.members]}")
        counted = 0
        pages = [one.replica.state["settled"] for one in self.pressers if one.is_following]
        if pages:
            counted = self.count.balance(pages[0])
        else:
            self.falls.fall(ONCE, "nobody knows the page")
        if goes_on:
            self.pause(False)
        return counted

    def ready(self, number, seconds=PATIENCE_SECONDS):
        """When a node says that it is ready; the time, or None."""
        node, asked = self.nodes[number], [0.0]

        def is_ready():
            # Asked now and then, because the members wait for the answer.
            if time.monotonic() - asked[0] < 0.05:
                return False
            asked[0] = time.monotonic()
            return node.is_ready()

        found = self.watch.until(is_ready, seconds)
        if found is None:
            self.falls.fall(STEP, f"node {number} is not ready after {seconds} s: {list(node.recent)}")
        return found

    def return_home(self, *numbers):
        """Members of these nodes go back to them."""
        now = time.monotonic()
        for one in self.watch.members:
            if one.home in numbers:
                one.go_home(now)
        if not self.watch.until(lambda: all(one.is_following for one in self.watch.members), PATIENCE_SECONDS):
            self.falls.fall(STEP, f"{[one.name for one in self.watch.members if not one.is_following]} not back")
