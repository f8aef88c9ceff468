#!/usr/bin/env python3
"""Runs the benchmarks of Riffle and says which bounds were met. See README.md beside this file."""

import argparse
import contextlib
import os
import pathlib
import resource
import shlex
import signal
import sys
import tempfile
import time

from rig import (
    cluster, deliveries, drawing, fanout, gate, generators, history, idle, instructions, journal, look, loops, members, peers, report, rooms,
    scale, sends, shared, sleeper, storm, terminal, tls, turns, users, way, web)
from rig.part import Part
from rig.processes import Attached, Bare, Crowd, RunFailed, Server, alone
from rig.settings import described, parameters
from rig.store import Store

HERE = pathlib.Path(__file__).resolve().parent
# Figures of a benchmark of their own, each with its own servers; a to e share theirs.
APART = {
    "peers": fanout.peers_figures, "sizes": fanout.sizes_figures, "turns": turns.turns_figures,
    "members": members.members_figures, "rooms": rooms.rooms_figures, "generators": generators.generators_figures,
    "users": users.users_figures,
    "sleeper": sleeper.sleeper_figures, "storm": storm.storm_figures, "loops": loops.loops_figures,
    "journal": journal.journal_figures, "cluster": cluster.cluster_figures, "terminal": terminal.terminal_figures,
    "drawing": drawing.drawing_figures, "look": look.look_figures, "sends": sends.sends_figures,
    "scale": scale.scale_figures, "way": way.way_figures, "idle": idle.idle_figures, "tls": tls.tls_figures,
    "web": web.web_figures, "gate": gate.gate_figures, "instructions": instructions.instructions_figures}
LETTERS = frozenset("abcde")


def wanted(text):
    """Letters may stand together: `ab,storm` is a, b and storm."""
    words = {word for part in text.split(",") for word in ([part] if part in APART else part)}
    if not words <= LETTERS | set(APART):
        raise argparse.ArgumentTypeError(f"letters from a to e, or {', '.join(APART)}, with commas between")
    return words


def options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round; not for the record")
    parser.add_argument("--record", action="store_true", help="write each group's part of README.md and a line of history.jsonl when it is done")
    everything = ",".join(["abcde", *APART])
    parser.add_argument("--only", type=wanted, default=everything, help="figures to measure (%(default)s)")
    parser.add_argument("--tools", default=str(HERE / ".build/release"), help="where the tools were built")
    parser.add_argument("--server", default=str(HERE.parent / ".build/release/riffle"), help="the server's executable")
    parser.add_argument(
        "--command", help="how to start it",
        default="{server} serve --listen 127.0.0.1:0 {rooms} --loops {loops} {memory} --log-format json")
    parser.add_argument("--room", default="--room {name}=threePage:numbers", help="how the command names one room")
    parser.add_argument("--listening", default=r"listening on (wss?://[^\s\"]+)", help="the line with its address")
    parser.add_argument(
        "--load", default="{server} load {script} --target {target} --users {users} --progress none",
        help="how `riffle load` is started")
    parser.add_argument("--url", help="a running server with a room `bench`, instead of starting one: figures a and e")
    parser.add_argument("--pid", type=int, help="the process of that server")
    chosen = parser.parse_args(arguments)
    if (chosen.url is None) != (chosen.pid is None):
        parser.error("--url and --pid go together")
    if chosen.record and chosen.only & LETTERS and not LETTERS <= chosen.only:
        parser.error("a to e are recorded together")
    if chosen.record and chosen.quick:
        parser.error("a quick run is not for the record")
    if chosen.record and chosen.url:
        parser.error("what somebody else started is not recorded")
    return chosen


def say(text):
    print(text, flush=True)


class Run:
    """One run: what it was asked for, the programs it started, what came of it."""

    store_folder = HERE / ".build/peers"

    def __init__(self, chosen):
        self.chosen, self.programs, self.part = chosen, None, None
        self.settings = parameters(chosen.quick)
        self.parts, self.void, self.had = [], [], None
        # Before anything is recorded, which changes files of the checkout.
        self.revision = history.revision(HERE)
        # What the tools and servers started here may raise their limit to.
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

    say = staticmethod(say)

    def own(self, program):
        self.programs.callback(program.end)
        return program

    def scratch(self):
        """A folder on the disk of this checkout, gone after the run."""
        parent = HERE / ".build"
        parent.mkdir(exist_ok=True)
        return self.programs.enter_context(tempfile.TemporaryDirectory(dir=parent, prefix="bench"))

    def peers(self):
        """The peers this machine can have, and why it cannot have the others; fetched once."""
        if self.had is None:
            say("  what the peers need")
            self.had = peers.have(Store(self.store_folder), say)
        return self.had

    def start_server(self, name, names, loops=1, store=None, more="", command=alone):
        """The server under test with these rooms; `command` makes the words that start its program, alone or under another one."""
        rooms = " ".join(self.chosen.room.format(name=room) for room in names)
        memory = f"--store {shlex.quote(store)}" if store else "--memory"
        line = self.chosen.command.format(
            server=shlex.join(command(self.chosen.server)), rooms=rooms, loops=loops, memory=memory)
        return self.own(Server(name, f"{line} {more}", self.chosen.listening))

    def start_shared_server(self, name, idle_rooms):
        if self.chosen.url:
            return Attached(self.chosen.url, self.chosen.pid)
        return self.start_server(name, ["bench", "swipe", "warm"] + [f"idle{number}" for number in range(idle_rooms)])

    def room_stage(self, name, server, viewers=None, kind=deliveries.RoomStage):
        url, viewers = f"{server.url}/rooms/bench", viewers or self.settings["viewers"]
        # Those who want frames get 60 offsets a second; the others half as many.
        crowd = self.own(Crowd(self.chosen.tools, url, viewers, offsets="frames"))
        return kind(name, server, crowd, viewers, self.chosen.tools, url)

    def bare_stage(self, name, viewers=None, options=(), command=alone):
        server, viewers = self.own(Bare(self.chosen.tools, *options, command=command)), viewers or self.settings["viewers"]
        crowd = self.own(Crowd(self.chosen.tools, f"{server.url}/rooms/bench", viewers))
        return deliveries.BareStage(name, server, crowd, viewers)

    def everything(self):
        letters = self.chosen.only & LETTERS
        if letters:
            self.apart("shared", lambda run: shared.shared_figures(run, letters))
        for name, measure in APART.items():
            if name in self.chosen.only and not self.chosen.url:
                self.apart(name, measure)

    @contextlib.contextmanager
    def inner(self):
        """What is started inside ends with it, so that one benchmark is not the load of the next."""
        outer = self.programs
        try:
            with contextlib.ExitStack() as self.programs:
                yield
        finally:
            self.programs = outer

    def apart(self, name, measure):
        """One group of figures; one that fails leaves the others alone."""
        begin = time.monotonic()
        say(name)
        self.part = Part(name, described(name, self.settings), os.getloadavg()[0])
        try:
            with self.inner():
                self.part.figures += measure(self)
        except RunFailed as reason:
            self.void.append(f"{name}: {reason}")
            say(f"  void: {reason}")
            return
        self.parts.append(self.part)
        text = report.markdown(self.part)
        say(f"\n{text}\n\n  {name}: {time.monotonic() - begin:.0f} s\n")
        if self.chosen.record:
            report.record(HERE / "README.md", name, text)
            history.append(HERE / "history.jsonl", self.part, self.revision)


def main():
    chosen = options()
    # An ordinary exit, so that every program started here is ended on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = Run(chosen)
    run.everything()
    figures = [figure for part in run.parts for figure in part.figures]
    for line in report.verdicts(figures):
        say(line)
    for reason in run.void:
        say(f"void: {reason}")
    if run.void:
        return 2
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
