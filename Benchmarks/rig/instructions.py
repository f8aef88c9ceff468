"""What one message takes outside the kernel, counted by callgrind: instructions, and how much code they lie in."""

import dataclasses
import pathlib
import shutil
import subprocess
import time

from .deliveries import RoomStage
from .fanout import relay_stage
from .figure import Figure
from .part import absences, dots, grid
from .peers import MicroWebSockets
from .processes import Mover, RunFailed
from .store import Absent, carry_out

VIEWERS = [2, 10, 100]
PAYLOAD_BYTES = 80  # of an offset of Riffle's
LINE_BITS, PAGE_BITS = 6, 12  # of an address: 64 bytes of a cache, 4 kB of memory
CALLGRIND = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--read-inline-info=no"]


@dataclasses.dataclass
class Work:
    """Of one message and all its deliveries."""

    instructions: float
    lines: int  # of caches, with code
    pages: int  # of memory, with code


def executions(text):
    """How often each instruction ran, by its file and address, out of a dump of callgrind with positions `instr line`."""
    counts, file, address, of_call = {}, "", 0, False
    for line in text:
        if line.startswith("ob="):
            file = line[3:].split()[0]  # (number), followed by the name where it comes for the first time
        elif line.startswith("calls="):
            of_call = True  # the next line has the cost of the call, which stands at the callee as well
        elif line.startswith(("0x", "+", "-", "*")):
            position, _, *cost = line.split()
            if position.startswith("0x"):
                address = int(position, 16)
            elif position != "*":
                address += int(position, 0)
            if cost and not of_call:
                counts[file, address] = counts.get((file, address), 0) + int(cost[0])
            of_call = False
    return counts


def work(counts, messages):
    """Of code, only that which ran half as often as there were messages, or more: not what is done once in a while."""
    usual = [place for place, count in counts.items() if count >= messages / 2]
    return Work(sum(counts.values()) / messages, len({(file, address >> LINE_BITS) for file, address in usual}),
                len({(file, address >> PAGE_BITS) for file, address in usual}))


class Callgrind:
    """Counts the work of one server, which is started by `command`."""

    def __init__(self, run):
        self.run, self.folder = run, pathlib.Path(run.scratch())

    def command(self, program):
        """Of a copy without debug information, which not every version of valgrind reads."""
        copy = self.folder / pathlib.Path(program).name
        try:
            carry_out(["strip", "--strip-debug", "-o", copy, program])
        except Absent as reason:
            raise RunFailed(f"instructions: no copy of {program}: {reason}") from None
        return [*CALLGRIND, f"--callgrind-out-file={self.folder}/counts", str(copy)]

    def count(self, stage):
        """The work of all messages between two moments at which nothing is sent; three attempts on a busy machine."""
        rate, seconds = self.run.settings["rate"], self.run.settings["brief"]
        self._send(stage, rate, 2)  # what is done the first time, such as the translation by valgrind, does not count
        for attempt in range(1, 4):
            self._control("--zero", stage)
            before = stage.crowd.mark()
            after = self._send(stage, rate, seconds)
            self._control("--dump", stage)
            messages = (after["offsets"] - before["offsets"]) / stage.viewers
            if after["closed"]:
                raise RunFailed(f"{stage.name}: {after['closed']} of {stage.viewers} viewers were dropped")
            if messages >= 0.95 * rate * seconds:
                return work(self._counts(attempt), messages)
        raise RunFailed(f"{stage.name}: expected {rate * seconds} messages, got {messages:.0f}; run on a quieter machine")

    def _send(self, stage, rate, seconds):
        """Sends for so long; the mark once nothing more comes."""
        stage.begin(rate)
        time.sleep(seconds)
        stage.finish()
        last = stage.crowd.mark()
        for _ in range(20):
            time.sleep(0.5)
            mark = stage.crowd.mark()
            if mark["messages"] == last["messages"]:
                return mark
            last = mark
        raise RunFailed(f"{stage.name}: expected an end of the messages within 10 s, got none")

    def _control(self, word, stage):
        # Its exit code is 0 whatever happens.
        done = subprocess.run(["callgrind_control", word, str(stage.server.pid)], capture_output=True, text=True, check=False)
        if "OK." not in done.stdout:
            raise RunFailed(f"callgrind_control {word}: {done.stdout.strip()} {done.stderr.strip()}")

    def _counts(self, dump):
        try:
            with open(self.folder / f"counts.{dump}", encoding="utf-8") as text:
                return executions(text)
        except FileNotFoundError:
            raise RunFailed("callgrind wrote no counts") from None


class DraggedRoom(RoomStage):
    """The same mover throughout: its join is no message."""

    def begin(self, rate):
        self.mover.tell(f"drag {rate}")

    def finish(self):
        moved = self.mover.ask("rest")
        if moved["rejects"]:
            raise RunFailed(f"{self.name}: {moved['rejects']} inputs of the mover were rejected")


def riffle(run, viewers, command):
    server = run.start_server("Riffle", ["bench"], command=command)
    stage = run.room_stage("Riffle", server, viewers, DraggedRoom)
    stage.mover = run.own(Mover(run.chosen.tools, stage.url))
    return stage


def bare(run, viewers, command):
    return run.bare_stage("bare", viewers, command=command)


def servers(run):
    """How each server is started with its viewers, by its name; and why the peer cannot be."""
    peers, absent = run.peers()
    peer = next((peer for peer in peers if isinstance(peer, MicroWebSockets)), None)
    started = {"bare": bare, "Riffle": riffle}
    if peer is None:
        return started, {MicroWebSockets.name: absent[MicroWebSockets.name]}
    return started | {
        peer.name: lambda run, viewers, command: relay_stage(run, peer, viewers, peer.start(run, command=command))}, {}


def counted(run, start, viewers):
    """The work of a server that is started for it."""
    with run.inner():
        callgrind = Callgrind(run)
        stage = start(run, viewers, callgrind.command)
        stage.payload_bytes = PAYLOAD_BYTES
        return callgrind.count(stage)


def instructions_figures(run):
    if shutil.which("callgrind_control") is None:
        raise RunFailed("expected valgrind, found none; `make test` installs it")
    started, absent = servers(run)
    found = {(viewers, name): [] for viewers in VIEWERS for name in started}
    for _ in range(run.settings["rounds"]):
        for viewers, name in found:
            each = counted(run, started[name], viewers)
            found[viewers, name].append(each)
            run.say(f"  {name}, {viewers} viewers: {each.instructions:,.0f} instructions, {each.lines:,} lines, {each.pages} pages")
    run.part.lines += grid(
        ["viewers", "server", "instructions", "cache lines with code", "pages with code", "all of one message, each round"],
        [[viewers, name, *(dots([getattr(each, key) for each in rounds], 0) for key in ("instructions", "lines", "pages")), ""]
         for (viewers, name), rounds in found.items()]) + absences(absent)
    return [Figure(f"instructions: a sample of a drag in Riffle, {viewers} viewers", "", None,
                   [each.instructions for each in found[viewers, "Riffle"]]) for viewers in VIEWERS]
