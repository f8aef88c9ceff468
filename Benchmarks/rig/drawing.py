"""What drawing costs: frames of a dragged page full of highlighted code, and how soon a long deck is open."""

import json
import pathlib
import resource
import select
import shlex
import subprocess
import time

from .figure import Figure
from .processes import RunFailed
from .terminal import Terminal, settle

COLUMNS, ROWS, SAMPLES = 200, 60, 60
# Between two samples of a drag: longer than the client takes for a frame.
SAMPLE_SECONDS = 0.04
LINE = '    case .open(let name) where name.count > {0}: return "page \\(name) {0}" // which is the longest part of the line'


def code(page):
    lines = "\n".join(LINE.replace("{0}", str(page * 100 + line)) for line in range(52))
    return f"# Code {page}\n\n```swift\n{lines}\n```\n"


def long_deck(pages, blocks):
    """Pages with text, some of them with code."""
    every = pages // blocks
    return "\n---\n\n".join(
        code(page).replace("# Code", "# Page") if page % every == 0
        else f"# Page {page}\n\n- one of some bullets\n- another with **more** text\n\nA sentence for page {page}.\n"
        for page in range(pages))


def frames_figures(run):
    """Drawing and comparing alone, by the program `frames`."""
    program = pathlib.Path(run.chosen.server).parent / "frames"
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RunFailed(f"{program}: {done.stderr[-300:]}")
    figures = []
    for found in map(json.loads, done.stdout.splitlines()):
        both = [(drawn + written) / 1000 for drawn, written in zip(found["drawMicroseconds"], found["writeMicroseconds"])]
        is_code = found["content"] == "code"
        content = "dragged code" if is_code else f"a dragged picture of noise in {found['columns']} by {found['rows']} cells"
        figures += [
            Figure(f"drawing: processor time of a frame of {content}, drawn and written", "ms",
                   1 if is_code else None, both,
                   f"{COLUMNS} by {ROWS} cells, {found['frames'] // SAMPLES} drags of {SAMPLES} frames; "
                   f"{sorted(found['drawMicroseconds'])[2]:.0f} µs to draw"),
            Figure(f"drawing: bytes of {'such a frame' if is_code else 'a frame of that picture'}, against a repaint", "×",
                   0.5 if is_code else None, [found["bytes"] / found["repaintBytes"]],
                   f"{found['bytes']} of {found['repaintBytes']} B")]
    return figures


class DraggedDeck:
    """A client in a large terminal that drags its own room to and fro."""

    def __init__(self, run, path):
        server = run.start_server("riffle for drawing", ["bench"], more=f"--room talk={shlex.quote(str(path))}")
        words = [run.chosen.server, "join", f"{server.url}/rooms/talk", "--role", "member", "--name", "Ann", "--unicode"]
        self.terminal = run.own(Terminal(words, COLUMNS, ROWS))
        self.terminal.wait("page 1 of 3")
        settle([self.terminal])

    def drag(self):
        """A page dragged to the left and back; milliseconds and bytes of a sample."""
        spent, begun, size = self.terminal.processor_seconds(), COLUMNS - 10, 0
        self.terminal.type(f"\x1b[<0;{begun};20M")
        way = list(range(1, SAMPLES // 2 + 1)) + list(range(SAMPLES // 2 - 1, -1, -1))
        for sample in way:
            self.terminal.type(f"\x1b[<32;{begun - sample * 5};20M")
            size += self._pictures()
        spent = self.terminal.processor_seconds() - spent
        self.terminal.type(f"\x1b[<0;{begun};20m")
        settle([self.terminal])
        return spent * 1000 / SAMPLES, size / SAMPLES

    def _pictures(self):
        end, size = time.monotonic() + SAMPLE_SECONDS, 0
        while (left := end - time.monotonic()) > 0:
            if select.select([self.terminal.screen], [], [], left)[0]:
                size += len(self.terminal.read())
        if not size:
            raise RunFailed("a sample of a drag drew nothing")
        return size


def client_figures(run, folder):
    """The whole client: its mouse, its room, its frames."""
    path = folder / "code.md"
    path.write_text("---\ntheme: gruvbox\n---\n\n" + "\n---\n\n".join(code(page) for page in range(3)), encoding="utf-8")
    with run.inner():
        dragged = DraggedDeck(run, path)
        dragged.drag()
        found = [dragged.drag() for _ in range(run.settings["drags"])]
    return [
        Figure("drawing: processor time of a client per sample of such a drag", "ms", None, [each[0] for each in found],
               "all of it: the mouse, messages, and one or two pictures"),
        Figure("drawing: bytes that it writes per sample", "B", None, [each[1] for each in found])]


def opening_figures(run, folder):
    path = folder / "long.md"
    path.write_text(long_deck(500, 100), encoding="utf-8")
    values = []
    for _ in range(run.settings["drags"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        done = subprocess.run([run.chosen.server, "render", str(path), "--page", "400"], capture_output=True, check=False)
        values.append(time.monotonic() - begin)
        if done.returncode:
            raise RunFailed(f"riffle render: {done.stderr[-300:]}")
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime
    return [Figure("drawing: until a page of a deck of 500 pages with 100 blocks of code is drawn", "s", 1.5, values,
                   f"`riffle render`, {spent:.2f} s of processor time, {path.stat().st_size // 1000} kB")]


def drawing_figures(run):
    folder = pathlib.Path(run.scratch())
    return frames_figures(run) + client_figures(run, folder) + opening_figures(run, folder)
