#!/usr/bin/env python3
"""Runs the benchmarks of Riffle and says which bounds were met. See README.md beside this file."""

import argparse
import contextlib
import os
import pathlib
import shlex
import signal
import sys
import tempfile
import time

from rig import deliveries, figures, journal, loops, report, sleeper, storm, terminal
from rig.processes import Attached, Bare, Crowd, RunFailed, Server

HERE = pathlib.Path(__file__).resolve().parent
# Figures of a benchmark of their own, each with its own servers; a to e share theirs.
APART = {
    "sleeper": sleeper.sleeper_figures, "storm": storm.storm_figures, "loops": loops.loops_figures,
    "journal": journal.journal_figures, "terminal": terminal.terminal_figures}


def wanted(text):
    """Letters may stand together: `ab,storm` is a, b and storm."""
    words = {word for part in text.split(",") for word in ([part] if part in APART else part)}
    if not words <= set("abcde") | set(APART):
        raise argparse.ArgumentTypeError(f"letters from a to e, or {', '.join(APART)}, with commas between")
    return words


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round; not for the record")
    parser.add_argument("--record", action="store_true", help="write the table into README.md")
    everything = ",".join(["abcde", *APART])
    parser.add_argument("--only", type=wanted, default=everything, help="figures to measure (%(default)s)")
    parser.add_argument("--tools", default=str(HERE / ".build/release"), help="where the tools were built")
    parser.add_argument("--server", default=str(HERE.parent / ".build/release/riffle"), help="the server's executable")
    parser.add_argument(
        "--command", help="how to start it",
        default="{server} serve --listen 127.0.0.1:0 {rooms} --loops {loops} {memory} --log-format json")
    parser.add_argument("--room", default="--room {name}=threePage:numbers", help="how the command names one room")
    parser.add_argument("--listening", default=r"listening on (ws://[^\s\"]+)", help="the line with its address")
    parser.add_argument("--url", help="a running server with a room `bench`, instead of starting one: figures a and e")
    parser.add_argument("--pid", type=int, help="the process of that server")
    chosen = parser.parse_args()
    if (chosen.url is None) != (chosen.pid is None):
        parser.error("--url and --pid go together")
    return chosen


def parameters(quick):
    common = {"viewers": 1000, "idle": 8000, "rooms": 80, "rate": 60, "load": os.getloadavg()[0],
              "cores": max(os.cpu_count(), 2), "asleep": 30, "awake": 10, "naps": 2, "crowd": 5000, "storms": 3,
              "spread": 200, "journalled": 1000, "touches": 100, "resting": 10}
    if quick:
        return common | {"idle": 2000, "rooms": 20, "rounds": 1, "seconds": 3, "swipes": 5, "samples": 1_000_000,
                         "awake": 5, "naps": 1, "storms": 1, "touches": 20, "resting": 5}
    return common | {"rounds": 3, "seconds": 10, "swipes": 30, "samples": 10_000_000}


def say(text):
    print(text, flush=True)


class Run:
    """One run: what it was asked for, the programs it started, what came of it."""

    def __init__(self, chosen):
        self.chosen, self.programs = chosen, None
        self.settings = parameters(chosen.quick)
        self.figures, self.stages = [], []

    say = staticmethod(say)

    def own(self, program):
        self.programs.callback(program.end)
        return program

    def scratch(self):
        """A folder on the disk of this checkout, gone after the run."""
        parent = HERE / ".build"
        parent.mkdir(exist_ok=True)
        return self.programs.enter_context(tempfile.TemporaryDirectory(dir=parent, prefix="bench"))

    def start_server(self, name, names, loops=1, store=None):
        rooms = " ".join(self.chosen.room.format(name=room) for room in names)
        memory = f"--store {shlex.quote(store)}" if store else "--memory"
        command = self.chosen.command.format(server=self.chosen.server, rooms=rooms, loops=loops, memory=memory)
        return self.own(Server(name, command, self.chosen.listening))

    def start_shared_server(self, name, idle_rooms):
        if self.chosen.url:
            return Attached(self.chosen.url, self.chosen.pid)
        return self.start_server(name, ["bench", "swipe", "warm"] + [f"idle{number}" for number in range(idle_rooms)])

    def room_stage(self, name, server):
        url, viewers = f"{server.url}/rooms/bench", self.settings["viewers"]
        # Those who want frames get 60 offsets a second; the others half as many.
        crowd = self.own(Crowd(self.chosen.tools, url, viewers, offsets="frames"))
        return deliveries.RoomStage(name, server, crowd, viewers, self.chosen.tools, url)

    def bare_stage(self, name):
        server = self.own(Bare(self.chosen.tools))
        crowd = self.own(Crowd(self.chosen.tools, f"{server.url}/rooms/bench", self.settings["viewers"]))
        return deliveries.BareStage(name, server, crowd, self.settings["viewers"])

    def everything(self):
        if self.chosen.only & set("abcde"):
            with self.apart("one room"):
                self.shared(self.chosen.only & set("abcde"))
        for name, measure in APART.items():
            if name in self.chosen.only and not self.chosen.url:
                with self.apart(name):
                    self.figures += measure(self)

    @contextlib.contextmanager
    def apart(self, name):
        """What is started inside ends with it, so that one benchmark is not the load of the next."""
        begin = time.monotonic()
        say(name)
        with contextlib.ExitStack() as self.programs:
            yield
        say(f"  {name}: {time.monotonic() - begin:.0f} s")

    def shared(self, wanted):
        wanted = wanted - (set("bc") if self.chosen.url else set())
        if "d" in wanted:
            say("engine")
            self.figures += figures.engine_figures(self.chosen.tools, self.settings["samples"])
        quiet = None
        if wanted & set("abe"):
            say("server without idle members")
            quiet = self.room_stage("riffle", self.start_shared_server("riffle", 0))
        if wanted & set("ab"):
            self.stages += [self.bare_stage("bare"), quiet, self.bare_stage("bare, a second one")]
        if wanted & set("bc"):
            self.with_idle_members(wanted)
        if wanted & set("ab"):
            self.all_rounds(quiet)
        if "e" in wanted:
            self.swipes(quiet)

    def with_idle_members(self, wanted):
        say("server with idle members")
        idle, rooms = self.settings["idle"], self.settings["rooms"]
        server = self.start_shared_server("riffle with idle members", rooms)
        figure, crowds = figures.memory_figure(
            server, self.chosen.tools, f"{server.url}/rooms/idle{{}}", f"{server.url}/rooms/warm", idle, rooms)
        for crowd in crowds:
            self.own(crowd)
        self.figures.append(figure)
        if "b" in wanted:
            self.stages.append(self.room_stage(f"riffle with {idle:,} idle members", server))

    def all_rounds(self, quiet):
        rate, seconds = self.settings["rate"], self.settings["seconds"]
        # A first round tells the size of this server's offsets: the bare one sends the same.
        quiet.measure(rate, min(seconds, 3), say)
        size = round(quiet.rounds.pop().payload_bytes)
        for stage in self.stages:
            stage.payload_bytes = size
        for number in range(self.settings["rounds"]):
            say(f"round {number + 1} of {self.settings['rounds']}")
            for stage in self.stages:
                stage.measure(rate, seconds, say)
        bare, _, second = self.stages[:3]
        found = [
            figures.ratio("noise: the bare server against a second one", None, second, bare, "1 if nothing disturbed"),
            figures.ratio("a. server processor time per delivery, against one bare `write(2)`", 1.25, quiet, bare, ""),
        ]
        if len(self.stages) > 3:
            name = f"b. the same with {self.settings['idle']:,} idle members, against without"
            found.append(figures.ratio(name, 1.2, self.stages[3], quiet, ""))
        self.figures = found + self.figures

    def swipes(self, quiet):
        say("swipes")
        room = "bench" if self.chosen.url else "swipe"
        url = f"{quiet.server.url}/rooms/{room}"
        traffics = [
            figures.swipe_traffic(self.chosen.tools, url, 10, self.settings["swipes"], "keyframes")
            for _ in range(self.settings["rounds"])]
        # A frame is an offset; its size is that of the drag's offsets where they were measured.
        frame = quiet.rounds[-1].wire_bytes if quiet.rounds else 122
        self.figures += figures.swipe_figures(traffics, frame)


def main():
    chosen = options()
    # An ordinary exit, so that every program started here is ended on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = Run(chosen)
    try:
        run.everything()
    except RunFailed as reason:
        say(f"void: {reason}")
        return 2
    text = report.markdown(run.settings, run.figures, run.stages)
    say("\n" + text + "\n")
    for line in report.verdicts(run.figures):
        say(line)
    if chosen.record:
        report.record(HERE / "README.md", text)
    return 0 if all(figure.met for figure in run.figures) else 1


if __name__ == "__main__":
    sys.exit(main())
