"""Many rooms whose pages turn once a second, kept on disk against kept in memory only."""

import os
import pathlib
import statistics
import tempfile
import time

from .figure import Figure
from .part import dots
from .processes import Crowd, RunFailed

TURN_MILLISECONDS = 1000


def disk_of(folder):
    """The type of the file system a folder is on."""
    best = ("", "unknown")
    with open("/proc/mounts", encoding="utf-8") as mounts:
        for line in mounts:
            _, place, kind = line.split()[:3]
            if pathlib.Path(place) in [pathlib.Path(folder), *pathlib.Path(folder).parents]:
                best = max(best, (place, kind), key=lambda found: len(found[0]))
    if best[1] in ("tmpfs", "ramfs"):
        raise RunFailed(f"{folder} is in memory: a journal there tells nothing about a disk")
    return best[1]


def sync_milliseconds(folder):
    """What one write of a page and its fdatasync take there, as a median."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(50):
            begin = time.monotonic()
            os.write(file.fileno(), bytes(4096))
            os.fdatasync(file.fileno())
            times.append((time.monotonic() - begin) * 1000)
    return statistics.median(times)


class Turns:
    """A server and a member in each of its rooms that turns a page so often: none before the last one has come."""

    def __init__(self, run, name, store, milliseconds=TURN_MILLISECONDS):
        rooms = run.settings["journalled"]
        names = [f"turn{number}" for number in range(rooms)]
        self.name = name
        self.server = self._start(run, names, store)
        self.crowd = run.own(Crowd(
            run.chosen.tools, f"{self.server.url}/rooms/turn{{}}", rooms, rooms=rooms, role="member",
            turns=milliseconds))

    def _start(self, run, names, store):
        return run.start_server(self.name, names, loops=run.settings["cores"], store=store)

    def measure(self, seconds, say):
        self.crowd.tell("turn")
        time.sleep(1)
        before, cpu = self.crowd.mark(), self.server.cpu_nanoseconds()
        time.sleep(seconds)
        after, cpu = self.crowd.mark(), self.server.cpu_nanoseconds() - cpu
        self.crowd.tell("rest")
        # Until the last page has come, so that the other server has the machine to itself.
        time.sleep(0.5)
        if after["rejects"] or after["closed"] or after["gaps"]:
            raise RunFailed(f"{self.name}: pages did not turn as they should: {after}")
        turned = after["turned"] - before["turned"]
        if turned == 0:
            raise RunFailed(f"{self.name}: no page turned")
        found = {
            "rate": turned / after["seconds"], "ack": after["acks"]["p50"], "ackP99": after["acks"]["p99"],
            "turn": after["completions"]["p50"], "turnP99": after["completions"]["p99"], "cpu": cpu / turned / 1000,
            "delayed": after["delayed"] - before["delayed"]}
        say(f"  {self.name}: " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
        return found


def mean(one, other):
    return {key: (one[key] + other[key]) / 2 for key in one}


def one_round(run, store):
    """Both kinds, each with a server of its own: where the system puts its threads decides much of a millisecond's
    tenths, and would decide it for all rounds. There and back: a machine that changes its pace changes it for both."""
    with run.inner():
        memory = Turns(run, "riffle, memory only", None)
        store = Turns(run, "riffle with a store", store)
        found = [turns.measure(run.settings["seconds"] / 2, run.say) for turns in (memory, store, store, memory)]
        return mean(found[0], found[3]), mean(found[1], found[2])


def journal_figures(run):
    folder = run.scratch()
    kind, sync = disk_of(folder), sync_milliseconds(folder)
    rounds = [one_round(run, f"{folder}/{number}.store") for number in range(run.settings["journals"])]
    memory, store = zip(*rounds)
    rooms = run.settings["journalled"]

    def against(name, key, bound, over=store, under=memory):
        values = [above[key] / below[key] for above, below in zip(over, under)]
        unit = "µs" if key == "cpu" else "/s" if key == "rate" else "ms"
        above, below = ([one[key] for one in kind] for kind in (over, under))
        note = f"{dots(above, 2)} against {dots(below, 2)} {unit}"
        return Figure(f"journal: {name}", "×", bound, values, note)

    found = [
        # Smaller is better: how many fewer.
        against(f"turns a second of {rooms:,} rooms in memory, against with a store", "rate", 1.1, memory, store),
        against("median time from request to ack with a store, against memory", "ack", 1.1),
        against("p99 from request to ack with a store, against memory", "ackP99", None),
        against("median time from request to `completed`, animation included", "turn", 1.1),
        against("p99 from request to `completed`", "turnP99", 1.1),
        against("server processor time per turn", "cpu", None),
    ]
    found[0].note += f"; {kind}, a page and its fdatasync take {sync:.2f} ms"
    return found
