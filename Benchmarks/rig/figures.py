"""The figures: what is measured, against what, and the bound it has to meet."""

import json
import subprocess
import time

from .figure import Figure
from .processes import Crowd, Mover, RunFailed


def ratio(name, bound, over, under, note):
    """Round by round, `over` against `under`: both ran within the same seconds."""
    values = [above.microseconds / below.microseconds for above, below in zip(over.rounds, under.rounds)]
    return Figure(name, "×", bound, values, note)


def engine_figures(tools, samples):
    """One drag sample through the paging machine: time, allocations; and the price of a long deck."""
    done = subprocess.run([f"{tools}/engine", str(samples)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailed(f"{done.stdout.strip()} {done.stderr.strip()[:300]}")
    result = json.loads(done.stdout)
    if result["allocationsSeenInControl"] < 1000:
        raise RunFailed("the allocation counter does not count")
    per_sample = result["allocations"] / (result["samples"] * result["runs"])
    long_deck = [far / near for far, near in zip(result["swipeOfMillionPagesMicroseconds"], result["swipeMicroseconds"])]
    return [
        Figure("d. one `dragMoved` through the engine", "ns", 200, result["dragMovedNanoseconds"],
               f"{result['samples']:,} samples a run"),
        Figure("d. allocations per `dragMoved`", "", 0, [per_sample],
               f"{result['allocations']} in all runs; a loop that does allocate showed "
               f"{result['allocationsSeenInControl']} in 1,000"),
        Figure("a whole swipe of 12 samples through the engine", "µs", None, result["swipeMicroseconds"]),
        Figure("the same in a deck of 1,000,000 pages, against 3 pages", "×", None, long_deck),
    ]


def memory_figure(server, tools, room_url, warm_url, members, rooms):
    """Resident memory per idle member, after a first hundred has paid for what is shared."""
    warm = Crowd(tools, warm_url, 100)
    before = server.settled_resident_bytes()
    idle = Crowd(tools, room_url, members, rooms=rooms)
    after = server.settled_resident_bytes()
    kilobytes = (after - before) / members / 1000
    note = f"{members:,} members in {rooms} rooms, {before / 1e6:.1f} → {after / 1e6:.1f} MB"
    return Figure("c. server memory per joined idle member", "kB", 9, [kilobytes], note), [warm, idle]


def swipe_traffic(tools, url, viewers, swipes, offsets):
    """What viewers receive during swipes: messages and bytes per viewer and swipe, and the frames at 60 Hz."""
    crowd, mover = Crowd(tools, url, viewers, offsets=offsets), None
    try:
        mover = Mover(tools, url)
        time.sleep(1)
        before = crowd.mark()
        moved = mover.ask(f"swipe {swipes}", seconds=10 + 3 * swipes)
        time.sleep(0.5)
        after = crowd.mark()
    finally:
        if mover is not None:
            mover.end()
        crowd.end()
    if moved["rejects"] or moved["completed"] != swipes:
        raise RunFailed(f"not every swipe came to its end: {moved}")
    count = viewers * swipes
    return {
        "messages": (after["messages"] - before["messages"]) / count,
        "offsets": (after["offsets"] - before["offsets"]) / count,
        "bytes": (after["wireBytes"] - before["wireBytes"]) / count,
        "milliseconds": (moved["dragMilliseconds"] + moved["settleMilliseconds"]) / swipes,
        "settleMilliseconds": moved["settleMilliseconds"] / swipes,
    }


def swipe_figures(traffics, frame_bytes):
    """Messages and bytes of keyframes against a frame every 1/60 s; one value per repetition."""
    last = traffics[-1]
    frames = [traffic["milliseconds"] * 60 / 1000 for traffic in traffics]
    messages = [traffic["messages"] / count for traffic, count in zip(traffics, frames)]
    volume = [traffic["bytes"] / (count * frame_bytes) for traffic, count in zip(traffics, frames)]
    note = (f"{last['messages']:.1f} messages, {last['offsets']:.1f} of them offsets, against {frames[-1]:.1f} frames in "
            f"{last['milliseconds']:.0f} ms, of which {last['settleMilliseconds']:.0f} ms settle")
    return [
        Figure("e. messages of a swipe and its settle per viewer, against every frame at 60 Hz", "×", 0.6, messages, note),
        Figure("e. bytes of the same", "×", None, volume,
               f"{last['bytes']:.0f} B against frames of {frame_bytes:.0f} B"),
    ]
