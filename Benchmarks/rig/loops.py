"""One event loop against two, and how rooms and their work spread over them."""

import time

from .figure import Figure
from .figures import ratio
from .processes import Crowd, RunFailed


def home(room, loops):
    """The loop that owns a room, by the server's own rule: FNV-1a of its name."""
    value = 14695981039346656037
    for byte in room.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return value % loops


def spread_figure(run):
    """Many rooms whose pages turn, on two loops: the busier one's share of the work of both."""
    rooms, seconds = run.settings["spread"], run.settings["seconds"]
    names = [f"spread{number}" for number in range(rooms)]
    server = run.start_server("riffle with many rooms", names, loops=2)
    url = f"{server.url}/rooms/spread{{}}"
    crowd = run.own(Crowd(run.chosen.tools, url, rooms, rooms=rooms, role="member", turns=250))
    crowd.tell("turn")
    time.sleep(1)
    before = server.thread_cpu_seconds()
    time.sleep(seconds)
    after = server.thread_cpu_seconds()
    turned = crowd.mark()
    if turned["rejects"] or turned["closed"] or not turned["turned"]:
        raise RunFailed(f"pages did not turn: {turned}")
    # The loops are the two threads that do nearly all there is to do.
    spent = sorted(after[thread] - before.get(thread, 0) for thread in after)
    busy, idle = spent[-2:], spent[:-2]
    if min(busy) == 0:
        raise RunFailed("one of two loops did nothing")
    homes = [sum(home(name, 2) == loop for name in names) for loop in range(2)]
    note = (f"{homes[0]} and {homes[1]} of {rooms} rooms; {busy[0]:.2f} and {busy[1]:.2f} s of processor time in "
            f"{seconds} s, all other threads {sum(idle):.2f}")
    return Figure("loops: the busier of two, against an even share", "×", 1.25, [2 * max(busy) / sum(busy)], note)


def loops_figures(run):
    """The fan-out of one room over one loop and over two, round by round."""
    stages = [run.room_stage(f"riffle, {loops} loop{'s' if loops > 1 else ''}",
                             run.start_server(f"riffle with {loops} loops", ["bench"], loops=loops))
              for loops in (1, 2)]
    for _ in range(run.settings["rounds"]):
        for stage in stages:
            stage.measure(run.settings["rate"], run.settings["seconds"], run.say)
    run.part.stages += stages
    figure = ratio("loops: processor time per delivery over two loops, against one", 1.1, stages[1], stages[0], "")
    return [figure, spread_figure(run)]
