#!/usr/bin/env python3
"""Two honest members of a room beside an attack, in a process of their own.

    pair.py PORT ROOM [--watch] [--authority FILE] [--token-file FILE]

One steps every 200 ms, both keep the state as the protocol says and tell what they show. The line `mark` on standard
input is answered with what has happened since the last one, as JSON. With --watch nobody steps.
"""

import argparse
import json
import pathlib
import select
import ssl
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Protocol"))

from client import Client, Closed
from replica import PICTURE_EVENTS, Gap, Replica

STEP_SECONDS, PING_SECONDS, LOST_SECONDS = 0.2, 0.25, 10


def percentile(values, share):
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000, 1) if values else None


class Counts:
    """What is asked for by `mark`."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.steps, self.trips = [], []
        self.lost = self.rejected = self.common = self.different = self.gaps = 0
        self.closed, self.pictures = [], {}

    def report(self):
        return {
            "steps": len(self.steps), "p99": percentile(self.steps, 0.99), "trips": len(self.trips),
            "tripP99": percentile(self.trips, 0.99), "lost": self.lost, "rejected": self.rejected,
            "common": self.common, "different": self.different, "gaps": self.gaps, "closed": self.closed}


class Member:
    """One of the two; it comes back when it is cut off."""

    def __init__(self, chosen, name, counts):
        self.chosen, self.name, self.counts = chosen, name, counts
        self.client = None
        self.enter_at = 0

    def enter(self):
        """Joins if it is time to."""
        if self.client or time.monotonic() < self.enter_at:
            return
        self.enter_at = time.monotonic() + 0.3
        tls = ssl.create_default_context(cafile=self.chosen.authority) if self.chosen.authority else None
        token = {"token": self.chosen.token} if self.chosen.token else {}
        self.replica, self.pings, self.next_ping = None, {}, 0
        client = Client(self.chosen.port, self.chosen.room, tls=tls)
        try:
            client.join("member", name=self.name, **token)
            self.client = client
        except (Closed, OSError) as refused:
            client.cut()
            self.counts.closed.append(str(refused)[:60])

    def leave(self, why):
        self.client.cut()
        self.client = None
        self.counts.closed.append(why)

    def turn(self, handle):
        """Takes what has arrived."""
        try:
            for message in self.client.available():
                self.take(message)
                handle(self, message)
            self.show()
            self.ping()
        except Gap:
            self.counts.gaps += 1
            self.leave("gap")
        except Closed as closed:
            self.leave(str(closed))
        except OSError as error:
            self.leave(type(error).__name__)

    def take(self, message):
        if message["type"] == "snapshot":
            self.replica = Replica(message)
            self.has_changed = True
        elif message["type"] == "pong":
            self.counts.trips.append(time.monotonic() - self.pings.pop(message["id"]))
        elif self.replica and self.replica.take(message):
            self.has_changed |= message["type"] in PICTURE_EVENTS

    def show(self):
        """Says what it shows at rest, and compares it with what the other one showed there."""
        if not self.replica or not self.replica.is_at_rest or not self.has_changed:
            return
        self.has_changed, digest = False, self.replica.digest
        self.client.send({"type": "drawn", "seq": self.replica.seq, "digest": digest})
        place = (self.replica.epoch, self.replica.seq)
        other = self.counts.pictures.setdefault(place, (self.name, digest))
        if other[0] != self.name:
            self.counts.common += 1
            self.counts.different += other[1] != digest

    def ping(self):
        if time.monotonic() > self.next_ping:
            self.next_ping = time.monotonic() + PING_SECONDS
            self.pings[self.client.request("ping")] = time.monotonic()


class Pair:
    """The two members, and the step under way."""

    def __init__(self, chosen):
        self.chosen, self.counts = chosen, Counts()
        self.members = [Member(chosen, name, self.counts) for name in ("Ada", "Ben")]
        self.step_id = self.sent_at = None
        self.is_answered = True
        self.next_step, self.direction = 0, 1

    def handle(self, member, message):
        first, second = self.members
        if member is second and message["type"] == "animation" and self.sent_at and first.client:
            if message.get("by") == first.client.welcome["member"]:
                self.counts.steps.append(time.monotonic() - self.sent_at)
                self.sent_at = None
        elif member is first and message["type"] in ("ack", "reject") and message["id"] == self.step_id:
            self.is_answered = True
            if message["type"] == "reject":
                self.counts.rejected += 1
                self.sent_at = None

    def step(self):
        now, first = time.monotonic(), self.members[0]
        if self.sent_at and now > self.sent_at + LOST_SECONDS:
            self.counts.lost += 1
            self.sent_at, self.is_answered = None, True
        ready = all(member.client and member.replica and member.replica.is_at_rest for member in self.members)
        if self.chosen.watch or self.sent_at or not self.is_answered or not ready or now < self.next_step:
            return
        self.next_step, self.direction = now + STEP_SECONDS, -self.direction
        self.sent_at, self.is_answered = now, False
        self.step_id = first.client.request("step", by=-self.direction, **{"from": first.replica.state["target"]})

    def run(self):
        while True:
            for member in self.members:
                member.enter()
            open_ones = [member for member in self.members if member.client]
            ready, _, _ = select.select([sys.stdin, *(member.client for member in open_ones)], [], [], 0.02)
            for member in open_ones:
                member.turn(self.handle)
            try:
                self.step()
            except OSError:
                self.sent_at, self.is_answered = None, True
            if sys.stdin in ready and not self.obey(sys.stdin.readline()):
                return

    def obey(self, line):
        if line.strip() == "mark":
            print(json.dumps(self.counts.report()), flush=True)
            self.counts.clear()
        elif line.strip() == "ready":
            print(json.dumps({"ready": all(member.client and member.replica for member in self.members)}), flush=True)
        return bool(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("room")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--authority")
    parser.add_argument("--token-file", type=pathlib.Path)
    chosen = parser.parse_args()
    chosen.token = chosen.token_file.read_text().strip() if chosen.token_file else None
    Pair(chosen).run()


if __name__ == "__main__":
    main()
