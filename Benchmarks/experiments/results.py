"""The figures of the experiments: kept in results.json, and drawn as tables and pictures for docs/load-experiments.md."""

import json
import math
import pathlib
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "results.json"
DOCS = HERE.parent.parent / "docs"
PAGE = DOCS / "load-experiments.md"
PARTS = ("mean", "p50", "p95", "p99", "max")
WIDTH, LEFT, RIGHT, ROW = 860, 250, 830, 30
STYLE = """text { font: 13px system-ui, sans-serif; fill: #222 } .small { font-size: 12px; fill: #555 } .axis { stroke: #ccc }
.truth { stroke: #b3261e; stroke-width: 2; stroke-dasharray: 4 3 } .dot { fill: #0b57a4 } .range { stroke: #0b57a4; stroke-width: 2 } .ground { fill: #fff }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .small { fill: #aaa } .axis { stroke: #444 } .dot { fill: #7db7f2 } .range { stroke: #7db7f2 }
.truth { stroke: #f2b8b5 } .ground { fill: #16181c } }"""


def keep(name, part):
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found[name] = part
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def milliseconds(value):
    if value is None:
        return "–"
    return f"{value:,.1f}" if abs(value) < 100 else f"{value:,.0f}"


def grid(head, rows):
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]


def planned(part):
    """What a client that keeps to the plan sees of a server that answers at once but for its stalls: milliseconds of each request."""
    row = next(row for row in part["rows"] if row["server"]["stalls"])
    waits, count = [], part["seconds"] * part["users"] * 10
    for number in range(count):
        due = number * part["seconds"] / count
        waits.append(max([1000 * (end - due) for begin, end in row["server"]["stalls"] if begin <= due < end], default=0.0))
    waits.sort()

    def at(share):
        return waits[min(count - 1, math.ceil(share * count) - 1)]

    return {"count": count, "mean": sum(waits) / count, "p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "max": waits[-1]}


def stall_rows(part):
    """Name and values of each row, the plan first."""
    rows = [("the plan: 200 requests a second", planned(part))]
    for row in part["rows"]:
        figures = row["figures"]
        if row["tool"] == "riffle load":
            rows += [("riffle load, reply", figures["reply"]), ("riffle load, naive.reply", figures["naive.reply"])]
        elif "reply" in figures:
            rows.append((row["row"], figures["reply"]))
    return rows


def stall_table(part):
    rows = [[name, f"{values['count']:,}", *[milliseconds(values.get(key)) for key in PARTS]] for name, values in stall_rows(part)]
    return grid(["in milliseconds", "requests", *PARTS], rows)


def stall_picture(part):
    rows = [(name, [(key, values[key]) for key in ("p50", "p95", "p99", "max") if key in values] or [("mean", values["mean"])])
            for name, values in stall_rows(part)]
    rows = [(name, dots if len(dots) > 1 else [("mean", dict(stall_rows(part))[name]["mean"]), *dots]) for name, dots in rows]
    return chart("A server that stops for 2 s every 20 s: time to the reply, in milliseconds (logarithmic)", rows, logarithmic=True)


def drop_table(part):
    rows = []
    for row in part["rows"]:
        server = row["server"]
        if row["tool"] == "riffle load":
            missing = f"`gaps` {row['gaps']}, `reach` {100 * row['reach']:.2f} %"
        elif "own gaps" in row:
            missing = f"nothing; own code: {row['own gaps']}"
        else:
            missing = "nothing"
        rows.append([row["row"], f"{server['sent']:,}", str(server["dropped"]), f"{row['received']:,}", missing])
    return grid(["tool", "sent by the server", "left out", "received, as the tool counts", "reported as missing"], rows)


def drop_picture(part):
    rows = [("left out by the server", [("", max(row["server"]["dropped"] for row in part["rows"]))])]
    for row in part["rows"]:
        rows.append((row["row"], [("built in", row.get("gaps", 0))]))
        if "own gaps" in row:
            rows.append((f"{row['row']}, own code", [("own code", row["own gaps"])]))
    return chart("A server that leaves out every 100th message to one of 20: messages reported as missing", rows)


def middle(row, name):
    return row["figures"].get(name, {}).get("p50")


def delay_table(part):
    ways = list(dict.fromkeys(row["way"] for row in part["rows"]))
    names = list(dict.fromkeys(row["row"] for row in part["rows"] if "a room" not in row["row"]))
    by = {(row["row"], row["way"]): row for row in part["rows"]}
    rows = []
    for name in names:
        cells = []
        for way in ways:
            row = by.get((name, way), {"figures": {}})
            reply = row["figures"].get("reply", {})
            shown = milliseconds(reply.get("p50", reply.get("mean"))) + ("" if "p50" in reply else " (mean)")
            cells += [shown, milliseconds(middle(row, "push"))]
        rows.append([name, *cells])
    truth = ["the path", *[cell for way in ways for cell in ("50", "0" if way == "to the server" else "50")]]
    table = grid(["p50 in milliseconds", *[f"{kind}, {way}" for way in ways for kind in ("reply", "push")]], [truth, *rows])
    rooms = [[row["way"], *[milliseconds(middle(row, name)) for name in ("ack", "deliver", "transit")],
              "50" if row["way"] != "to the server" else "0"] for row in part["rows"] if "a room" in row["row"]]
    return [*table, "", *grid(["a room, 50 ms", "ack", "deliver", "transit", "the path from the server to a client"], rooms)]


def delay_picture(part):
    rows = []
    for row in part["rows"]:
        for name in ("push", "transit"):
            value = middle(row, name)
            if value is not None and not (name == "transit" and "a room" not in row["row"]):
                rows.append((f"{row['row']}: {row['way'].replace('the ', '')}", [(name, value)]))
    return chart("One-way time of a message to a client, p50 in milliseconds; 50 or 0 is right", rows, truths=(0, 50), label=330)


TABLES = {"stall": stall_table, "drop": drop_table, "delay": delay_table}
PICTURES = {"stall": stall_picture, "drop": drop_picture, "delay": delay_picture}


def chart(title, rows, logarithmic=False, truths=(), label=LEFT):
    """Rows of named dots on one axis."""
    values = [value for _, dots in rows for _, value in dots] + list(truths)
    if logarithmic:
        ticks = [0.1, 1, 10, 100, 1000, 10000]
        ticks = [tick for tick in ticks if tick / 10 < max(values)]
        low, high = math.log10(ticks[0]), math.log10(ticks[-1])

        def x(value):
            return label + (RIGHT - label) * (math.log10(max(value, ticks[0])) - low) / (high - low)
    else:
        low, high = min([0, *values]), max(values)
        step = 10 ** math.floor(math.log10(max(high - low, 1)))
        step = step if (high - low) / step > 2 else step / 5
        ticks = [step * number for number in range(math.floor(low / step), math.ceil(high / step) + 1)]
        low, high = ticks[0], ticks[-1]

        def x(value):
            return label + (RIGHT - label) * (value - low) / (high - low)

    height = 60 + ROW * len(rows)
    parts = [f'<text x="12" y="20">{escape(title)}</text>']
    for tick in ticks:
        parts += [f'<line class="axis" x1="{x(tick):.1f}" y1="34" x2="{x(tick):.1f}" y2="{height - 24}"/>',
                  f'<text class="small" x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle">{tick:g}</text>']
    parts += [f'<line class="truth" x1="{x(value):.1f}" y1="34" x2="{x(value):.1f}" y2="{height - 24}"/>' for value in truths]
    for number, (name, dots) in enumerate(rows):
        y = 50 + ROW * number
        parts.append(f'<text x="12" y="{y + 4}">{escape(name)}</text>')
        places = [x(value) for _, value in dots]
        parts.append(f'<line class="range" x1="{min(places):.1f}" y1="{y}" x2="{max(places):.1f}" y2="{y}"/>')
        last = -100.0
        for place, (words, value) in zip(places, dots):
            parts.append(f'<circle class="dot" cx="{place:.1f}" cy="{y}" r="4.5"/>')
            # One that would cover the one before is left out, as are names of a single value.
            if place - last > 34 or len(dots) == 1:
                shown = f"{words} {value:.0f}".strip() if len(dots) == 1 else words
                anchor, shift = ("middle", 0) if len(dots) > 1 else (("end", -9) if place > RIGHT - 90 else ("start", 9))
                parts.append(f'<text class="small" x="{place + shift:.1f}" y="{y - 8 if len(dots) > 1 else y + 4}" text-anchor="{anchor}">'
                             f'{escape(shown)}</text>')
                last = place
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", f'<rect class="ground" width="{WIDTH}" height="{height}"/>', *parts,
        "</svg>", ""])


def table(name, part):
    return TABLES[name](part)


def section(name, part):
    versions = ", ".join(f"{tool} {version}".strip() for tool, version in part["versions"].items())
    absent = "".join(f"; absent: {tool} ({reason})" for tool, reason in part["absent"].items())
    return "\n".join([
        f"{part['users']} users, {part['seconds']} s for each tool; {part['date']}, {part['machine']}, load before {part['load']:.2f}; {versions}{absent}.",
        "", *table(name, part)])


def drawn():
    """The page with its tables, and the pictures by their names."""
    page, found = PAGE.read_text(encoding="utf-8"), {}
    for name, part in json.loads(FILE.read_text(encoding="utf-8")).items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, _, rest = page.partition(begin)
        _, _, tail = rest.partition(end)
        page = f"{head}{begin}\n\n{section(name, part)}\n\n{end}{tail}"
        found[f"experiment-{name}.svg"] = PICTURES[name](part)
    return page, found


def draw():
    page, pictures = drawn()
    PAGE.write_text(page, encoding="utf-8")
    for name, svg in pictures.items():
        (DOCS / "pictures" / name).write_text(svg, encoding="utf-8")
