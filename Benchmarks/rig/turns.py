"""A page turn as Riffle tells it, against the same turn as frames through a peer."""

import statistics

from .figure import Figure
from .fanout import relay_stage
from .part import absences, dots, grid
from .processes import Crowd, Mover, RunFailed
from .settings import turns

SETTLE_MILLISECONDS = 300
# An offset's size, where no figure measured it before.
FRAME_BYTES = 64


class Room:
    """A room of Riffle's whose pages settle in 300 ms, a drag, and viewers that draw between keyframes."""

    name = "Riffle"

    def __init__(self, run, viewers):
        self.viewers, self.rounds = viewers, []
        self.server = run.start_server("riffle", ["turn"])
        url = f"{self.server.url}/rooms/turn"
        self.crowd = run.own(Crowd(run.chosen.tools, url, viewers))
        self.mover = run.own(Mover(run.chosen.tools, url, "presenter"))
        self.mover.tell(f"settle {SETTLE_MILLISECONDS}")

    def turn(self, count, milliseconds):
        moved = self.mover.ask(f"swipe {count}", seconds=10 + 3 * count)
        if moved["rejects"] or moved["completed"] != count:
            raise RunFailed(f"not every page turned: {moved}")
        self.settle = moved["settleMilliseconds"] / count
        if abs(self.settle - SETTLE_MILLISECONDS) > 10:
            raise RunFailed(f"pages settle in {self.settle:.0f} ms")
        self.milliseconds = (moved["dragMilliseconds"] + moved["settleMilliseconds"]) / count


class Frames:
    """A peer that hands on a frame every 1/60 s for as long."""

    def __init__(self, run, peer, viewers):
        stage = relay_stage(run, peer, viewers)
        self.name, self.viewers, self.rounds = peer.name, viewers, []
        self.server, self.crowd, self.publisher = stage.server, stage.crowd, stage.publisher
        self.publisher.tell(peer.wire.message(FRAME_BYTES))

    def turn(self, count, milliseconds):
        self.publisher.ask(f"turns {count} {round(milliseconds)}", seconds=10 + 3 * count)


def measure(place, count, milliseconds, say):
    """One round: messages, bytes and server processor time of a turn, per viewer."""
    before, cpu = place.crowd.mark(), place.server.cpu_nanoseconds()
    place.turn(count, milliseconds)
    cpu, after = place.server.cpu_nanoseconds() - cpu, place.crowd.mark()
    if after["closed"] or after["gaps"]:
        raise RunFailed(f"{place.name}: viewers were lost: {after}")
    share = place.viewers * count
    place.rounds.append({
        "messages": (after["messages"] - before["messages"]) / share, "cpu": cpu / share / 1000,
        "bytes": (after["wireBytes"] - before["wireBytes"]) / share})
    say(f"  {place.name}: " + ", ".join(f"{key} {value:.1f}" for key, value in place.rounds[-1].items()))


def turns_figures(run):
    viewers, count = run.settings["turners"], turns(run.settings)
    room, frames = Room(run, viewers), []
    peers, absent = run.peers()
    absent = dict(absent)
    for peer in peers:
        if peer.name == "Mosquitto":
            absent[peer.name] = "it admits ten connections a second"
            continue
        try:
            frames.append(Frames(run, peer, viewers))
        except RunFailed as reason:
            absent[peer.name] = str(reason)[:200]
    room.turn(2, None)
    for _ in range(run.settings["rounds"]):
        measure(room, count, None, run.say)
        for place in list(frames):
            try:
                measure(place, count, room.milliseconds, run.say)
            except RunFailed as reason:
                frames.remove(place)
                absent[place.name] = str(reason)[:200]
    return figures(run, room, frames, absent)


def figures(run, room, frames, absent):
    run.part.lines += grid(
        ["server", "messages", "bytes", "server processor time", "all per viewer and turn, each round"],
        [[place.name, *(dots([each[key] for each in place.rounds], places) + unit
                        for key, places, unit in (("messages", 1, ""), ("bytes", 0, " B"), ("cpu", 1, " µs"))), ""]
         for place in [room, *frames]]) + absences(absent)
    if not frames:
        return []
    fastest = min(frames, key=lambda place: statistics.median(each["cpu"] for each in place.rounds))
    turn = f"{room.milliseconds:.0f} ms, of which {room.settle:.0f} ms settle"

    def against(what, key, bound, note=""):
        ratios = [ours[key] / theirs[key] for ours, theirs in zip(room.rounds, fastest.rounds)]
        name = f"page turn of 12 samples: {what}, against frames at 60 Hz through {fastest.name}"
        return Figure(name, "×", bound, ratios, note)

    return [against("messages per viewer", "messages", 0.4, turn), against("bytes per viewer", "bytes", None),
            against("server processor time per viewer", "cpu", 0.5, "of all peers, the one that needs least")]
