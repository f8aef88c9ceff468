"""A cluster on one machine: what a second node adds to times, processor time and memory."""

import json
import os
import pathlib
import statistics
import sys
import time

from .deliveries import RoomStage
from .figure import Figure
from .journal import TURN_MILLISECONDS, Turns, disk_of, mean
from .part import dots, grid
from .processes import Crowd, Mover, RunFailed

TOP = pathlib.Path(__file__).resolve().parents[2]
# Behind all others: the programs of a cluster are in a folder of their own, and speak to nodes as attacks do.
sys.path += [str(TOP / "Benchmarks/cluster"), str(TOP / "Fuzz/attack")]

from farm import Farm
from processes import missing

FEW = 4  # viewers at each node, where only times are asked for
# A page turns in 100 ms. At this pace the servers fall behind, so the rates are what they do at most.
MOST_TURN_MILLISECONDS = 120
ROOM = "bench=threePage:numbers"


class Cluster:
    """Nodes with a database and NATS servers of their own; `owner` has the room `bench`."""

    def __init__(self, run, count, rooms=(ROOM,), options=()):
        os.environ["RIFFLE"] = run.chosen.server
        self.run, self.tools = run, run.chosen.tools
        self.farm = run.own(Farm(count, rooms, options=options))
        self.nodes = self.farm.nodes

    def settle(self, room="bench"):
        """Waits until one node owns the room, and puts this one first."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            for node in self.nodes:
                if f'"{room}"' in node.ask("/rooms")[1]:
                    self.owner, self.edges = node, [one for one in self.nodes if one is not node]
                    return
            time.sleep(0.1)
        raise RunFailed(f"no node owns the room {room}")

    @staticmethod
    def url(node):
        return f"{node.url}/rooms/bench"

    def crowd(self, node, viewers, **options):
        return self.run.own(Crowd(self.tools, self.url(node), viewers, **{"offsets": "frames", **options}))


# Times.


def delivery_times(run, cluster, crowds, hand):
    """p50 and p99 from a sample of a member at node `hand` to the viewers of each node, in milliseconds."""
    mover = Mover(run.chosen.tools, cluster.url(hand))
    try:
        time.sleep(0.5)
        mover.tell(f"drag {run.settings['rate']}")
        time.sleep(0.5)
        for crowd in crowds:
            crowd.mark()
        time.sleep(run.settings["seconds"])
        found = [crowd.mark()["deliveries"] for crowd in crowds]
        if mover.ask("rest")["rejects"]:
            raise RunFailed("samples of the mover were refused")
    finally:
        mover.end()
    return [(one["p50"], one["p99"]) for one in found]


def time_figures(run):
    with run.inner():
        cluster = Cluster(run, 3)
        cluster.settle()
        nodes = [cluster.owner, *cluster.edges]
        crowds = [cluster.crowd(node, FEW) for node in nodes]
        ways = {"within the owner": [], "owner to edge": [], "edge to owner": [], "edge to another edge": [],
                "edge to itself": []}
        for _ in range(run.settings["journals"]):
            at_owner = delivery_times(run, cluster, crowds, nodes[0])
            at_edge = delivery_times(run, cluster, crowds, nodes[1])
            for way, found in zip(ways, (at_owner[0], at_owner[1], at_edge[0], at_edge[2], at_edge[1])):
                ways[way].append(found)
            run.say("  " + ", ".join(f"{way} {rounds[-1][0]:.2f} and {rounds[-1][1]:.2f} ms" for way, rounds in ways.items()))
    run.part.lines += grid(
        ["input to a viewer's socket", "p50, each round", "p99, each round"],
        [[way, f"{dots([one[0] for one in rounds])} ms", f"{dots([one[1] for one in rounds])} ms"]
         for way, rounds in ways.items()])
    within, found = ways["within the owner"], []
    for way in list(ways)[1:]:
        for place, (name, bound) in enumerate((("p50", 2), ("p99", 8))):
            more = [one[place] - base[place] for one, base in zip(ways[way], within)]
            found.append(Figure(f"input {way}: {name} above that within the owner", "ms", bound, more))
    return found


# Page turns.


class ClusterTurns(Turns):
    """The same turns at nodes of a cluster, the members at the first one."""

    def _start(self, run, names, store):
        cluster = Cluster(run, 1, [f"{name}=threePage:numbers" for name in names],
                          options=["--loops", run.settings["cores"], "--max-rooms", 2000])
        cluster.settle(names[-1])
        return cluster.nodes[0]


def turn_round(run, number, milliseconds):
    with run.inner():
        folder = run.scratch()
        farm = run.own(Farm(0, ()))
        # That it is no disk in memory.
        disk_of(farm.folder)
        database = farm.database
        places = [Turns(run, "SQLite", f"{folder}/{number}.store", milliseconds),
                  Turns(run, "PostgreSQL", database.url, milliseconds),
                  ClusterTurns(run, "a node of a cluster", None, milliseconds)]
        found = [place.measure(run.settings["seconds"] / 2, run.say) for place in [*places, *reversed(places)]]
        return [mean(found[at], found[-1 - at]) for at in range(3)]


def turn_figures(run):
    rounds = range(run.settings["rounds"])
    sqlite, single, node = zip(*[turn_round(run, number, TURN_MILLISECONDS) for number in rounds])
    most = list(zip(*[turn_round(run, number, MOST_TURN_MILLISECONDS) for number in rounds]))
    run.part.lines += grid(
        ["page turns of 1,000 rooms, kept in", "turns a second at most", "ack p50, at 1,000 a second", "ack p99",
         "processor time a turn"],
        [[name, dots([one["rate"] for one in fast], 0), f"{dots([one['ack'] for one in found])} ms",
          f"{dots([one['ackP99'] for one in found], 1)} ms", f"{dots([one['cpu'] for one in found], 0)} µs"]
         for name, found, fast in zip(
             ("SQLite", "PostgreSQL", "PostgreSQL, a node of a cluster"), (sqlite, single, node), most)])
    return [
        # Smaller is better: how many fewer.
        Figure("turns a second at most with SQLite, against PostgreSQL", "×", 1 / 0.9,
               [one["rate"] / other["rate"] for one, other in zip(most[0], most[1])]),
        Figure("the same, against a node of a cluster", "×", 1 / 0.9,
               [one["rate"] / other["rate"] for one, other in zip(most[0], most[2])]),
        Figure("median time from request to ack with PostgreSQL, 1,000 turns a second", "ms", 3,
               [one["ack"] for one in single]),
        Figure("the same, at a node of a cluster", "ms", 3, [one["ack"] for one in node])]


# Processor time.


def edge_figures(run):
    """An edge with many viewers, against a single process with as many."""
    with run.inner():
        cluster = Cluster(run, 2)
        cluster.settle()
        edge = cluster.edges[0]
        viewers = run.settings["viewers"]
        single = run.room_stage("one server", run.start_server("riffle", ["bench"]), viewers)
        crowd = cluster.crowd(edge, viewers)
        stage = RoomStage("an edge", edge, crowd, viewers, run.chosen.tools, cluster.url(cluster.owner))
        for one in (single, stage):
            one.counted = "offsets"
        for _ in range(run.settings["heats"]):
            for one in (single, stage):
                one.measure(run.settings["rate"], run.settings["heat"], run.say)
    run.part.stages += [single, stage]
    ratios = [one.microseconds / other.microseconds for one, other in zip(stage.rounds, single.rounds)]
    return [Figure(f"processor time of an edge per delivery to {viewers:,} viewers, against one server", "×", 1.1, ratios)]


def owner_cost(run, cluster, edges):
    """Microseconds of the owner's processor time for an offset while so many edges follow, and its offsets a second."""
    with run.inner():
        crowds = [cluster.crowd(node, 1) for node in cluster.edges[:edges]]
        stage = RoomStage(f"{edges} edges", cluster.owner, crowds[0], 1, run.chosen.tools, cluster.url(cluster.owner))
        stage.counted = "offsets"
        found = stage.measure(run.settings["rate"], run.settings["heat"], run.say)
        # Until the owner knows that they are gone.
        for crowd in crowds:
            crowd.end()
        time.sleep(0.5)
    return found.microseconds


def owner_figures(run):
    with run.inner():
        cluster = Cluster(run, 5)
        cluster.settle()
        few, many = [], []
        for _ in range(run.settings["heats"]):
            few.append(owner_cost(run, cluster, 1))
            many.append(owner_cost(run, cluster, 4))
    run.say(f"  owner: {dots(few)} µs for an offset with 1 edge, {dots(many)} with 4")
    more = [(above - below) / 3 for above, below in zip(many, few)]
    return [Figure("processor time of the owner per offset and further edge", "µs", 100, more,
                   f"{statistics.median(few):.0f} µs with 1 edge, {statistics.median(many):.0f} with 4")]


# Memory.

AUDIENCE, LISTED = 30_000, 300


def memory_figures(run):
    viewers = min(AUDIENCE, 2 * (run.descriptors - 500))
    with run.inner():
        cluster = Cluster(run, 3, options=["--max-connections", 16_000])
        cluster.settle()
        options = {"offsets": "keyframes", "rate": 1500}
        crowds = [cluster.crowd(edge, LISTED // 2, **options) for edge in cluster.edges]
        before = cluster.owner.settled_resident_bytes()
        edges = [edge.resident_bytes() for edge in cluster.edges]
        crowds += [cluster.crowd(edge, (viewers - LISTED) // 2, **options) for edge in cluster.edges]
        time.sleep(1)
        grown = (cluster.owner.settled_resident_bytes() - before) / 1e6
        spent = sum(edge.settled_resident_bytes() - first for edge, first in zip(cluster.edges, edges)) / 1e6
        joined = sum(crowd.mark()["joined"] for crowd in crowds)
        known = json.loads(cluster.owner.ask("/rooms")[1])
    if joined < viewers - 1:
        raise RunFailed(f"{joined:,} of {viewers:,} viewers got in")
    run.say(f"  memory: {joined:,} viewers, the owner knows {str(known)[:300]}")
    return [Figure(f"memory of the owner for {joined:,} viewers at two edges", "MB", 5, [grown],
                   f"after the first {LISTED}; the edges took {spent:.0f} MB")]


PARTS = (time_figures, turn_figures, edge_figures, owner_figures, memory_figures)


def cluster_figures(run):
    if reason := missing():
        run.part.lines += ["", f"Not measured: {reason} is not installed."]
        return []
    return [figure for measure in PARTS for figure in measure(run)]
