"""The page of `--web`: how soon a browser shows the first page, and what viewers cost with documents beside the bodies."""

import json
import pathlib
import shlex
import shutil

from .figure import Figure
from .part import dots, grid
from .processes import Crowd, Mover, Program
from .settings import turns
from .turns import SETTLE_MILLISECONDS, Room, measure

TOP = pathlib.Path(__file__).resolve().parents[2]
# `make test` fills it; the browser is driven with its package `websockets`.
PYTHON = TOP / ".build/python/bin/python"
# So many that no run comes to the last page.
PAGES = 400
BODY = """A sentence with *emphasis*, `code` and [a link](https://example.org/), as decks have it.

- one of some bullets
- another one, with **more** text
- the last one

```swift
let page = room.page(at: {number})
```
"""


def deck():
    return "\n---\n\n".join(f"# Page {number}\n\n{BODY.replace('{number}', str(number))}\n" for number in range(PAGES))


class Talk(Room):
    """A room with a deck in Markdown and its viewers; a presenter turns its pages."""

    def __init__(self, run, name, path, option=""):
        self.name, self.viewers, self.rounds = name, run.settings["turners"], []
        self.server = run.start_server("riffle", ["bench"], more=f"{option} --room talk={shlex.quote(str(path))}")
        url = f"{self.server.url}/rooms/talk"
        self.crowd = run.own(Crowd(run.chosen.tools, url, self.viewers))
        self.mover = run.own(Mover(run.chosen.tools, url, "presenter"))
        self.mover.tell(f"settle {SETTLE_MILLISECONDS}")
        self.turn(2, None)


def browser_figures(run, path):
    """From the address to the first page on the screen of a browser, and its frames; none where there is no browser."""
    if not shutil.which("chromium") or not PYTHON.exists():
        run.part.lines += ["", "Absent: the browser (expected chromium, and .build/python of `make test`)."]
        return []
    with run.inner():
        server = run.start_server("riffle", ["bench"], more=f"--web --room talk={shlex.quote(str(path))}")
        script = TOP / "Tests/System/Web/page_figures.py"
        words = [str(PYTHON), str(script), server.url.removeprefix("ws://"), "talk", str(run.settings["starts"])]
        found = json.loads(run.own(Program("browser", words)).line(r"^\{.*\}$", 300).group())
    note = f"the page itself had come after {dots(found['loaded'], 0)} ms; Chromium without a window, nothing cached"
    frames = f"{found['frames']:.0f} frames a second, drawn without a graphics card"
    return [
        Figure("web: from the address to the first page drawn", "s", 1, [one / 1000 for one in found["drawn"]], note),
        # A sixth of a frame at 60 a second: a phone may be six times slower.
        Figure("web: main thread per frame of a drag", "ms", 2.7, [found["frame"]], frames)]


def cost_figures(run, path):
    """A turn with documents beside the bodies, against one without: what `--web` costs a viewer, also in a terminal."""
    count = turns(run.settings)
    with run.inner():
        places = [Talk(run, "with --web", path, "--web"), Talk(run, "without", path)]
        for _ in range(run.settings["rounds"]):
            for place in places:
                measure(place, count, None, run.say)
    run.part.lines += grid(
        ["server", "messages", "bytes", "server processor time", "all per viewer and turn, each round"],
        [[place.name, *(dots([each[key] for each in place.rounds], places) + unit
                        for key, places, unit in (("messages", 1, ""), ("bytes", 0, " B"), ("cpu", 1, " µs"))), ""]
         for place in places])

    def against(what, key, bound):
        values = [page[key] / plain[key] for page, plain in zip(places[0].rounds, places[1].rounds)]
        return Figure(f"web: {what} per viewer and turn of a page in Markdown, against a server without --web", "×", bound, values)

    # Pages get the frames of terminals (a test), so a viewer's price is that of the server's messages.
    return [against("server processor time", "cpu", 1.25), against("bytes", "bytes", None)]


def web_figures(run):
    path = pathlib.Path(run.scratch()) / "talk.md"
    path.write_text(deck(), encoding="utf-8")
    return browser_figures(run, path) + cost_figures(run, path)
