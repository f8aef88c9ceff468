"""A message for many members as one call of the kernel (io_uring), against a call for each; rooms of several sizes."""

from .figure import Figure
from .part import dots, grid
from .processes import Crowd, Mover
from .turns import SETTLE_MILLISECONDS, measure

SIZES = (10, 100, 1_000)


class Sends:
    """A room whose server sends in one way, and its viewers."""

    def __init__(self, run, method, viewers):
        self.name, self.viewers, self.rounds = f"{method}, {viewers:,} viewers", viewers, []
        self.server = run.start_server("riffle", ["turn"], more=f"--send {method}")
        url = f"{self.server.url}/rooms/turn"
        self.crowd = run.own(Crowd(run.chosen.tools, url, viewers))
        self.mover = run.own(Mover(run.chosen.tools, url, "presenter"))
        self.mover.tell(f"settle {SETTLE_MILLISECONDS}")
        self.turn(2, None)

    def turn(self, count, milliseconds):
        self.mover.ask(f"swipe {count}", seconds=10 + 3 * count)


def cost(round_):
    """Server processor time per message delivered, in microseconds."""
    return round_["cpu"] / round_["messages"]


def sends_figures(run):
    found, rows = [], []
    for viewers in SIZES:
        with run.inner():
            places = [Sends(run, method, viewers) for method in ("uring", "write")]
            for _ in range(run.settings["looks"]):
                for place in places:
                    measure(place, run.settings["lookTurns"], None, run.say)
        ring, write = ([cost(one) for one in place.rounds] for place in places)
        found.append(Figure(f"sends: server processor time per delivery to {viewers:,} viewers by io_uring, against write",
                            "×", None, [one / other for one, other in zip(ring, write)]))
        rows += [[place.name, f"{dots([cost(one) for one in place.rounds], 2)} µs"] for place in places]
    run.part.lines += grid(["server", "processor time per delivery, each round"], rows)
    return found
