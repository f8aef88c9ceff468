"""Terminal commands in every text that a peer can send, read back through the commands that print them."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

from client import joined
from evil_server import EvilServer
from server import TOP, riffle
from wire import frame

# Sets the title, moves the cursor, writes the clipboard, queries, turns the text around, hides letters, ends the line.
COMMANDS = {
    "OSC title": "\x1b]0;PWN\x07", "OSC clipboard": "\x1b]52;c;eA==\x1b\\", "OSC link": "\x1b]8;;http://evil\x1b\\",
    "CSI": "\x1b[77;77H", "CSI in Latin-1": "\x9b77;77H", "OSC in Latin-1": "\x9d0;PWN\x9c", "DCS": "\x1bP+q\x1b\\",
    "reset": "\x1bc", "bell": "\x07", "NUL": "\0", "DEL": "\x7f", "backspace": "\x08", "turned around": "\u202e\u2066",
    "mark": "\u200f\u061c", "tags": "\U000e0041\U000e007f", "line separator": "\u2028", "carriage return": "\r",
}  # fmt: skip
# Of the window's own commands none is a DCS or in Latin-1, and the only OSC opens a link: to the web or to mail, in printable
# ASCII, and not the one that is sent as an attack.
OWN = re.compile(r"\x1b\]8;;(?!http://evil\x1b)(?:(?:https?://|mailto:)[!-~]{0,500})?\x1b\\|\x1b\[[0-9;:?<>=$]*[A-Za-z@`~]|\x1b[78=>]|\x1b[()][A-Z0-9]|\r|\n|\t")
ALLOWED = {"\n", "\t", "\r"}
CONTROLS = set(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - ALLOWED
# Marks that turn the direction of a text are part of some languages; a window must not be turned around by them.
TURNING = set(map(chr, [0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]))
# Letters that nobody sees; the flags of England, Scotland and Wales are made of them, so that a page may have them.
TAGS = set(map(chr, range(0xE0000, 0xE0080)))
HOSTILE = CONTROLS | TURNING | TAGS


def hostile(data, banned=HOSTILE):
    """Characters that a terminal would execute or hide, of those written to it; none when all is the window's own."""
    text = data.decode("utf-8", "replace")
    moved = re.findall("\x1b\\[77;77", text)
    return sorted({f"U+{ord(one):04X}" for one in OWN.sub("", text) if one in banned} | set(map(repr, moved)))


def on_terminal(words, seconds, keys=(), is_over=lambda data: False, program=None):
    """Runs a command of riffle, or of another program, in a terminal of 120 by 40, and returns all that it wrote."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen([program or riffle(), *map(str, words)], stdin=follower, stdout=follower, stderr=follower,
                               env=environment, start_new_session=True)
    os.close(follower)
    data, waiting, end = bytearray(), list(keys), time.monotonic() + seconds
    try:
        while time.monotonic() < end and not is_over(data):
            if select.select([leader], [], [], 0.3)[0]:
                data += os.read(leader, 1 << 16)
            elif waiting and data:
                os.write(leader, waiting.pop(0))
    except OSError:
        pass
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            while select.select([leader], [], [], 2)[0]:
                data += os.read(leader, 1 << 16)
        except OSError:
            pass
        process.kill()
        process.wait()
        os.close(leader)
    return bytes(data)


def piped(words, seconds=4):
    """Runs a command without a terminal, and returns what it wrote to both streams, and its status."""
    process = subprocess.Popen([riffle(), *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    try:
        data = process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.terminate()
        data = process.communicate(timeout=20)[0]
    return data, process.returncode


def entities(text):
    """Markdown that names the characters instead."""
    return "".join(f"&#{ord(one)};" if one in HOSTILE or one == "\r" else one for one in text)


def escapes_in_a_room(trial):
    """Escapes in names, titles, ids, bodies, entities, code, links, tables, notes and pointers, seen by others in a terminal."""
    accepted = refused = 0
    with trial.server() as server, trial.pair(server.port):
        url = f"{server.url}/rooms/main"
        with joined(server.port, role="presenter") as presenter:
            revision, pages = 0, []
            for number, text in enumerate(COMMANDS.values()):
                clean, named = f"SEEN{number}", entities(text)
                page = {"id": f"i{number}", "title": clean, "body": clean}
                markdown = (f"# H{named}\n\n{clean} *{named}* `{named}` [l{named}](http://a/{named}) {text}\n\n"
                            f"|a{named}|b|\n|-|-|\n|{named}|c|\n\n```\n{named}{text}\n```\n\n<b>{named}</b>")
                for more in ({"title": clean + text}, {"id": clean + text}, {"body": clean + text}, {"notes": clean + text},
                             {"body": markdown, "format": "markdown"}, {"body": clean + named, "format": "markdown"},
                             {"body": markdown.replace(text, ""), "format": "markdown", "notes": named}):
                    answer = _offer(server, presenter, revision, {**page, **more})
                    revision += answer == "ack"
                    accepted, refused = accepted + (answer == "ack"), refused + (answer != "ack")
                    if answer == "ack":
                        pages.append({**page, **more, "id": more.get("id", f"i{len(pages)}")})
            presenter.answer("content", revision=revision, wrap="loop", pages=pages)
            names = 0
            others = []
            for text in COMMANDS.values():
                names += 1
                try:
                    others.append(joined(server.port, name="N" + text, seconds=2))
                except Exception:
                    refused += 1
                presenter.request("point", pageID=pages[0]["id"] + text, at=0)
            turning = threading.Event()

            def turn():
                page = 0
                while not turning.wait(0.12):
                    page += 1
                    presenter.request("jump", item=page % len(pages), animated=False)
                    presenter.available()

            thread = threading.Thread(target=turn, daemon=True)
            thread.start()
            seconds = 0.12 * len(pages) + 3
            shown = {"join": on_terminal(["join", url, "--role", "presenter", "--notes"], seconds),
                     "join --plain": piped(["join", url, "--plain"], 3)[0], "join --json": piped(["join", url, "--json"], 3)[0]}
            turning.set()
            thread.join()
            for one in others:
                one.cut()
        _judge(trial, shown, f"{accepted} texts that the room took, {refused} that it refused",
               {"join": CONTROLS | TURNING, "join --plain": CONTROLS, "join --json": CONTROLS})
        seen = len(set(re.findall(rb"SEEN\d+", b"".join(shown.values()))))
        trial.holds("the texts were on the terminal", seen > len(COMMANDS) // 2, f"{seen} of {len(COMMANDS)}")


def _offer(server, presenter, revision, page):
    """Sends one page; ten refusals of unreadable ones would end the connection, so each goes by its own where it must."""
    if any(one in HOSTILE for text in page.values() for one in text):
        with joined(server.port, role="presenter") as other:
            other.request("content", revision=revision, wrap="loop", pages=[page])
            # Without an id where the line could not be read.
            return other.until("ack", "reject")["type"]
    return presenter.answer("content", revision=revision, wrap="loop", pages=[page])["type"]


def _judge(trial, shown, done, banned=None):
    trial.did(f"{done}; {sum(map(len, shown.values())):,} bytes read back")
    for name, data in shown.items():
        found = hostile(data, banned[name] if banned else HOSTILE)
        trial.holds(f"{name}: no control byte of theirs", data and not found, ", ".join(found) or f"none in {len(data):,} bytes")


def _snapshot(text):
    """A welcome and a snapshot with the text wherever there is one."""
    path = TOP / "Protocol/vectors/state-step.jsonl"
    snapshot = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["message"]
    page = {"page": 0, "id": "a" + text, "title": "b" + text, "body": "c" + text}
    snapshot |= {"window": [page], "members": [{"member": 1, "name": "d" + text, "role": "member"}]}
    welcome = {"type": "welcome", "id": 1, "protocol": 1, "server": "riffle/" + text, "room": "main" + text, "member": 1,
               "session": "s", "role": "viewer", "epoch": snapshot["epoch"], "seq": snapshot["seq"], "now": 1, "unit": 65536,
               "recovered": False, "limits": {"message": 4096, "content": 1048576, "rate": 240}, "retry": {"min": 200, "max": 400}}
    return json.dumps(welcome), json.dumps(snapshot)


def evil_servers():
    """Servers by the place of their commands."""
    text = "PWN" + "".join(COMMANDS.values())
    reason = text.replace("\0", "").encode()[:118].decode("utf-8", "ignore").encode() + b"\0\nEND"
    closes = {f"close {code}": {"reply": frame(code.to_bytes(2, "big") + reason, 8, masked=False)}
              for code in (1000, 1011, 4000, 4102, 4103, 4106, 4999)}
    spoken = {"type": "reject", "id": 1, "code": "forbidden", "reason": text, "seq": 1}
    objects = {
        "reject": [spoken], "notice": [{"type": "notice", "level": "warning", "text": text}],
        "closing": [{"type": "closing", "code": 4000, "reason": text, "within": 100}], "snapshot": _snapshot(text),
        "unknown code": [{**spoken, "code": text}], "no JSON": [text + "\x1b[77;77H"]}
    replies = {name: {"reply": frame("\n".join(one if isinstance(one, str) else json.dumps(one) for one in many).encode(),
                                     masked=False)} for name, many in objects.items()}
    raw = text.replace("\n", "").replace("\r", "").encode()
    return closes | replies | {
        "status line": {"head": b"HTTP/1.1 503 " + raw + b"\r\n\r\n"},
        "header": {"head": b"HTTP/1.1 101 " + raw + b"\r\nUpgrade: " + raw + b"\r\nSec-WebSocket-Protocol: " + raw + b"\r\n\r\n"},
        "body": {"head": b"HTTP/1.1 403 Forbidden\r\nContent-Length: 400\r\n\r\n" + raw},
        "no HTTP": {"head": raw + b"\r\n\r\n"}}


def escapes_of_a_server(trial):
    """A hostile server's close reasons, status lines, refusals and texts, through every command that connects."""
    with trial.folder() as folder:
        deck, script = folder / "deck.md", folder / "a.riffle.yaml"
        deck.write_text("# One\n\nText.\n", encoding="ascii")
        script.write_text("riffle: 1\nactors:\n  - name: a\n    steps:\n      - think: 500ms\n", encoding="ascii")
        shown, cases, count = {}, evil_servers(), 0
        for place, (name, how) in enumerate(cases.items()):
            with EvilServer(**how) as evil:
                url = f"ws://127.0.0.1:{evil.port}/rooms/main"
                commands = [
                    ["send", url, "next", "--timeout", "2s"], ["record", url, "-o", "-", "--attempts", "2"],
                    ["present", deck, "--server", url], ["replay", script, "--into", url],
                    ["load", script, "--target", url, "--users", "2", "--duration", "1s", "--progress", "lines"]]
                # `join` against each; the others in turn, and against every close reason that ends an attempt.
                chosen = commands if name in ("close 4103", "close 4999", "status line") else [commands[place % 5]]
                runs = [("join", on_terminal(["join", url, "--attempts", "2"], 2)),
                        ("join piped", piped(["join", url, "--attempts", "2"], 2)[0])]
                runs += [(words[0], piped(words, 3)[0]) for words in chosen]
                for command, data in runs:
                    count += 1
                    shown[command] = shown.get(command, b"") + data
                trial.say(f"    {name}: {evil.connections} connections")
        _judge(trial, shown, f"{len(cases)} hostile servers, {count} commands")
        quoted = b"".join(shown.values()).count(b"PWN")
        trial.holds("their words were printed, escaped", quoted > 10, f"{quoted} times")


ATTACKS = [escapes_in_a_room, escapes_of_a_server]
