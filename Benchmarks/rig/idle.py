"""What members cost that do nothing: processor time and memory of the server, memory of the kernel."""

import time

from .figure import Figure
from .part import grid
from .processes import Crowd, RunFailed

MEMBERS_PER_ROOM = 100
# The server pings who is silent once in so long, at moments spread over it.
PING_SECONDS = 20


def kernel_kilobytes():
    """Memory of the kernel's own objects, sockets among them."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        fields = dict(line.split(":") for line in lines)
    return int(fields["Slab"].split()[0])


def at_rest(run, count):
    """The server with so many members over a whole round of pings."""
    with run.inner():
        rooms = count // MEMBERS_PER_ROOM
        server = run.start_server("riffle", ["warm"] + [f"idle{number}" for number in range(rooms)])
        # A first hundred pays for what is shared.
        run.own(Crowd(run.chosen.tools, f"{server.url}/rooms/warm", 100))
        before, kernel = server.settled_resident_bytes(), kernel_kilobytes()
        crowd = run.own(Crowd(run.chosen.tools, f"{server.url}/rooms/idle{{}}", count, rooms=rooms))
        kilobytes = (server.settled_resident_bytes() - before) / count / 1000
        kernel = (kernel_kilobytes() - kernel) * 1.024 / count
        # Whatever follows the joins is over.
        time.sleep(PING_SECONDS)
        cpu, mark, began = server.cpu_nanoseconds(), crowd.mark(), time.monotonic()
        time.sleep(PING_SECONDS)
        cpu, seconds, after = server.cpu_nanoseconds() - cpu, time.monotonic() - began, crowd.mark()
    if after["closed"]:
        raise RunFailed(f"idle: {after['closed']} of {count} members were lost")
    found = {"microseconds": cpu / 1000 / seconds / count, "kilobytes": kilobytes, "kernel": kernel,
             "pings": (after["pings"] - mark["pings"]) / seconds}
    run.say(f"  {count:,} members: " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
    return found


def idle_figures(run):
    counts = run.settings["idleCounts"]
    found = {count: at_rest(run, count) for count in counts}
    run.part.lines += grid(
        ["idle members", "server processor time", "memory of the server", "pings a second"],
        [[f"{count:,}", f"{each['microseconds']:.2f} µs a member and second", f"{each['kilobytes']:.2f} kB a member",
          f"{each['pings']:.0f}"] for count, each in found.items()])
    most, middle, least = (found[count] for count in counts)
    return [
        Figure(f"idle: processor time of a member in a second, {counts[1]:,} members", "µs", 0.5,
               [middle["microseconds"]], f"a ping each {PING_SECONDS} s is all that happens"),
        Figure(f"idle: memory of the server for a member, {counts[1]:,} members", "kB", 4, [middle["kilobytes"]]),
        Figure(f"idle: processor time of a member, {counts[0]:,} members against {counts[-1]:,}", "×", None,
               [most["microseconds"] / least["microseconds"]]),
        Figure(f"idle: memory of the kernel for a member, {counts[0]:,} members", "kB", None, [most["kernel"]],
               "of its own objects, for both ends of a connection"),
    ]
