"""The figures of all recorded runs, a line of JSON for each group."""

import datetime
import json
import subprocess

from . import report


def revision(folder):
    """The commit, with `-dirty` where a file has changes that are not committed, other than those that recording writes."""
    git = ["git", "-C", str(folder)]
    written = [f":(top,exclude)Benchmarks/{name}" for name in ("README.md", "history.jsonl")]
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ":/", *written], check=False).returncode
    return report.first_line([*git, "rev-parse", "--short=12", "HEAD"]) + ("-dirty" if changed else "")


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
