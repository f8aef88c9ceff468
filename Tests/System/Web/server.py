"""A `riffle serve` for one test, and a member in a terminal."""

import os
import re
import shlex
import subprocess
import tempfile

from browser import eventually


class Server:
    def __init__(self, riffle, rooms, *options, port=0, **kwargs):
        self.riffle, self.rooms, self.options = riffle, rooms, options
        self.start(port, **kwargs)

    def start(self, port, stdin=subprocess.DEVNULL):
        words = [self.riffle, "serve", "--listen", f"127.0.0.1:{port}", *self.options]
        for room in self.rooms:
            words += ["--room", room]
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(words, stdin=stdin, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"listening on ws(s?)://127\.0\.0\.1:(\d+)\n", line)
        if not found:
            self.process.kill()
            self.log.seek(0)
            raise AssertionError(f"expected the address of the server, got {line!r}: {self.log.read()!r}")
        self.secure, self.port = found.group(1), int(found.group(2))

    def room(self, name):
        return f"ws{self.secure}://127.0.0.1:{self.port}/rooms/{name}"

    def page(self, name, fragment=""):
        return f"http{self.secure}://127.0.0.1:{self.port}/rooms/{name}{fragment}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.process.terminate()
        self.process.wait()


# Attributes by the codes that set them (SGR), and those that are seen on a blank, too.
ATTRIBUTES = {1: "bold", 2: "faint", 3: "italic", 4: "underlined", 7: "reversed", 9: "struck"}
SEEN_ON_BLANKS = {"underlined", "reversed", "struck", "ground"}


def select(style, codes):
    """Changes a style as a terminal does."""
    while codes:
        code = codes.pop(0)
        if code == 0:
            style.clear()
        elif code in ATTRIBUTES:
            style[ATTRIBUTES[code]] = True
        elif code in (39, 49):
            style.pop("ink" if code == 39 else "ground", None)
        elif code in (38, 48):
            count = 2 if codes[0] == 5 else 4
            style["ink" if code == 38 else "ground"] = tuple(codes[:count])
            del codes[:count]
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["ink"] = code
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style["ground"] = code - 10
        else:
            raise AssertionError(f"expected a code of SGR that is known here, got {code}")


class Terminal:
    """A command on a terminal of its own, which tmux plays."""

    def __init__(self, *words):
        self.folder = tempfile.TemporaryDirectory(prefix="riffle-terminal-")
        command = shlex.join(words)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command)

    def tmux(self, *words):
        words = ["tmux", "-S", f"{self.folder.name}/socket", *words]
        # Tests in a pipe may be told to print no colours; a terminal has some.
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        answer = subprocess.run(words, capture_output=True, text=True, env=environment)
        assert answer.returncode == 0, f"{words}: {answer.stderr}"
        return answer.stdout

    def type(self, key):
        self.tmux("send-keys", key)

    def picture(self):
        """What it shows, with colours; without the time of an answer, which is each connection's own."""
        return re.sub(r" \| \d+ ms", "", self.tmux("capture-pane", "-p", "-e"))

    def cells(self):
        """The characters of the picture with their styles. Of blanks only what is seen counts, since tmux tells written ones
        from erased ones; and those at the end of a row, which it may leave out, do not."""
        rows, style = [[]], {}
        for part in re.finditer(r"\x1b\[([0-9;]*)m|(.)|\n", self.picture()):
            codes, character = part.groups()
            if codes is not None:
                select(style, [int(code or 0) for code in codes.split(";")])
            elif character:
                shown = {name: value for name, value in style.items() if character != " " or name in SEEN_ON_BLANKS}
                rows[-1].append((character, tuple(sorted(shown.items()))))
            else:
                rows.append([])
        for row in rows:
            while row and row[-1] == (" ", ()):
                row.pop()
        return rows

    def until(self, text):
        self.match(re.escape(text))

    def match(self, pattern):
        return eventually(f"{pattern} on the terminal", lambda: re.search(pattern, self.tmux("capture-pane", "-p")))

    def end(self):
        # A command that has ended has ended tmux, too.
        subprocess.run(["tmux", "-S", f"{self.folder.name}/socket", "kill-server"], capture_output=True)
        self.folder.cleanup()
