"""One viewer of many stops reading: nobody else notices, the server pays nothing for it, and it gets in step again."""

import time

from .figure import Figure
from .processes import Crowd, Mover, RunFailed

ROOM = "sleeper"
# Beside the offsets, so that the sleeper misses more events than the server keeps (1,024).
EVENTS_PER_SECOND = 50
# Before anything counts, so that the server's store of events has its full size; below the limit of inputs a second.
WARM_EVENTS_PER_SECOND, WARM_SECONDS = 150, 8
# The server sends somebody who reads nothing away after a minute, and gives a retry band of seconds.
PATIENCE_SECONDS = 20


class Interval:
    """What happened while the sleeper slept, or did not."""

    def __init__(self, server, crowd, seconds):
        crowd.mark()
        before = server.proportional_bytes()
        time.sleep(seconds)
        self.mark, self.bytes = crowd.mark(), server.proportional_bytes() - before
        self.p99 = self.mark["deliveries"]["p99"]
        if self.mark["closed"]:
            raise RunFailed(f"{self.mark['closed']} viewers were dropped, code {self.mark['closeCode']}")
        if not self.mark["deliveries"]["count"]:
            raise RunFailed("nothing was delivered")


def settle(crowd, sleeper):
    """Waits until the sleeper has seen as much as the others; the events between are those of one moment."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        others, own = crowd.mark(), sleeper.mark()
        # Asked later, the sleeper may be ahead; it lags when it has not even seen what the others had.
        if own["joined"] == 1 and own["lowestSeq"] >= others["lowestSeq"]:
            return own
        if time.monotonic() > deadline:
            return None
        time.sleep(0.2)


def sleeper_figures(run):
    """Intervals without and with the sleeper asleep, in turn, on one server with everybody connected throughout."""
    settings, tools = run.settings, run.chosen.tools
    server = run.start_server("riffle with a sleeper", [ROOM])
    url = f"{server.url}/rooms/{ROOM}"
    sleeper = run.own(Crowd(tools, url, 1, offsets="frames", narrow="yes", returns="yes"))
    mover = run.own(Mover(tools, url, "presenter"))
    mover.tell(f"drag {settings['rate']} {WARM_EVENTS_PER_SECOND}")
    time.sleep(WARM_SECONDS)
    mover.ask("rest")
    crowd = run.own(Crowd(tools, url, settings["viewers"] - 1, offsets="frames"))
    mover.tell(f"drag {settings['rate']} {EVENTS_PER_SECOND}")
    time.sleep(2)
    awake, asleep, behind = [Interval(server, crowd, settings["awake"])], [], []
    for _ in range(settings["naps"]):
        first = sleeper.mark()
        sleeper.tell("sleep")
        asleep.append(Interval(server, crowd, settings["asleep"]))
        missed = crowd.mark()["highestSeq"] - sleeper.mark()["highestSeq"]
        sleeper.tell("wake")
        behind.append((missed, first, settle(crowd, sleeper)))
        awake.append(Interval(server, crowd, settings["awake"]))
        run.say(f"  p99 {awake[-1].p99:.1f} ms awake, {asleep[-1].p99:.1f} ms asleep; {missed} events missed")
    mover.ask("rest")
    return figures(awake, asleep, behind)


def figures(awake, asleep, behind):
    # Each nap against what came before and after it.
    usual = [(before.p99 + after.p99) / 2 for before, after in zip(awake, awake[1:])]
    memory = [(nap.bytes - max(before.bytes, 0)) / 1e6 for nap, before in zip(asleep, awake)]
    lost = [0.0 if own is not None and own["gaps"] == 0 else 1.0 for _, _, own in behind]
    missed = ", ".join(f"{count:,}" for count, _, _ in behind)
    times = [" · ".join(f"{p99:.1f}" for p99 in each) for each in ([nap.p99 for nap in asleep], usual)]
    ways = ", ".join(way(first, own) for _, first, own in behind)
    return [
        Figure("sleeper: others' delivery p99 while one sleeps, against while none does", "×", 1.25,
               [nap.p99 / other for nap, other in zip(asleep, usual)],
               f"{times[0]} ms against {times[1]} ms"),
        Figure("sleeper: growth of the server's memory for it", "MB", 1, memory, "proportional set size"),
        Figure("sleeper: naps not ended in step", "", 0, lost, f"{missed} events behind; {ways}", exact=True),
    ]


def way(before, own):
    """How the sleeper got in step."""
    if own is None:
        return "never in step"
    if own["returned"] > before["returned"]:
        return "came back, " + ("recovered" if own["recovered"] > before["recovered"] else "with a snapshot")
    return "a snapshot" if own["snapshots"] > before["snapshots"] else "read on"
