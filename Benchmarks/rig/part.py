"""What one group of figures found, and what its part of the report says."""

import dataclasses

from .figure import Figure


@dataclasses.dataclass
class Part:
    name: str
    settings: str  # sizes and times, as a sentence
    load: float  # of the machine before it began
    figures: list[Figure] = dataclasses.field(default_factory=list)
    stages: list = dataclasses.field(default_factory=list)
    lines: list[str] = dataclasses.field(default_factory=list)  # of Markdown, below the tables


def bars(rows, unit, width=50):
    """A chart for any terminal: names, lengths and values."""
    if not rows:
        return []
    margin, longest = max(len(name) for name, _ in rows), max(value for _, value in rows)
    lines = ["", "```text"]
    for name, value in rows:
        length = round(width * value / longest) if longest > 0 else 0
        lines.append(f"{name:<{margin}}  {'#' * max(length, 1):<{width}}  {value:.2f} {unit}")
    return lines + ["```"]


def grid(heads, rows):
    """A table of Markdown."""
    lines = ["", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return lines + [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]


def dots(values, places=2):
    """Every round's value."""
    return " · ".join(f"{value:.{places}f}" for value in values)


def absences(absent):
    """Who did not take part, and why."""
    return ["", "Absent: " + "; ".join(f"{name} ({reason})" for name, reason in absent.items()) + "."] if absent else []
