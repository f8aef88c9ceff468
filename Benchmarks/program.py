#!/usr/bin/env python3
"""Size, start and memory of the program, as a table.

Usage: Benchmarks/program.py PROGRAM [RUNS]. Memory is that of a client in a terminal of 80x24 which follows a talk, alone beside its server
and as one of ten. Processes of one program share the pages that they only read; in the proportional set size each has its part of them.
"""

import os
import pathlib
import pty
import re
import select
import signal
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
DECK = HERE.parent / "Examples" / "decks" / "tour.md"
LIMIT = 30


def starts(program, runs):
    """Milliseconds from the start to the end of `--version`, sorted."""
    times = []
    for _ in range(runs):
        began = time.monotonic()
        subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL)
        times.append((time.monotonic() - began) * 1e3)
    return sorted(times)


def in_terminal(words, wanted):
    """Starts a command in a terminal and waits for `wanted`; gives its process and its terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp(words[0], words)
    text, deadline = b"", time.monotonic() + LIMIT
    while wanted not in text:
        if time.monotonic() > deadline:
            raise SystemExit(f"program: expected {wanted} in the terminal, got {text[-500:]}")
        if select.select([terminal], [], [], 1)[0]:
            text += os.read(terminal, 65536)
    return child, terminal


def memory(process):
    """Kilobytes by field of smaps_rollup, once they stand still."""
    def read():
        lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
        return {name: int(value) for name, value in re.findall(r"^(\w+): +(\d+) kB$", "\n".join(lines), re.M)}

    last = read()
    while True:
        time.sleep(1)
        now = read()
        if now == last:
            return now
        last = now


def follow(program, count):
    """Memory of the last of so many clients, and of their server."""
    clients = []
    with subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--open", "--room", f"talk={DECK}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            address = next(line.split()[-1] for line in server.stdout if line.startswith("listening on"))
            # The quiet status line does not say that a client is in step.
            words = [program, "join", f"{address}/rooms/talk", "--status", "full"]
            for _ in range(count):
                clients.append(in_terminal(words, b"in step"))
            return memory(clients[-1][0]), memory(server.pid)
        finally:
            for client, terminal in clients:
                os.kill(client, signal.SIGTERM)
                os.close(terminal)
                os.waitpid(client, 0)
            server.terminate()


def main():
    program, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    times = starts(program, runs)
    print("| figure | bound | measured |\n|---|---|---|")
    print(f"| size of the program | | {os.path.getsize(program) / 1e6:.1f} MB |")
    print(f"| start to end of `riffle --version`, median of {runs} | 30 ms | {statistics.median(times):.1f} ms "
          f"(p95 {times[int(runs * 0.95)]:.1f}) |")
    alone, server = follow(program, 1)
    crowded, _ = follow(program, 10)
    for name, found in (("a client alone", alone), ("each of ten clients", crowded), ("a server with one client", server)):
        bound = "" if found is server else "6 MB"
        print(f"| memory that {name} has written | {bound} | {found['Pss_Anon'] / 1e3:.1f} MB |")
        print(f"| … and with its part of the pages of files | | {found['Pss'] / 1e3:.1f} MB |")


if __name__ == "__main__":
    main()
