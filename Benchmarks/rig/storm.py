"""Everybody in a room loses the connection at once and comes back."""

import os
import time

from .figure import Figure
from .processes import Crowd, Mover, RunFailed

ROOM, OTHER = "storm", "other"
# What the welcome tells (`retry.max`): the longest time a member is to wait before it comes back.
RETRY_MAXIMUM_SECONDS = 5


def delivery_p99(crowd, seconds):
    """Of the other room, over an interval."""
    crowd.mark()
    time.sleep(seconds)
    mark = crowd.mark()
    if not mark["deliveries"]["count"] or mark["closed"]:
        raise RunFailed(f"the other room does not go on: {mark}")
    return mark["deliveries"]["p99"]


def storm(run, crowd, other):
    """One storm: how the room beside it fared before and meanwhile, and the crowd's own account."""
    seconds = RETRY_MAXIMUM_SECONDS + 1
    before = delivery_p99(other, seconds)
    first = crowd.mark()
    crowd.tell("cut")
    meanwhile = delivery_p99(other, seconds)
    deadline = time.monotonic() + 30
    last = crowd.mark()
    # The crowd's own lateness is in its figures: they are an upper bound, and never flatter the server.
    returns, lag = last["returns"], last["worstLagMilliseconds"]
    while last["joined"] < crowd.connections and time.monotonic() < deadline:
        time.sleep(0.5)
        last = crowd.mark()
        returns = {key: max(returns[key], last["returns"][key]) for key in returns}
    # Once it is quiet, everybody has seen the same last event.
    time.sleep(1.5)
    rest = crowd.mark()
    result = {
        "before": before, "meanwhile": meanwhile, "lag": lag,
        "p50": returns["p50"] / 1000, "max": returns["max"] / 1000,
        "lost": crowd.connections - last["joined"], "recovered": last["recovered"] - first["recovered"],
        "astray": rest["gaps"] - first["gaps"] + (rest["lowestSeq"] != rest["highestSeq"])}
    run.say("  " + ", ".join(f"{key} {value:.1f}" for key, value in result.items()))
    return result


def storm_figures(run):
    settings, tools = run.settings, run.chosen.tools
    server = run.start_server("riffle in a storm", [ROOM, OTHER], loops=run.settings["cores"])
    other = run.own(Crowd(tools, f"{server.url}/rooms/{OTHER}", 200, offsets="frames"))
    crowd = run.own(Crowd(tools, f"{server.url}/rooms/{ROOM}", settings["crowd"], returns="yes"))
    mover = run.own(Mover(tools, f"{server.url}/rooms/{OTHER}"))
    # The storm would come from other machines; here it yields to the server and to those who measure.
    os.setpriority(os.PRIO_PROCESS, crowd.pid, 10)
    mover.tell(f"drag {settings['rate']}")
    time.sleep(1)
    storms = [storm(run, crowd, other) for _ in range(settings["storms"])]
    mover.ask("rest")
    return figures(settings["crowd"], storms)


def figures(members, storms):
    lag = max(one["lag"] for one in storms)
    recovered = " · ".join(f"{one['recovered']:,}" for one in storms)
    halfway = " · ".join(f"{one['p50']:.1f}" for one in storms)
    beside = " · ".join(f"{one['before']:.1f} → {one['meanwhile']:.1f}" for one in storms)
    return [
        Figure(f"storm: until the last of {members:,} members is in step again", "s", RETRY_MAXIMUM_SECONDS,
               [one["max"] for one in storms],
               f"half of them within {halfway} s; the generator was {lag:.0f} ms late at worst"),
        Figure("storm: members lost, or in step with a gap", "", 0,
               [one["lost"] + one["astray"] for one in storms],
               f"{recovered} were told just what they had missed", exact=True),
        Figure("storm: delivery p99 in another room meanwhile, against before", "×", 3,
               [one["meanwhile"] / one["before"] for one in storms], f"{beside} ms"),
    ]
