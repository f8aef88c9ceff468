"""The tools of the experiments: each plays the same users, and its own report is read."""

import csv
import json
import pathlib
import re
import subprocess
import sys

from rig import tools
from rig.processes import Program, RunFailed

SCRIPTS = pathlib.Path(__file__).resolve().parent / "scripts"
# What a tool may take longer than its users play.
PATIENCE_SECONDS = 45


def finish(program, seconds):
    """Waits until a tool ends by itself; what it wrote."""
    try:
        program.process.wait(seconds + PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        raise RunFailed(f"{program.name} did not end within {seconds + PATIENCE_SECONDS} s") from None
    return program.process.returncode


class RiffleLoad:
    name = "riffle load"

    def __init__(self, program):
        self.program = str(program)
        done = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True)
        self.version = done.stdout.split()[-1]

    def play(self, folder, url, kind, users, seconds):
        report = folder / "riffle.json"
        script = SCRIPTS / f"{kind}.riffle.yaml"
        program = Program(self.name, [
            self.program, "load", str(script), "--target", url, "--var", f"users={users}", "--var", f"seconds={seconds}s",
            "--progress", "none", "--out", f"json={report}"])
        code = finish(program, seconds)
        if code not in (0, 98) or not report.exists():
            raise RunFailed(f"riffle load ended with {code}: {''.join(program.recent)}")
        found = json.loads(report.read_text(encoding="utf-8"))
        figures = {}
        for name, measure in found["measures"].items():
            for prefix, values in (("", measure), ("naive.", measure.get("naive"))):
                if values:
                    figures[f"{prefix}{name}"] = {
                        "count": values["count"], **{part: values[part] / 1000 for part in ("mean", "p50", "p95", "p99", "max")}}
        counts = found["counts"]
        return {"verdict": found["outcome"], "figures": figures, "gaps": counts["gaps"], "reach": counts["reach"],
                "received": counts["receivedMessages"]}


class K6(tools.K6):
    """ASK of scripts/users.js is `wait` or `interval`."""

    def play(self, folder, url, kind, users, seconds, asking="wait"):
        out = folder / "k6.json"
        settings = {"URL": url, "USERS": users, "SECONDS": seconds, "ASK": asking if kind == "ask" else "none", "OUT": out}
        program = Program(self.name, [
            "env", "K6_NO_USAGE_REPORT=true", f"HOME={folder}", str(self.program), "run", "--quiet", "--no-color", "--address", "",
            *[word for key, value in settings.items() for word in ("--env", f"{key}={value}")], str(SCRIPTS / "users.js")])
        code = finish(program, seconds)
        if code != 0 or not out.exists():
            raise RunFailed(f"k6 ended with {code}: {''.join(program.recent)}")
        metrics = json.loads(out.read_text(encoding="utf-8"))
        figures = {}
        for name in ("reply", "push"):
            values = metrics.get(name, {}).get("values", {})
            if values.get("count"):
                names = {"mean": "avg", "p50": "med", "p95": "p(95)", "p99": "p(99)", "max": "max"}
                figures[name] = {"count": values["count"], **{part: values[key] for part, key in names.items()}}
        count = {name: metrics.get(name, {}).get("values", {}).get("count", 0) for name in ("gaps", "ws_msgs_received")}
        return {"figures": figures, "own gaps": count["gaps"], "received": count["ws_msgs_received"]}


class Locust:
    name = "Locust"
    version = "2.47.0"

    def __init__(self, store):
        self.program = store.python("locust==2.47.0", "websocket-client==1.9.2") / "locust"

    def play(self, folder, url, kind, users, seconds):
        environment = {"URL": url, "SECONDS": seconds, "FEED": "1" if kind == "feed" else "", "HOME": folder}
        program = Program(self.name, [
            "env", *[f"{key}={value}" for key, value in environment.items()], str(self.program), "--headless", "--users", str(users),
            "--spawn-rate", "1000", "--run-time", f"{seconds}s", "--stop-timeout", "1", "--csv", str(folder / "locust"),
            "--locustfile", str(SCRIPTS / "locustfile.py"), "--only-summary"])
        code = finish(program, seconds)
        table = folder / "locust_stats.csv"
        if not table.exists():
            raise RunFailed(f"Locust ended with {code}: {''.join(program.recent)}")
        figures, gaps = {}, 0
        with open(table, encoding="utf-8") as text:
            for row in csv.DictReader(text):
                if row["Name"] == "gap":
                    gaps = int(row["Request Count"])
                if row["Name"] in ("reply", "push"):
                    figures[row["Name"]] = {
                        "count": int(row["Request Count"]), "mean": float(row["Average Response Time"]), "p50": float(row["50%"]),
                        "p95": float(row["95%"]), "p99": float(row["99%"]), "max": float(row["Max Response Time"])}
        return {"figures": figures, "own gaps": gaps, "received": sum(values["count"] for values in figures.values())}


class Tsung(tools.Tsung):
    def play(self, folder, url, kind, users, seconds):
        port = re.search(r":(\d+)", url).group(1)
        program = super().play(
            folder, SCRIPTS / f"tsung-{kind}.xml", port=port, users=users, seconds=seconds, rounds=10 * seconds)
        try:
            finish(program, seconds)
        finally:
            program.end()
        found = {}
        # A line for each ten seconds: name, count, mean, deviation, maximum and minimum of them, mean and count before.
        for log in folder.glob("log/**/tsung.log"):
            for line in log.read_text(encoding="utf-8").splitlines():
                words = line.split()
                if words[:1] == ["stats:"] and words[1] in ("request", "async_unknown_data_rcv"):
                    found.setdefault(words[1], []).append([float(word) for word in words[2:]])
        figures = {}
        if "request" in found:
            rows = [row for row in found["request"] if row[0]]
            count = sum(row[0] for row in rows)
            figures["reply"] = {"count": int(count), "mean": sum(row[0] * row[1] for row in rows) / max(count, 1),
                                "max": max(row[3] for row in rows)}
        received = int(sum(row[0] for row in found.get("async_unknown_data_rcv", [])))
        return {"figures": figures, "received": received}


class Helper(Program):
    """The server with a fault, or the proxy; it says its address."""

    def __init__(self, name, arguments):
        super().__init__(name, [str(argument) for argument in arguments])
        try:
            self.url = self.line(r"listening on (ws://\S+)").group(1)
        except BaseException:
            self.end()
            raise

    def _stop(self):
        if self.process.poll() is None:
            self.process.terminate()

    def report(self):
        """What the server says at its end."""
        self.process.terminate()
        return json.loads(self.line(r"^\{.*\}$").group())


def server(store, *options):
    python = store.python("websockets==17.4") / "python"
    return Helper("server", [python, SCRIPTS / "server.py", *options])


def proxy(port, up, down):
    return Helper("proxy", [sys.executable, SCRIPTS / "proxy.py", port, "--up", up, "--down", down])


def riffle_server(program):
    return Helper("riffle serve", [program, "serve", "--listen", "127.0.0.1:0", "--room", "talk=threePage:numbers", "--memory"])
