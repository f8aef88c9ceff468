#!/usr/bin/env python3
"""Tests the runner: the Python client passes every scenario, and a client with a fault for each of them fails it."""

import asyncio
import pathlib
import sys

from run import run
from scenarios import SCENARIOS

HERE = pathlib.Path(__file__).resolve().parent
CLIENT = HERE.parents[1] / "Tests/System/PythonClient/follower.py"
JOBS = 10


async def main():
    sound, broken = await asyncio.gather(
        run(lambda _: [sys.executable, str(CLIENT), "{url}"], SCENARIOS, JOBS, report=lambda _: None),
        run(lambda name: [sys.executable, str(HERE / "broken.py"), name, "{url}"], SCENARIOS, JOBS, lambda _: None),
    )
    for name, failure in sound.items():
        print(f"{name}: the Python client: {failure}", file=sys.stderr)
    # A client that could not start proves nothing.
    missed = [name for name in SCENARIOS if name not in broken or "Error: " in broken[name]]
    for name in missed:
        found = broken.get(name, "a pass")
        print(f"{name}: expected the faulty client to fail the scenario, got {found}", file=sys.stderr)
    if "-v" in sys.argv:
        for name, failure in broken.items():
            print(f"{name}: {failure}")
    print(f"conformance of clients: {len(SCENARIOS)} scenarios, {len(sound)} failures, {len(missed)} faults missed")
    return 1 if sound or missed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
