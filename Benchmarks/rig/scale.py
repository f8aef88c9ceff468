"""What a delivery costs as the work grows otherwise than by viewers: over loops, rooms, pages, their size, and edits."""

import pathlib
import shlex

from .deliveries import RoomStage, Stage
from .figure import Figure
from .figures import ratio
from .part import dots, grid
from .processes import Crowd, Mover, RunFailed
from .turns import SETTLE_MILLISECONDS, measure

ROOMS = 64
PAGES = 10_000
EDITS_PER_SECOND = 5
# Of pages that are turned; the larger one is the greatest that a server takes by default, less what is beside the text.
PAGE_BYTES = (1 << 10, (1 << 20) - 1_000)
READERS = 20
# More than the turns of a run.
LARGE_PAGES = 14


class Edited(RoomStage):
    """Offsets of a drag, and a presenter who changes a page meanwhile."""

    def begin(self, rate):
        self.mover = Mover(self.tools, self.url, "presenter")
        self.mover.tell(f"drag {rate} {EDITS_PER_SECOND} edits")


class ManyRooms(Stage):
    """A drag in each of many rooms at once, whose viewers are as many as those of the one room."""

    def __init__(self, run, name, server, viewers):
        url, self.tools = f"{server.url}/rooms/room", run.chosen.tools
        self.urls = [f"{url}{number}" for number in range(ROOMS)]
        crowd = run.own(Crowd(self.tools, url + "{}", viewers, rooms=ROOMS, offsets="frames"))
        super().__init__(name, server, crowd, viewers)

    def begin(self, rate):
        self.movers = [Mover(self.tools, url) for url in self.urls]
        for mover in self.movers:
            mover.tell(f"drag {rate}")

    def finish(self):
        try:
            rejects = sum(mover.ask("rest")["rejects"] for mover in self.movers)
            if rejects:
                raise RunFailed(f"{self.name}: {rejects} inputs of the movers were rejected")
        finally:
            for mover in self.movers:
                mover.end()


class Readers:
    """A deck of pages of one size whose pages are turned before a few viewers."""

    def __init__(self, run, folder, size):
        self.name, self.viewers, self.rounds = f"{size / 1024:,.0f} KiB", READERS, []
        path = folder / f"pages{size}.md"
        line = "A line of a page, as long as lines of a page are wont to be.\n"
        text = (line * (size // len(line)))[:-1]
        path.write_text("\n---\n\n".join(f"# Page {page}\n\n{text}\n" for page in range(LARGE_PAGES)), encoding="utf-8")
        self.server = run.start_server("riffle", [], more=f"--room talk={shlex.quote(str(path))}")
        url = f"{self.server.url}/rooms/talk"
        self.crowd = run.own(Crowd(run.chosen.tools, url, READERS))
        self.mover = run.own(Mover(run.chosen.tools, url, "presenter"))
        self.mover.tell(f"settle {SETTLE_MILLISECONDS}")

    def turn(self, count, milliseconds):
        self.mover.ask(f"swipe {count}", seconds=10 + 3 * count)


def deck(folder):
    path = folder / "many.md"
    path.write_text("\n---\n\n".join(f"# Page {number}\n\nIts text.\n" for number in range(PAGES)), encoding="utf-8")
    return f"--room bench={shlex.quote(str(path))}"


def deliveries(run, folder):
    """One room as everywhere, and the same number of deliveries in other ways."""
    viewers = run.settings["viewers"]
    base = run.room_stage("one room of three pages, one loop", run.start_server("riffle", ["bench"]))
    loops = run.room_stage("two loops", run.start_server("riffle with two loops", ["bench"], loops=2))
    pages = run.room_stage(f"{PAGES:,} pages", run.start_server("riffle with a long deck", [], more=deck(folder)))
    server = run.start_server("riffle with an editor", ["bench"])
    crowd = run.own(Crowd(run.chosen.tools, f"{server.url}/rooms/bench", viewers, offsets="frames"))
    edited = Edited(f"{EDITS_PER_SECOND} edits a second beside the drag", server, crowd, viewers, run.chosen.tools,
                    f"{server.url}/rooms/bench")
    rooms = ManyRooms(run, f"{ROOMS} rooms with a drag each",
                      run.start_server("riffle with many rooms", [f"room{number}" for number in range(ROOMS)]), viewers)
    stages = [base, loops, pages, edited, rooms]
    for _ in range(run.settings["rounds"]):
        for stage in stages:
            stage.measure(run.settings["rate"], run.settings["brief"], run.say)
    run.part.stages += stages
    return [ratio(f"scale: processor time per delivery, {stage.name}, against one room", None, stage, base, "")
            for stage in stages[1:]]


def sizes(run, folder):
    """Pages of 1 KiB and of 1 MiB, turned before a few viewers: the cost of a KiB that is delivered."""
    places = [Readers(run, folder, size) for size in PAGE_BYTES]
    for _ in range(run.settings["rounds"]):
        for place in places:
            measure(place, 3, None, run.say)

    def cost(turn):
        return 1024 * turn["cpu"] / turn["bytes"]

    run.part.lines += grid(
        ["pages of", "bytes per viewer and turn", "server processor time per viewer and turn", "per KiB"],
        [[place.name, f"{place.rounds[-1]['bytes']:,.0f} B", f"{dots([turn['cpu'] for turn in place.rounds], 0)} µs",
          f"{dots([cost(turn) for turn in place.rounds], 2)} µs"] for place in places])
    small, large = places
    values = [cost(one) / cost(other) for one, other in zip(large.rounds, small.rounds)]
    return [Figure("scale: processor time per KiB of a page turn, pages of 1 MiB against 1 KiB", "×", None, values)]


def scale_figures(run):
    folder = pathlib.Path(run.scratch())
    with run.inner():
        found = deliveries(run, folder)
    with run.inner():
        return found + sizes(run, folder)
