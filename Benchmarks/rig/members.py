"""How fast members come in, what each costs in memory, and what the others notice of so many that do nothing."""

import statistics

from .deliveries import RelayStage, RoomStage
from .figure import Figure
from .part import absences, dots, grid
from .processes import Crowd, Mover, Publisher, RunFailed

ROOMS, VIEWERS = 90, 100
# As fast as the server answers: the crowd keeps 128 handshakes under way.
UNBOUNDED_RATE = 1_000_000


class Riffle:
    """Members of many rooms; viewers of one more."""

    name = "Riffle"

    def __init__(self, run):
        self.run, self.tools = run, run.chosen.tools
        names = ["bench"] + [f"member{number}" for number in range(ROOMS)]
        self.server = run.start_server("riffle", names)

    def viewed(self):
        url = f"{self.server.url}/rooms/bench"
        crowd = self.run.own(Crowd(self.tools, url, VIEWERS, offsets="frames"))
        return RoomStage(self.name, self.server, crowd, VIEWERS, self.tools, url)

    def crowd(self, members):
        url = f"{self.server.url}/rooms/member{{}}"
        return self.run.own(Crowd(self.tools, url, members, rooms=ROOMS, rate=UNBOUNDED_RATE))

    def unheard(self, crowd, members):
        """Messages of a page turn in the first room that its members did not get, of three each."""
        before = crowd.mark()["messages"]
        mover = Mover(self.tools, f"{self.server.url}/rooms/member0")
        try:
            mover.ask("swipe 1", seconds=10)
        finally:
            mover.end()
        return max(0, members // ROOMS * 3 - (crowd.mark()["messages"] - before))


class Relayed:
    """Members of a path or topic of a peer where nobody speaks; viewers of another."""

    def __init__(self, run, peer):
        self.run, self.peer, self.name = run, peer, peer.name
        self.server = run.own(peer.start(run))

    def _crowd(self, path, count, greeting, rate):
        wire = self.peer.wire
        return self.run.own(Crowd(
            self.run.chosen.tools, self.server.url + path, count, rate=rate, greeting=greeting.hex(),
            answers=wire.answers, subprotocol=wire.subprotocol))

    def viewed(self):
        wire = self.peer.wire
        crowd = self._crowd(wire.path, VIEWERS, wire.greeting, 1000)
        publisher = self.run.own(Publisher(self.run.chosen.tools, self.server.url, wire))
        return RelayStage(self.name, self.server, crowd, VIEWERS, publisher, wire)

    def crowd(self, members):
        wire = self.peer.wire
        return self._crowd(wire.idle_path, members, wire.idle_greeting(), UNBOUNDED_RATE)

    def unheard(self, crowd, members):
        return 0


def measure(run, make, members):
    """One round on a new server, so that no round profits from memory another has grown."""
    with run.inner():
        place = make()
        server, stage = place.server, place.viewed()
        stage.counted = "offsets"
        rate, seconds = run.settings["rate"], run.settings["brief"]
        stage.measure(rate, seconds, run.say)
        before, cpu = server.settled_resident_bytes(), server.cpu_nanoseconds()
        crowd = place.crowd(members)
        cpu = server.cpu_nanoseconds() - cpu
        grown = server.settled_resident_bytes() - before
        stage.measure(rate, seconds, run.say)
        lost = place.unheard(crowd, members)
        mark = crowd.mark()
        lost += mark["closed"] + mark["gaps"] + mark["rejects"] + members - mark["joined"]
    alone, beside = stage.rounds
    found = {"kilobytes": grown / members / 1000, "rate": members / mark["gatheredSeconds"], "cpu": cpu / members / 1000,
             "lost": lost, "alone": alone.microseconds, "beside": beside.microseconds}
    run.say(f"  {place.name}: " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
    return found


def members_figures(run):
    members = run.settings["members"]
    peers, absent = run.peers()
    absent, makers = dict(absent), {"Riffle": lambda: Riffle(run)}
    for peer in peers:
        if peer.name == "Mosquitto":
            absent[peer.name] = "it admits ten connections a second"
        else:
            makers[peer.name] = lambda peer=peer: Relayed(run, peer)
    taken = {name: [] for name in makers}
    for _ in range(run.settings["rounds"]):
        for name in [name for name in makers if name not in absent]:
            try:
                taken[name].append(measure(run, makers[name], members))
            except RunFailed as reason:
                if name == "Riffle":
                    raise
                absent[name] = str(reason)[:200].replace("\n", " ")
                run.say(f"  without {name}: {absent[name]}")
    report(run, {name: rounds for name, rounds in taken.items() if name not in absent}, absent)
    return figures(run, taken["Riffle"], members)


def values(rounds, key):
    return [each[key] for each in rounds]


def report(run, taken, absent):
    heads = ["server", "memory per member", "members in a second", "server processor time per join",
             f"per delivery to {VIEWERS} viewers, alone", "beside the members"]
    run.part.lines += grid(heads, [
        [name, f"{dots(values(rounds, 'kilobytes'), 1)} kB", f"{dots(values(rounds, 'rate'), 0)} /s",
         f"{dots(values(rounds, 'cpu'), 0)} µs", f"{dots(values(rounds, 'alone'))} µs",
         f"{dots(values(rounds, 'beside'))} µs"] for name, rounds in taken.items()])
    run.part.lines += absences(absent)


def figures(run, rounds, members):
    rates = values(rounds, "rate")
    return [
        Figure(f"memory per member, {members:,} members in {ROOMS} rooms", "kB", 8, values(rounds, "kilobytes"),
               f"resident, after {VIEWERS} viewers of another room"),
        Figure("members that did not get in or were lost, messages of a page turn not heard", "", 0,
               values(rounds, "lost"), f"the machine allows a process {run.descriptors:,} descriptors", exact=True),
        Figure(f"until all {members:,} are in", "s", None, [members / rate for rate in rates],
               f"{statistics.median(rates):,.0f} members a second"),
        Figure(f"processor time per delivery to {VIEWERS} viewers beside them, against alone", "×", None,
               [each["beside"] / each["alone"] for each in rounds]),
    ]
