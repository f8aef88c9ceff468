#!/usr/bin/env python3
"""Lets the parts of a real cluster fail, one after the other, while members use it, and says what held.

    RIFFLE=.build/release/riffle Benchmarks/cluster/run.py [--kills 50] [--only kills,partitions]
"""

import argparse
import os
import pathlib
import random
import signal
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / folder) for folder in ("Benchmarks/cluster", "Benchmarks", "Fuzz/attack", "Protocol")]

import failures
import partitions
from places import NotPermitted
from processes import missing
from rig.part import Part
from rig.processes import RunFailed
from rig.report import markdown, record, table, verdicts
from rules import RULES
from scene import Scene
from server import riffle

# Each with what makes it happen and how often.
FAILURES = {
    "kills": (failures.kills, 50), "stops": (failures.stops, 50), "partitions": (partitions.partitions, 20),
    "edges": (failures.edge_kills, 10), "nats": (failures.nats_kills, 12), "nats-stops": (failures.nats_stops, 6),
    "database": (failures.database_failures, 12), "drains": (failures.drains, 12)}
# What one failure may take at most, with its return.
PATIENCE_SECONDS = 60


class TooLong(Exception):
    """A group of failures did not come to its end."""


def give_up(*_):
    raise TooLong("it takes too long")


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, (function, count) in FAILURES.items():
        what = function.__doc__.splitlines()[0]
        parser.add_argument(f"--{name}", type=int, default=count, metavar="N", help=f"{what} By default {count} times.")
    parser.add_argument("--only", default=",".join(FAILURES), help="names of failures, with commas between (%(default)s)")
    parser.add_argument("--record", action="store_true", help="write the table to Benchmarks/README.md")
    parser.add_argument("--logs", type=pathlib.Path, help="folder for the logs of all nodes")
    parser.add_argument("--seed", type=int, default=1, help="of what is done by chance")
    chosen = parser.parse_args()
    chosen.only = chosen.only.split(",")
    if unknown := [name for name in chosen.only if name not in FAILURES]:
        parser.error(f"expected {', '.join(FAILURES)}, got {', '.join(unknown)}")
    return chosen


def say(text):
    print(text, flush=True)


def play(name, count, logs):
    """Runs one kind of failure on a cluster of its own: figures, rules that fell, the longest overlap of owners."""
    fail, _ = FAILURES[name]
    say(f"{name}: {fail.__doc__.splitlines()[0]}")
    begin = time.monotonic()
    signal.alarm(PATIENCE_SECONDS + PATIENCE_SECONDS * count)
    scene = None
    try:
        with Scene(say, partitions.place() if name == "partitions" else None) as scene:
            figures = fail(scene, count)
    finally:
        signal.alarm(0)
        if scene and logs:
            scene.farm.keep_logs(logs / name)
    overlap = max(room.worst_overlap for room in scene.rooms) * 1000
    say(f"  {time.monotonic() - begin:.0f} s; words of a former owner after those of the next: {overlap:.0f} ms late at most")
    return figures, scene.falls.found


def main():
    chosen = options()
    random.seed(chosen.seed)
    signal.signal(signal.SIGALRM, give_up)
    # An ordinary exit, so that every program started here is ended on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if reason := missing():
        say(f"cluster: not tried: {reason} is not installed")
        return 0
    say(f"cluster: {riffle()}, seed {chosen.seed}, load {os.getloadavg()[0]:.2f}")
    figures, found, skipped, load = [], [], [], os.getloadavg()[0]
    for name in chosen.only:
        count = getattr(chosen, name.replace("-", "_"))
        try:
            new, fallen = play(name, count, chosen.logs)
            figures += new
            found += fallen
        except NotPermitted as reason:
            skipped.append(f"{name}: {reason}")
        except (RunFailed, TooLong) as reason:
            found.append((name, str(reason)))
            say(f"      FELL  {name}: {reason}")
    say("\n" + "\n".join(table(figures)) + "\n")
    for rule in RULES if figures else ():
        fallen = [text for one, text in found if one == rule]
        say(f"{'FELL' if fallen else 'held'}: {rule}" + (f": {len(fallen)} times, at first {fallen[0]}" if fallen else ""))
    others = [f"FELL: {name}: {text}" for name, text in found if name not in RULES]
    if chosen.record:
        rules = [f"- {rule}: {'**fell**' if any(one == rule for one, _ in found) else 'held'}" for rule in RULES]
        settings = "three nodes, three NATS servers and PostgreSQL on this machine, 12 members in two rooms"
        part = Part("failures", settings, load, figures, lines=["", *rules])
        record(TOP / "Benchmarks/README.md", part.name, markdown(part))
    for line in [*others, *verdicts(figures), *(f"skip: {reason}" for reason in skipped)]:
        say(line)
    return 1 if found or not all(figure.met for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
