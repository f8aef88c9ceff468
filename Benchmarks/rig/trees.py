"""Processor time of programs that start others, and connections as the kernel counts them."""

import os
import time

ESTABLISHED = "01"


def family(pid):
    """A process and all that descend from it, as far as they run."""
    children = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as text:
                parent = int(text.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def cpu_nanoseconds(pid):
    """User and kernel time so far of a process and its descendants that run."""
    total = 0
    for one in family(pid):
        try:
            total += time.clock_gettime_ns((~one << 3) | 2)
        except OSError:
            continue
    return total


def connections(port):
    """Connections to a port of this machine that stand, counted once."""
    wanted, count = f":{port:04X}", 0
    with open("/proc/net/tcp", encoding="ascii") as text:
        for line in text:
            fields = line.split()
            count += fields[1].endswith(wanted) and fields[3] == ESTABLISHED
    return count
