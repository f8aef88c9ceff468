"""What an event costs with few rooms on a server and with many."""

import time

from .figure import Figure
from .part import dots, grid
from .processes import Crowd, RunFailed

# Jumps a second over all rooms: what ten rooms may do at the most often that offsets are told.
JUMPS_PER_SECOND = 625
# One member may not ask for more; a single room cannot do as much as many.
MOST_OF_A_ROOM = 200
# Connections a process may have where the system allows it 20,000 descriptors.
CONNECTIONS = 19_900


class Rooms:
    """A server with so many rooms of two; in each, one member jumps to and fro at times of its own."""

    def __init__(self, run, rooms):
        self.count, self.rounds = rooms, []
        self.rate = min(JUMPS_PER_SECOND, rooms * MOST_OF_A_ROOM)
        self.server = run.start_server(
            f"riffle with {rooms} rooms", [], more="--create any --max-rooms 11000 --max-connections 19950")
        connections = min(2 * rooms, CONNECTIONS, run.descriptors - 100)
        self.crowd = run.own(Crowd(
            run.chosen.tools, f"{self.server.url}/rooms/pair{{}}", connections, rooms=rooms, rate=2000, role="member",
            turns=round(1000 * rooms / self.rate), act="jump", actors=rooms))
        self.alone = max(0, 2 * rooms - connections)

    def rest(self, seconds):
        """Milliseconds of processor time a second while nobody does anything: pings and their answers."""
        before = self.server.cpu_nanoseconds()
        time.sleep(seconds)
        self.resting = (self.server.cpu_nanoseconds() - before) / 1e6 / seconds

    def measure(self, seconds, say):
        self.crowd.tell("turn")
        time.sleep(0.5)
        before, cpu = self.crowd.mark(), self.server.cpu_nanoseconds()
        time.sleep(seconds)
        after, cpu = self.crowd.mark(), self.server.cpu_nanoseconds() - cpu
        self.crowd.tell("rest")
        time.sleep(0.2)
        if after["rejects"] or after["closed"] or after["gaps"]:
            raise RunFailed(f"{self.count} rooms: not every jump was done: {after}")
        jumps, events = after["turned"] - before["turned"], after["objects"] - before["objects"]
        if jumps == 0:
            raise RunFailed(f"{self.count} rooms: nobody jumped")
        self.rounds.append({
            "microseconds": cpu / events / 1000, "jumps": jumps / after["seconds"], "events": events / jumps,
            "p99": after["acks"]["p99"]})
        say(f"  {self.count:,} rooms: " + ", ".join(f"{key} {value:.2f}" for key, value in self.rounds[-1].items()))

    def values(self, key):
        return [each[key] for each in self.rounds]


def rooms_figures(run):
    places = [Rooms(run, count) for count in run.settings["roomCounts"]]
    for place in places:
        place.rest(run.settings["brief"])
    for _ in range(run.settings["rounds"]):
        for place in places:
            place.measure(run.settings["brief"] * 2, run.say)
    heads = ["rooms of two", "server processor time per event told", "jumps a second", "events a jump", "ack p99",
             "at rest"]
    run.part.lines += grid(heads, [
        [f"{place.count:,}", f"{dots(place.values('microseconds'))} µs", dots(place.values("jumps"), 0),
         dots(place.values("events"), 1), f"{dots(place.values('p99'), 1)} ms", f"{place.resting:.1f} ms/s"]
        for place in places])
    alone = places[-1].alone
    if alone:
        run.part.lines += ["", f"{alone} of the {places[-1].count:,} rooms have one member: a process may have "
                           f"{run.descriptors:,} descriptors here."]
    few = next(place for place in places if place.count == 10)

    def against(place, bound):
        ratios = [many / one for many, one in zip(place.values("microseconds"), few.values("microseconds"))]
        rooms = "one room" if place.count == 1 else f"{place.count:,} rooms"
        return Figure(f"processor time per event with {rooms} of two, against 10", "×", bound, ratios)

    return [against(place, 1.2 if place.count == 10_000 else None) for place in places if place is not few]
