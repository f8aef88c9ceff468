"""How fast members come in, and what each costs in memory."""

import statistics

from .fanout import MOSQUITTO_RATE
from .figure import Figure
from .part import absences, dots, grid
from .processes import Crowd, Mover, RunFailed

ROOMS, WARM = 90, 100
# As fast as the server answers: the crowd keeps 128 handshakes under way.
UNBOUNDED_RATE = 1_000_000


class Entry:
    """One kind of server; every round has a new one, so that no round profits from memory another has grown."""

    def __init__(self, name, start, options, warm_options):
        self.name, self.start, self.options, self.warm_options, self.rounds = name, start, options, warm_options, []

    def measure(self, run, members):
        with run.inner():
            server, path = self.start()
            tools = run.chosen.tools
            run.own(Crowd(tools, server.url + path, WARM, **self.warm_options))
            before, cpu = server.settled_resident_bytes(), server.cpu_nanoseconds()
            crowd = run.own(Crowd(tools, server.url + path, members, rate=UNBOUNDED_RATE, **self.options))
            cpu = server.cpu_nanoseconds() - cpu
            grown, mark = server.settled_resident_bytes() - before, crowd.mark()
            lost = mark["closed"] + mark["gaps"] + mark["rejects"] + members - mark["joined"]
            if self.name == "Riffle":
                lost += unheard(tools, server, crowd, members)
        self.rounds.append({
            "kilobytes": grown / members / 1000, "rate": members / mark["gatheredSeconds"],
            "cpu": cpu / members / 1000, "lost": lost})
        run.say(f"  {self.name}: " + ", ".join(f"{key} {value:.2f}" for key, value in self.rounds[-1].items()))

    def values(self, key):
        return [each[key] for each in self.rounds]


def unheard(tools, server, crowd, members):
    """How many members of the first room did not hear of a page turn there, in messages short of three each."""
    before = crowd.mark()["messages"]
    mover = Mover(tools, f"{server.url}/rooms/member0")
    try:
        mover.ask("swipe 1", seconds=10)
    finally:
        mover.end()
    heard = crowd.mark()["messages"] - before
    return max(0, members // ROOMS * 3 - heard)


def entries(run):
    names = [f"member{number}" for number in range(ROOMS)]
    joined = {"rooms": ROOMS}
    found = [Entry("Riffle", lambda: (run.start_server("riffle", names), "/rooms/member{}"), joined, joined)]
    peers, absent = run.peers()
    absent = dict(absent)
    for peer in peers:
        if peer.name == "Mosquitto":
            absent[peer.name] = f"it admits ten connections a second, here {MOSQUITTO_RATE}"
            continue
        wire = peer.wire
        options = {"greeting": wire.idle_greeting().hex(), "answers": wire.answers, "subprotocol": wire.subprotocol}
        found.append(Entry(peer.name, lambda peer=peer: (peer.start(run), peer.wire.idle_path), options, options))
    return found, absent


def members_figures(run):
    members = run.settings["members"]
    everybody, absent = entries(run)
    for _ in range(run.settings["rounds"]):
        for entry in list(everybody):
            try:
                entry.measure(run, members)
            except RunFailed as reason:
                if entry.name == "Riffle":
                    raise
                everybody.remove(entry)
                absent[entry.name] = str(reason)[:200].replace("\n", " ")
                run.say(f"  without {entry.name}: {absent[entry.name]}")
    rows = [[entry.name, f"{dots(entry.values('kilobytes'), 1)} kB", f"{dots(entry.values('rate'), 0)} /s",
             f"{dots(entry.values('cpu'), 0)} µs"] for entry in everybody]
    heads = ["server", "memory per member", "members in a second", "server processor time per join"]
    run.part.lines += grid(heads, rows)
    run.part.lines += absences(absent)
    riffle = everybody[0]
    return [
        Figure(f"memory per member, {members:,} members in {ROOMS} rooms", "kB", 8, riffle.values("kilobytes"),
               "resident, after a first hundred"),
        Figure("members that did not get in, were lost or heard nothing", "", 0, riffle.values("lost"),
               "the machine allows a process {:,} descriptors".format(run.descriptors), exact=True),
        Figure(f"until all {members:,} are in", "s", None, [members / rate for rate in riffle.values("rate")],
               f"{statistics.median(riffle.values('rate')):,.0f} members a second"),
    ]
