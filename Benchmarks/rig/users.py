"""`riffle load` with a room full of followers, beside its server: how late it is itself."""

import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile

from .figure import Figure
from .part import dots, grid
from .processes import RunFailed

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "generators/followers.riffle.yaml"
PATIENCE_SECONDS = 90
# Users and the workers that play them; a process may have 20,000 descriptors here, and the server is one of two.
CROWDS = ((2_000, 2), (9_999, 4))


def play(run, users, workers):
    """One run with a server of its own: what its report says."""
    with run.inner(), tempfile.NamedTemporaryFile(suffix=".json") as report:
        server = run.start_server("riffle", ["bench"], loops=run.settings["cores"])
        command = run.chosen.load.format(
            server=run.chosen.server, script=SCRIPT, target=f"{server.url}/rooms/bench", users=f"follower={users}")
        # How late it was is what is asked; a run that calls itself invalid is reported, not hidden.
        done = subprocess.run(
            [*shlex.split(command), "--workers", str(workers), "--out", f"json={report.name}"],
            capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
        if done.returncode not in (0, 98):
            raise RunFailed(f"riffle load with {users} users ended with {done.returncode}: {done.stderr[-300:]}")
        found = json.loads(pathlib.Path(report.name).read_text(encoding="utf-8"))
    measures, counts = found["measures"], found["counts"]
    if counts["gaps"] or counts["diverged"] or found["peakUsers"] != users + 1:
        raise RunFailed(f"{users} users: not everybody followed: {counts}")
    return {
        "lag": measures["lag"]["p99"] / 1000, "join": measures["join"]["p99"] / 1000,
        "deliver": measures["deliver"]["p99"] / 1000, "kilobytes": found["memoryBytes"] / 1000 / users,
        "cpu": found["processorMicroseconds"] / found["durationMicroseconds"]}


def users_figures(run):
    rows, found = [], []
    for users, workers in CROWDS:
        rounds = []
        for _ in range(run.settings["rounds"]):
            rounds.append(play(run, users, workers))
            run.say(f"  {users:,} users: " + ", ".join(f"{key} {value:.2f}" for key, value in rounds[-1].items()))
        by = {key: [one[key] for one in rounds] for key in rounds[0]}
        # Asked for in every run, so the worst one decides.
        found.append(Figure(f"load: its own lag at p99, {users:,} followers of one room by {workers} workers", "ms", 2,
                            by["lag"], exact=True))
        rows.append([f"{users:,}", str(workers), f"{dots(by['join'], 1)} ms", f"{dots(by['deliver'], 1)} ms",
                     f"{statistics.median(by['cpu']):.2f}", f"{statistics.median(by['kilobytes']):.0f} kB"])
    run.part.lines += grid(["followers", "workers", "join p99", "deliver p99", "cores it used", "memory a user"], rows)
    return found
