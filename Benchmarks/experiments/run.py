#!/usr/bin/env python3
"""Three faults of a server or a network, and what load tools report of each: Benchmarks/experiments/run.py stall|drop|delay

Everything is on loopback and ends with the run: some 6 minutes for `stall`, 3 for `drop`, 3 for `delay`. With --record the figures go to
results.json, and the tables and pictures of docs/load-experiments.md are made from it; --draw makes only these.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import re
import signal
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

# The rig is found only with the folder above on the path.
import players  # noqa: E402
import results  # noqa: E402
from rig.processes import RunFailed  # noqa: E402
from rig.store import Absent, Store  # noqa: E402

USERS = 20
# Seconds of the run, and of the quick one for trying the scripts.
LENGTHS = {"stall": (60, 12), "drop": (33, 8), "delay": (10, 4)}
DELAY_MILLISECONDS = 50
AHEAD_MILLISECONDS = 200


class Experiments:
    def __init__(self, chosen):
        self.chosen = chosen
        self.store = Store(HERE.parent / ".build/peers")
        self.tools, self.absent = {}, {}
        for name, make in {
            "riffle load": lambda: players.RiffleLoad(chosen.riffle), "k6": lambda: players.K6(self.store),
            "Locust": lambda: players.Locust(self.store), "Tsung": lambda: players.Tsung(self.store)}.items():
            try:
                self.tools[name] = make()
            except Absent as reason:
                self.absent[name] = str(reason)
                print(f"without {name}: {reason}", flush=True)

    def seconds(self, name):
        return LENGTHS[name][1 if self.chosen.quick else 0]

    def play(self, row, tool, make, kind, seconds, path=None, **more):
        """One tool with a server of its own; what it reported and what the server did."""
        print(f"  {row} …", flush=True)
        with contextlib.ExitStack() as stack, tempfile.TemporaryDirectory(dir=self.store.folder, prefix="experiment") as folder:
            server = make()
            stack.callback(server.end)
            url = server.url
            if path is not None:
                between = players.proxy(re.search(r":(\d+)", url).group(1), *path)
                stack.callback(between.end)
                url = between.url
            if kind == "room":
                url += "/rooms/talk"
            found = self.tools[tool].play(pathlib.Path(folder), url, kind, USERS, seconds, **more)
            if kind != "room":
                found["server"] = server.report()
        print(f"    {json.dumps(found)}", flush=True)
        return {"tool": tool, "row": row, **found}

    def stall(self):
        seconds = self.seconds("stall")
        first = 2 if self.chosen.quick else 8

        def make():
            return players.server(self.store, "--stall-first", first, "--stall-every", 20, "--stall-for", 2)

        rows = [("riffle load", "riffle load", {}), ("k6", "k6, waits for the reply", {"asking": "wait"}),
                ("k6", "k6, setInterval", {"asking": "interval"}), ("Locust", "Locust", {}), ("Tsung", "Tsung", {})]
        return [self.play(row, tool, make, "ask", seconds, **more) for tool, row, more in rows if tool in self.tools]

    def drop(self):
        seconds = self.seconds("drop")

        def make():
            return players.server(self.store, "--feed", 20, "--drop-every", 100)

        return [self.play(tool, tool, make, "feed", seconds) for tool in self.tools]

    def delay(self):
        seconds, found = self.seconds("delay"), []
        ways = [("to the clients", (0, DELAY_MILLISECONDS), 0), ("to the server", (DELAY_MILLISECONDS, 0), 0),
                ("to the clients, server's clock ahead", (0, DELAY_MILLISECONDS), AHEAD_MILLISECONDS)]
        for way, path, ahead in ways:
            for tool in self.tools:
                # Tsung takes a push for the answer to a request, so it gets none.
                feed = 0 if tool == "Tsung" else 5

                def make(feed=feed, ahead=ahead):
                    return players.server(self.store, "--feed", feed, "--ahead", ahead)

                one = self.play(f"{tool}: {way}", tool, make, "ask", seconds, path=path)
                found.append({**one, "row": tool, "way": way})
        for way, path, _ in ways[:2]:
            one = self.play(f"riffle load in a room: {way}", "riffle load", lambda: players.riffle_server(self.chosen.riffle), "room",
                            seconds, path=path)
            found.append({**one, "row": "riffle load, a room", "way": way})
        return found


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        model = next((line.split(":")[1].strip() for line in text if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*LENGTHS, []], help="the experiments; all of them without a name")
    parser.add_argument("--riffle", default=str(HERE.parent.parent / ".build/release/riffle"), help="the program (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="some seconds each; not for the record")
    parser.add_argument("--record", action="store_true", help="write results.json, the tables and the pictures")
    parser.add_argument("--draw", action="store_true", help="write the tables and the pictures from results.json")
    chosen = parser.parse_args()
    if chosen.record and chosen.quick:
        parser.error("a quick run is not for the record")
    # An ordinary exit, so that every program started here is ended on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if chosen.draw:
        return results.draw()
    run, failed = Experiments(chosen), False
    for name in chosen.names or LENGTHS:
        print(name, flush=True)
        load = os.getloadavg()[0]
        try:
            rows = getattr(run, name)()
        except RunFailed as reason:
            print(f"  void: {reason}", flush=True)
            failed = True
            continue
        part = {"date": datetime.date.today().isoformat(), "machine": machine(), "load": round(load, 2), "users": USERS,
                "seconds": run.seconds(name), "absent": run.absent,
                "versions": {tool.name: tool.version for tool in run.tools.values()}, "rows": rows}
        print("\n".join(["", *results.table(name, part), ""]), flush=True)
        if chosen.record:
            results.keep(name, part)
    if chosen.record:
        results.draw()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
