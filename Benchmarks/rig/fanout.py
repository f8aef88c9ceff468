"""One message to all viewers, 60 times a second: Riffle, the floor, and the peers, on the same work."""

import statistics

from .deliveries import RelayStage
from .figure import Figure
from .figures import ratio
from .part import absences, bars, dots, grid
from .processes import Crowd, Publisher, RunFailed

# Connections a second that are asked for; Mosquitto admits ten.
USUAL_RATE, MOSQUITTO_RATE, MOSQUITTO_VIEWERS = 2000, 9, 100


def relay_stage(run, peer, viewers, server=None):
    """A peer with viewers and a publisher; its server may run already."""
    server, wire = run.own(server or peer.start(run)), peer.wire
    rate = MOSQUITTO_RATE if peer.name == "Mosquitto" else USUAL_RATE
    crowd = run.own(Crowd(
        run.chosen.tools, server.url + wire.path, viewers, rate=rate, greeting=wire.greeting.hex(),
        answers=wire.answers, subprotocol=wire.subprotocol))
    publisher = run.own(Publisher(run.chosen.tools, server.url, wire))
    return RelayStage(peer.name, server, crowd, viewers, publisher, wire)


class Field:
    """All servers with so many viewers each, connected throughout, measured in turn."""

    def __init__(self, run, viewers, rate, seconds):
        self.run, self.viewers, self.rate, self.seconds = run, viewers, rate, seconds
        self.peers, self.absent = run.peers()
        self.absent = dict(self.absent)
        self.riffle = run.room_stage("Riffle", run.start_server("riffle", ["bench"]), viewers)
        self.riffle.counted = "offsets"
        self.floor = [run.bare_stage("bare", viewers), run.bare_stage("bare, a second one", viewers)]
        self.ring = None  # the bare server with io_uring, which is how Riffle sends: the floor below the floor
        try:
            self.ring = run.bare_stage("bare, io_uring", viewers, ["--ring"])
        except RunFailed as reason:
            self.drop("bare, io_uring", reason)
        for floor in self.floors:
            floor.counted = "offsets"
        self.relays = []
        for peer in self.peers:
            self.admit(peer)

    def admit(self, peer):
        if peer.name == "Mosquitto" and self.viewers > MOSQUITTO_VIEWERS:
            self.absent[peer.name] = f"it admits ten connections a second, {self.viewers:,} would take too long"
            return
        try:
            self.relays.append(relay_stage(self.run, peer, self.viewers))
        except RunFailed as reason:
            self.drop(peer.name, reason)

    def drop(self, name, reason):
        self.absent[name] = str(reason)[:200].replace("\n", " ")
        self.run.say(f"  without {name}: {self.absent[name]}")

    @property
    def floors(self):
        return [*self.floor, *([self.ring] if self.ring else [])]

    @property
    def stages(self):
        return [self.floor[0], self.riffle, *self.floors[1:], *self.relays]

    def measure(self, rounds):
        say = self.run.say
        # A first round tells the size of Riffle's offsets, and wakes everybody.
        self.riffle.measure(self.rate, 2, say)
        size = max(46, round(self.riffle.rounds.pop().payload_bytes))
        for stage in self.stages:
            stage.payload_bytes = size
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for stage in self.stages:
                try:
                    stage.measure(self.rate, self.seconds, say)
                except RunFailed as reason:
                    if stage not in self.relays:
                        raise
                    self.relays.remove(stage)
                    self.drop(stage.name, reason)


def values(stage, key):
    return [getattr(each, key) for each in stage.rounds]


def median(stage, key):
    return statistics.median(values(stage, key))


def spread(stages, key):
    """How far the runs of equal servers lie apart, in parts of their median."""
    found = [value for stage in stages for value in values(stage, key)]
    return (max(found) - min(found)) / statistics.median(found)


def against_peers(field, what, key, unit, bound=None):
    """Riffle's median against the lowest one of the peers; without a bound, the noise of the run is it."""
    best = min(field.relays, key=lambda stage: median(stage, key), default=None)
    if best is None:
        return []
    noise = 1 + spread(field.floor, key)
    note = (f"{best.name} {median(best, key):.2f} {unit}, Riffle {median(field.riffle, key):.2f}; "
            f"spread of the bare servers' runs {noise - 1:.2f}")
    return [Figure(f"{what}, against the peer with the least", "×", bound or round(noise, 2),
                   [median(field.riffle, key) / median(best, key)], note)]


def against_floor(what, field, bound, stage=None):
    """Riffle, or another stage, against the mean of the bare servers, of which one is measured just before Riffle and one just after."""
    floors = zip(*(values(floor, "microseconds") for floor in field.floor))
    found = [value / statistics.mean(floor) for value, floor in zip(values(stage or field.riffle, "microseconds"), floors)]
    return Figure(what, "×", bound, found, "the mean of the one before and the one after it")


def with_ring(work, field):
    """What one call for all deliveries of a message brings, and what Riffle adds to that."""
    if field.ring is None:
        return []
    return [
        against_floor(f"{work}: a bare server with io_uring, against one with `write(2)`", field, None, field.ring),
        ratio(f"{work}: Riffle against a bare server with io_uring", None, field.riffle, field.ring, "")]


def figures(field, floor_bound, peer_bound):
    work = f"{field.viewers:,} viewers, {field.rate}/s"
    first, second = field.floor
    return [
        ratio(f"{work}: noise, the bare server against a second one", None, second, first, "1 if nothing disturbed"),
        against_floor(f"{work}: server processor time per delivery, against one bare `write(2)`", field,
                      floor_bound),
        *with_ring(work, field),
        *against_peers(field, f"{work}: the same", "microseconds", "µs", peer_bound),
        *against_peers(field, f"{work}: delivery p99", "p99_milliseconds", "ms")]


def report(field):
    versions = {peer.name: f"{peer.version}; {peer.note}" for peer in field.peers}
    heads = ["server", "processor time per delivery, each round", "median", "delivery p99, each round",
             "per viewer and second", ""]
    rows = [[stage.name, f"{dots(values(stage, 'microseconds'))} µs", f"{median(stage, 'microseconds'):.2f} µs",
             f"{dots(values(stage, 'p99_milliseconds'), 1)} ms", f"{median(stage, 'per_viewer_per_second'):.1f}",
             versions.get(stage.name, "")] for stage in field.stages]
    ordered = sorted(field.stages, key=lambda stage: median(stage, "microseconds"))
    chart = bars([(stage.name, median(stage, "microseconds")) for stage in ordered], "µs per delivery")
    worst = max(max(values(stage, "generator_percent")) for stage in field.stages)
    late = max(max(values(stage, "generator_lag_milliseconds")) for stage in field.stages)
    note = ["", f"Payload {field.floor[0].payload_bytes} B. The load generator used {worst:.0f} % of one core at most "
            f"and was {late:.1f} ms late at worst: not the bottleneck."]
    return ["", f"**{field.viewers:,} viewers, {field.rate} a second**", *grid(heads, rows), *chart, *note,
            *absences(field.absent)]


def field_figures(run, viewers, rate, rounds, seconds, floor_bound, peer_bound=None):
    with run.inner():
        field = Field(run, viewers, rate, seconds)
        field.measure(rounds)
        run.part.lines += report(field)
        return figures(field, floor_bound, peer_bound)


def peers_figures(run):
    """1,000 viewers, with one call of the kernel for all of them."""
    settings = run.settings
    return field_figures(
        run, settings["viewers"], settings["rate"], settings["heats"], settings["heat"], floor_bound=0.85, peer_bound=0.85)


def sizes_figures(run):
    """Few viewers, and so many that 60 a second would be more than a core can do: as many deliveries as with 1,000.

    The fewer there are, the more of an event's cost is there before the first delivery: its client's message is read, and
    the room decides.
    """
    many, rounds, brief = run.settings["many"], run.settings["rounds"], run.settings["brief"]
    calm = run.settings["rate"] * run.settings["viewers"] // many
    return (field_figures(run, 10, run.settings["rate"], rounds, brief, floor_bound=1.25)
            + field_figures(run, 100, run.settings["rate"], rounds, brief, floor_bound=1.05, peer_bound=1)
            + field_figures(run, many, calm, rounds, brief, floor_bound=None))
