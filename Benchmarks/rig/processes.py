"""The programs of a run: each is started here, spoken to line by line, and ended by its own id."""

import collections
import json
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time


class RunFailed(Exception):
    """The run cannot go on; the text says why."""


def alone(program):
    """The words that start a program by itself."""
    return [str(program)]


class Program:
    """A child process with a pipe each way."""

    def __init__(self, name, arguments):
        self.name = name
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.pid = self.process.pid
        self.recent = collections.deque(maxlen=12)
        self.lines = queue.SimpleQueue()
        self.listening = True
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self):
        for line in self.process.stdout:
            self.recent.append(line)
            if self.listening:
                self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
        except OSError:
            raise RunFailed(f"{self.name} is gone: {''.join(self.recent)}") from None

    def line(self, pattern, seconds=30):
        """The first line from now on that matches, as a match object."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise RunFailed(f"{self.name} did not say {pattern} within {seconds} s: {list(self.recent)}") from None
            if line is None:
                raise RunFailed(f"{self.name} ended with {self.process.wait()}: {''.join(self.recent)}")
            match = re.search(pattern, line)
            if match:
                return match

    def ask(self, line, seconds=30):
        """Says a line and reads the JSON object that answers it."""
        self.tell(line)
        return json.loads(self.line(r"^\{.*\}$", seconds).group())

    def end(self):
        """Closes the pipe, which ends a tool; a server is told to stop. Insists after ten seconds."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self._stop()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _stop(self):
        pass

    def cpu_nanoseconds(self):
        """Processor time of the whole process so far, all threads, user and kernel."""
        # The kernel's clock id of another process: its id inverted, above the three bits that say "process, scheduler".
        return time.clock_gettime_ns((~self.pid << 3) | 2)

    def thread_cpu_seconds(self):
        """Processor time of each thread so far by its number, to a hundredth of a second."""
        found = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/stat", encoding="utf-8") as stat:
                fields = stat.read().rpartition(")")[2].split()
            found[int(thread)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found

    def resident_bytes(self):
        return self._kilobytes("status", "VmRSS:") * 1024

    def proportional_bytes(self):
        """Resident memory, what several processes share divided by their number."""
        return self._kilobytes("smaps_rollup", "Pss:") * 1024

    def _kilobytes(self, file, field):
        with open(f"/proc/{self.pid}/{file}", encoding="ascii") as text:
            for line in text:
                if line.startswith(field):
                    return int(line.split()[1])
        raise RunFailed(f"{self.name} has no {field} in {file}")

    def settled_resident_bytes(self, patience_seconds=15):
        """Resident memory once it has stood still for a second and a half."""
        last, since = self.resident_bytes(), time.monotonic()
        deadline = since + patience_seconds
        while time.monotonic() < deadline and time.monotonic() - since < 1.5:
            time.sleep(0.1)
            now = self.resident_bytes()
            if now != last:
                last, since = now, time.monotonic()
        return last


class Server(Program):
    """A server under test: it prints its address, then logs."""

    def __init__(self, name, command, pattern):
        super().__init__(name, shlex.split(command))
        self.url = self.line(pattern).group(1)
        self.listening = False

    def _stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)


class Attached(Server):
    """A server that somebody else started and will end."""

    def __init__(self, url, pid):
        self.name, self.url, self.pid = "server", url, pid
        os.kill(pid, 0)

    def end(self):
        pass


class Bare(Program):
    """The floor: a server of one write per delivery, or with `--ring` of one call for all deliveries of a message."""

    def __init__(self, tools, *options, command=alone):
        super().__init__("bare", [*command(f"{tools}/bare"), *options])
        self.url = self.line(r"listening on (ws://\S+)").group(1)


class Crowd(Program):
    """Members that follow and count; waits until all are in and it is quiet."""

    def __init__(self, tools, url, connections, **options):
        options = {"rooms": 1, "offsets": "keyframes", "rate": 1000} | options
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        super().__init__("crowd", [f"{tools}/crowd", "--url", url, "--connections", str(connections)] + words)
        self.connections = connections
        try:
            self._wait()
        except BaseException:
            self.end()
            raise

    def _wait(self):
        deadline, last = time.monotonic() + 120, None
        while True:
            time.sleep(0.5)
            mark = self.mark()
            quiet = last is not None and mark["messages"] == last["messages"]
            if mark["joined"] == self.connections and quiet:
                return
            if mark["closed"] or time.monotonic() > deadline:
                raise RunFailed(f"the crowd of {self.connections} did not get in: {mark}")
            last = mark

    def mark(self):
        return self.ask("mark")


class Publisher(Program):
    """One client of a relay that says what the relay hands on."""

    def __init__(self, tools, url, wire):
        super().__init__("publisher", [
            f"{tools}/publisher", "--url", url + wire.path, "--subprotocol", wire.subprotocol,
            "--greeting", wire.first_words.hex()])
        self.line("^connected$", 30)


class Mover(Program):
    """One member that drags the pager."""

    def __init__(self, tools, url, role="member"):
        super().__init__("mover", [f"{tools}/mover", url, role])
        self.line("^joined$", 10)
