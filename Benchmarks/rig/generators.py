"""What a virtual user costs the program that plays it: `riffle load` and other load generators on the same work."""

import re
import socket
import statistics
import time
import urllib.request

from . import tools
from .figure import Figure
from .part import absences, bars, dots, grid
from .processes import Mover, RunFailed
from .store import Store
from .trees import connections, cpu_nanoseconds

OFFSETS_PER_SECOND = 10
PATIENCE_SECONDS = 60


class Ground:
    """A room with a drag that never ends, and the server's own count of what users asked."""

    def __init__(self, run):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.admin = free.getsockname()[1]
        self.server = run.start_server(
            "riffle", ["bench"], more=f"--admin 127.0.0.1:{self.admin} --origin {tools.ORIGIN}")
        self.url = f"{self.server.url}/rooms/bench"
        self.port = int(re.search(r":(\d+)$", self.server.url).group(1))
        mover = run.own(Mover(run.chosen.tools, self.url))
        mover.tell(f"drag {OFFSETS_PER_SECOND}")
        self.others = connections(self.port)

    def pings(self):
        """Pings that users sent so far, as the server counts them."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics", timeout=5) as answer:
            text = answer.read().decode()
        return sum(float(line.split()[-1]) for line in text.splitlines()
                   if line.startswith("riffle_inputs_total{") and 'type="ping"' in line)

    def wait(self, users, generator):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while connections(self.port) < self.others + users:
            if time.monotonic() > deadline or generator.process.poll() is not None:
                raise RunFailed(f"{generator.name} brought {connections(self.port) - self.others} of {users} users: "
                                f"{''.join(generator.recent)[-300:]}")
            time.sleep(0.2)


def measure(run, ground, tool, users, rounds):
    """One round: starts the generator, waits for its users, and takes an interval in which they listen and ask."""
    seconds = run.settings["brief"] * 2
    with run.inner():
        program = run.own(tool.start(run, ground.url, users))
        ground.wait(users, program)
        # Each has joined and asked for the first time.
        time.sleep(2)
        spent, served, pings, begin = (
            cpu_nanoseconds(program.pid), ground.server.cpu_nanoseconds(), ground.pings(), time.monotonic())
        time.sleep(seconds)
        elapsed = time.monotonic() - begin
        spent, served = cpu_nanoseconds(program.pid) - spent, ground.server.cpu_nanoseconds() - served
        pings, present = ground.pings() - pings, connections(ground.port) - ground.others
    if present < users:
        raise RunFailed(f"{tool.name}: {users - present} of {users} users were gone")
    share = elapsed * users
    rounds.append({"cpu": spent / 1e6 / share, "asked": pings / share, "served": served / 1e6 / share})
    run.say(f"  {tool.name}: " + ", ".join(f"{key} {value:.3f}" for key, value in rounds[-1].items()))
    wait_for_quiet(ground)


def wait_for_quiet(ground):
    """Until the users of the round before have left."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while connections(ground.port) > ground.others and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(0.5)


def generators_figures(run):
    users, ground = run.settings["users"], Ground(run)
    found, absent = tools.have(Store(run.store_folder), run.chosen, run.say)
    taken = {tool.name: [] for tool in found}
    for _ in range(run.settings["rounds"]):
        for tool in list(found):
            try:
                measure(run, ground, tool, users, taken[tool.name])
            except RunFailed as reason:
                found.remove(tool)
                absent[tool.name] = str(reason)[:200].replace("\n", " ")
                run.say(f"  without {tool.name}: {absent[tool.name]}")
                wait_for_quiet(ground)
    report(run, found, taken, absent)
    return figures(found, taken)


def median(rounds, key):
    return statistics.median(each[key] for each in rounds)


def report(run, found, taken, absent):
    rows = [[f"{tool.name} {tool.version}".strip(), f"{dots([each['cpu'] for each in taken[tool.name]], 3)} ms/s",
             f"{1000 / median(taken[tool.name], 'cpu'):,.0f}", f"{median(taken[tool.name], 'asked'):.2f}",
             f"{median(taken[tool.name], 'served'):.3f} ms/s", tool.note] for tool in found]
    run.part.lines += grid(["generator", "its processor time per user, each round", "users a core would carry",
                            "asked per user and second", "the server's per user", ""], rows)
    run.part.lines += bars([(tool.name, median(taken[tool.name], "cpu")) for tool in found], "ms/s per user")
    run.part.lines += absences(absent)


def figures(found, taken):
    names = [tool.name for tool in found]
    if "riffle load" not in names or "k6" not in names:
        return []
    ratios = [ours["cpu"] / theirs["cpu"] for ours, theirs in zip(taken["riffle load"], taken["k6"])]
    return [Figure("generators: processor time of `riffle load` per virtual user, against k6", "×", 0.15, ratios)]
