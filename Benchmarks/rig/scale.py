"""What a delivery costs as the work grows otherwise than by viewers: over loops, rooms, pages, their size, and edits."""

import pathlib
import shlex
import time

from .deliveries import RoomStage, Stage
from .figure import Figure
from .figures import ratio
from .part import dots, grid
from .processes import Crowd, Mover, RunFailed
from .turns import SETTLE_MILLISECONDS, Room, measure

ROOMS = 64
PAGES = 10_000
EDITS_PER_SECOND = 5
# Of a page that comes into the window; a page has at most 64 KiB of text.
PAGE_BYTES = (1 << 10, 1 << 14, (1 << 16) - 100)
READERS = 20


class Edited(RoomStage):
    """Offsets of a drag, and a presenter who changes a page meanwhile."""

    role, beside = "presenter", f" {EDITS_PER_SECOND} edits"


class ManyRooms(Stage):
    """A drag in each of many rooms at once, whose viewers are as many as those of the one room."""

    def __init__(self, run, name, server, viewers):
        url, self.tools = f"{server.url}/rooms/room", run.chosen.tools
        self.urls = [f"{url}{number}" for number in range(ROOMS)]
        crowd = run.own(Crowd(self.tools, url + "{}", viewers, rooms=ROOMS, offsets="frames"))
        super().__init__(name, server, crowd, viewers)

    def begin(self, rate):
        self.movers = [Mover(self.tools, url) for url in self.urls]
        time.sleep(0.5)
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


class Readers(Room):
    """A deck of two short pages and one of a size, which comes into the window of a few viewers when a page is turned."""

    def __init__(self, run, folder, size):
        self.name, self.viewers, self.rounds = f"a page of {size / 1024:,.0f} KiB", READERS, []
        path = folder / f"pages{size}.md"
        line = "A line of a page, as long as lines of a page are wont to be.\n"
        large = (line * (size // len(line) + 1))[:size]
        path.write_text(f"# One\n\n---\n\n# Two\n\n---\n\n# Three\n\n{large}\n", encoding="utf-8")
        self.server = run.start_server("riffle", [], more=f"--room talk={shlex.quote(str(path))}")
        url = f"{self.server.url}/rooms/talk"
        self.crowd = run.own(Crowd(run.chosen.tools, url, READERS))
        self.mover = run.own(Mover(run.chosen.tools, url, "presenter"))
        self.mover.tell(f"settle {SETTLE_MILLISECONDS}")


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
    """The cost of a KiB that a page turn delivers, with pages of several sizes; a new server for each turn."""
    turns = {size: [] for size in PAGE_BYTES}
    for _ in range(run.settings["rounds"]):
        for size in PAGE_BYTES:
            with run.inner():
                place = Readers(run, folder, size)
                measure(place, 1, None, run.say)
                turns[size] += place.rounds

    def cost(turn):
        return 1024 * turn["cpu"] / turn["bytes"]

    run.part.lines += grid(
        ["a page of", "bytes per viewer and turn", "server processor time per viewer and turn", "per KiB"],
        [[f"{size / 1024:,.0f} KiB", f"{turns[size][-1]['bytes']:,.0f} B", f"{dots([turn['cpu'] for turn in turns[size]], 0)} µs",
          f"{dots([cost(turn) for turn in turns[size]], 2)} µs"] for size in PAGE_BYTES])
    _, middle, large = (turns[size] for size in PAGE_BYTES)
    values = [cost(one) / cost(other) for one, other in zip(large, middle)]
    return [Figure("scale: processor time per KiB of a page turn, a page of 64 KiB against 16 KiB", "×", None, values)]


def scale_figures(run):
    folder = pathlib.Path(run.scratch())
    with run.inner():
        found = deliveries(run, folder)
    return found + sizes(run, folder)
