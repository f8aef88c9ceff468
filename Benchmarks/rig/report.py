"""Conditions, the tables, and their place in the README."""

import datetime
import os
import platform
import subprocess

def first_line(arguments):
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return (done.stdout.strip().splitlines() or ["unknown"])[0]


def machine():
    """Processor, cores and kernel."""
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        model = next((line.split(":")[1].strip() for line in text if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}"


def conditions(part):
    """When, where and how it ran, as lines of Markdown."""
    return [
        f"- {datetime.datetime.now(datetime.timezone.utc).date()}, {machine()}, load before {part.load:.2f}; "
        f"{first_line(['swift', '--version'])}, libwebsockets "
        f"{first_line(['pkg-config', '--modversion', 'libwebsockets']).rstrip('-')}, Python {platform.python_version()}",
        f"- {part.settings}",
    ]


def number(value):
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def verdict(figure):
    if figure.bound is None:
        return "–"
    return "held" if figure.met else "**missed**"


def verdicts(figures):
    """A line for each bound."""
    return [f"{'held' if figure.met else 'MISSED'}: {figure.name}: {number(figure.decisive)} {figure.unit}".rstrip()
            + f", bound {figure.bound:g}" for figure in figures if figure.bound is not None]


def table(figures):
    lines = ["| figure | bound | median | min – max | verdict | |", "|---|---|---|---|---|---|"]
    for figure in figures:
        bound = "–" if figure.bound is None else f"≤ {figure.bound:g} {figure.unit}"
        spread = f"{number(min(figure.values))} – {number(max(figure.values))}" if len(figure.values) > 1 else "–"
        lines.append(f"| {figure.name} | {bound.strip()} | {number(figure.median)} {figure.unit} | {spread} "
                     f"| {verdict(figure)} | {figure.note} |")
    return lines


def rounds_table(stages):
    """Every single value behind the ratios."""
    if not stages:
        return []
    lines = ["", "| server | processor time per delivery, each round | deliveries per viewer and second | payload |",
             "|---|---|---|---|"]
    for stage in stages:
        times = " · ".join(f"{round.microseconds:.2f}" for round in stage.rounds)
        rates = " · ".join(f"{round.per_viewer_per_second:.1f}" for round in stage.rounds)
        size = stage.rounds[-1].payload_bytes
        lines.append(f"| {stage.name} | {times} µs | {rates} | {size:.0f} B |")
    rounds = [round for stage in stages for round in stage.rounds]
    busiest = max(round.generator_percent for round in rounds)
    latest = max(round.generator_lag_milliseconds for round in rounds)
    lines += ["", f"The load generator used {busiest:.0f} % of one core at most and was {latest:.1f} ms late at worst: "
              "not the bottleneck."]
    return lines


def markdown(part):
    figures = [""] + table(part.figures) if part.figures else []
    return "\n".join(conditions(part) + figures + rounds_table(part.stages) + part.lines)


def record(path, name, text):
    """Puts a group's text between its markers in the README."""
    begin, end = f"<!-- figures {name}: begin -->", f"<!-- figures {name}: end -->"
    with open(path, encoding="utf-8") as file:
        before = file.read()
    head, found, rest = before.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{path} has no place for the figures {name}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}{begin}\n\n{text}\n\n{end}{tail}")
