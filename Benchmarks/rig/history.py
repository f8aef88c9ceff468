"""The figures of all recorded runs, a line of JSON for each group."""

import datetime
import json

from . import report


def revision(folder):
    """The commit, with `-dirty` where something is not committed."""
    return report.first_line(["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])


def line(part, revision_, now):
    """What `append` writes."""
    figures = {figure.name: {
        "unit": figure.unit, "bound": figure.bound, "median": figure.median,
        "minimum": min(figure.values), "maximum": max(figure.values), "rounds": len(figure.values)}
        for figure in part.figures}
    return json.dumps({
        "at": now.isoformat(timespec="seconds"), "revision": revision_, "group": part.name,
        "machine": report.machine(), "load": round(part.load, 2), "settings": part.settings, "figures": figures}, ensure_ascii=False)


def append(path, part, revision_):
    now = datetime.datetime.now(datetime.timezone.utc)
    with open(path, "a", encoding="utf-8") as file:
        file.write(line(part, revision_, now) + "\n")
