#!/usr/bin/env python3
"""Compares the server of this checkout with that of another revision: processor time of page turns, drags and joins, in rounds that
alternate between the two. Says with a confidence whether one needs more; ends with 1 if this checkout does. Where valgrind is installed,
counts the instructions of both as well. See README.md beside this file."""

import argparse
import contextlib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

from rig import confidence
from rig.part import bars
from rig.processes import Crowd, RunFailed
from rig.turns import Room, measure
from run import Run, options

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
TURNS = 8
DRAG_SECONDS = 2
JOINS = 50
JOIN_ROOMS = 50
# The paths that `paths` plays, and how often in a short and in a long run.
COUNTED = {"delivery": (20, 60), "drag": (50, 150), "join": (20, 60)}


def output(*words, **more):
    done = subprocess.run(words, check=False, capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: exit code {done.returncode}\n{(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def built(revision):
    """A checkout of a revision with its optimised server; built once, and stays."""
    found = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], check=False,
                           capture_output=True, text=True)
    if found.returncode:
        raise SystemExit(f"expected a commit, tag or branch, got {revision}")
    commit = found.stdout.strip()
    folder = HERE / ".build/revisions" / commit[:12]
    if not folder.exists():
        print(f"checking out {commit[:12]} in {folder.relative_to(ROOT)}", flush=True)
        output("git", "-C", str(ROOT), "worktree", "prune")
        output("git", "-C", str(ROOT), "worktree", "add", "--detach", str(folder), commit)
    print(f"building {commit[:12]}, which takes some minutes the first time", flush=True)
    if subprocess.run(["swift", "build", "-c", "release", "--product", "riffle"], cwd=folder, check=False).returncode:
        raise SystemExit(f"{commit[:12]} does not build here; the folder is {folder}")
    return folder


def counts(folder):
    """Instructions of each path in the optimised build of a checkout."""
    print(f"building `paths` in {folder.relative_to(ROOT)}", flush=True)
    output("swift", "build", "-c", "release", "--product", "paths", cwd=folder)

    def run(path, times):
        # Hash tables have the same order in each run.
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--read-inline-info=no",
             str(folder / ".build/release/paths"), path, str(times)],
            env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}, check=False, capture_output=True, text=True)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode or not found:
            raise SystemExit(f"expected a count of instructions, got exit code {done.returncode}\n{done.stderr}")
        return int(found.group(1))

    return {path: (run(path, many) - run(path, few)) / (many - few) for path, (few, many) in COUNTED.items()}


def compare_counts(revision, folder):
    """Two counts of one build differ by less than a thousandth, whatever else the machine does."""
    if not shutil.which("valgrind") or not (folder / "Benchmarks/Sources/paths").exists():
        return print("\ninstructions are not compared: expected valgrind, and the program `paths` in both revisions")
    before, after = counts(folder), counts(ROOT)
    print(f"\ninstructions of the optimised build, without sockets, against {revision}:")
    for path, count in after.items():
        print(f"  {path:<28} {count / before[path]:.3f} ×   {before[path]:,.0f} and {count:,.0f}")


class Turns:
    """Page turns before some viewers: processor time for each message."""

    def __init__(self, run, viewers):
        self.name, self.run, self.room = f"page turn, {viewers} viewers", run, Room(run, viewers)
        self.room.turn(2, None)

    def cost(self):
        measure(self.room, TURNS, None, lambda text: None)
        last = self.room.rounds[-1]
        return last["cpu"] / last["messages"]


class Drag:
    """A drag of 60 samples a second before 100 viewers: processor time for each message."""

    name = "drag, 100 viewers"

    def __init__(self, run):
        server = run.start_server("riffle", ["bench"])
        self.stage = run.room_stage("riffle", server, viewers=100)

    def cost(self):
        return self.stage.measure(60, DRAG_SECONDS, lambda text: None).microseconds


class Joins:
    """Members that come into a room where nobody has been lately, and lose their connections: processor time for each."""

    name = f"join, {JOINS} members of a room"

    def __init__(self, run):
        names = [f"join{number}" for number in range(JOIN_ROOMS)]
        self.run, self.server = run, run.start_server("riffle", names)
        # A room keeps the places of those who have lost their connections.
        self.rooms = itertools.cycle(names)

    def cost(self):
        before = self.server.cpu_nanoseconds()
        Crowd(self.run.chosen.tools, f"{self.server.url}/rooms/{next(self.rooms)}", JOINS).end()
        return (self.server.cpu_nanoseconds() - before) / JOINS / 1000


PATHS = (lambda run: Turns(run, 10), lambda run: Turns(run, 100), Drag, Joins)


def ratios(path, old, new, rounds):
    """The new cost against the old one, in each round; who comes first alternates."""
    with contextlib.ExitStack() as programs:
        places = []
        for server in (old, new):
            run = Run(options(["--server", str(server)]))
            run.programs = programs
            places.append(path(run))
        before, after = places
        found = []
        for number in range(rounds):
            costs = {place: place.cost() for place in (places if number % 2 == 0 else reversed(places))}
            found.append(costs[after] / costs[before])
            print(f"\r  {before.name}: round {number + 1} of {rounds}, {costs[before]:.2f} and {costs[after]:.2f} µs   ",
                  end="", flush=True)
        print()
        return before.name, found


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", help="a commit, tag or branch to compare with")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each path (%(default)s)")
    parser.add_argument("--server", default=str(ROOT / ".build/release/riffle"), help="the new server's executable")
    parser.add_argument("--old", help="the old server's executable, instead of building REVISION")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 8:
        parser.error(f"--rounds: expected 8 or more, which {confidence.CONFIDENCE:.0%} confidence needs, got {chosen.rounds}")
    folder = None if chosen.old else built(chosen.revision)
    old = chosen.old or folder / ".build/release/riffle"
    rows, slower = [], False
    try:
        for path in PATHS:
            name, found = ratios(path, old, chosen.server, chosen.rounds)
            word, words = confidence.verdict(found)
            slower = slower or word == "slower"
            rows.append(types.SimpleNamespace(name=name, word=word, words=words, values=found))
    except RunFailed as reason:
        print(f"\nvoid: {reason}")
        return 2
    print(f"\nprocessor time of this checkout's server against that of {chosen.revision}:")
    for row in rows:
        print(f"  {row.name:<28} {row.word:<20} {row.words}")
    print("\n".join(bars([(row.name, sorted(row.values)[len(row.values) // 2]) for row in rows], "×")))
    if folder:
        compare_counts(chosen.revision, folder)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
