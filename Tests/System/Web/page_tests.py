#!/usr/bin/env python3
"""The page of `riffle serve --web` in a real Chromium.

    page_tests.py RIFFLE [NAME|http|chromium…]

plays the tests with these names or of these groups, or all, and says what failed. Needs the package `websockets`,
chromium, tmux and openssl. Exit code 1 when a test failed.
"""

import base64
import hashlib
import http.client
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import zlib

from browser import Browser, Profile, Window, eventually
from member import Member
from server import Server, Terminal
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

RIFFLE = sys.argv[1]
SIZES = ((320, 568), (844, 390), (1280, 720), (3840, 2160))
NUMBERS = "talk=threePage:items:Alpha,Bravo,Charlie,Delta"

STEPS = """# First

one

<!-- pause -->

two

- three

  <!-- pause -->

  four

---

# Second

Point at *this* word

| a | b |
|:-:|--:|
| 1 | 2 |
"""

LONG = "# Long\n\n[A link](https://example.org/)\n\n" + "\n\n".join(f"Line {n}" for n in range(99)) + "\n\n---\n\n# Next\n"

FURNISHED = """---
title: T
author: <b>Ann</b>
footer: "{author} | Conf | {page}/{pages}"
---
# One

```swift {1|2-3|all} +line_numbers
let a = 1
/* b
c */ let d = 2
```

---

# Two

<!-- no_footer -->

No foot.
"""

HOSTILE = """# <script>refused = ['title']</script>

<script>document.title = 'taken'</script>

<svg onload="document.title = 'taken'"><a href="javascript:alert(1)">x</a></svg>

<img src=x onerror="document.title = 'taken'">

[script](javascript:document.title='taken') [data](data:text/html,<script>1</script>) [file](file:///etc/passwd)
[relative](/rooms/other) [upper](JaVaScRiPt:1) [web](https://example.org/a?b=<script>) [mail](mailto:ann@example.org)

![<script>image</script>](https://example.org/x.png)

`<script>code</script>`

```html
</script><script>document.title = 'taken'</script>
```
"""

TESTS, GROUPS = {}, {"http": [], "chromium": []}


def test(group):
    def named(function):
        TESTS[function.__name__] = function
        GROUPS[group].append(function.__name__)
        return function

    return named


class Shared:
    """The browser of all scenes, from the first one that needs it on."""

    def __init__(self):
        self.browser = None

    def profile(self):
        if not self.browser:
            self.browser = Browser()
        return Profile(self.browser)

    def end(self):
        if self.browser:
            self.browser.close()
        self.browser = None


class Scene:
    """Everything that one test has started, which ends with it."""

    def __init__(self, shared):
        self.ends, self.shared = [], shared

    def server(self, rooms, *options, **kwargs):
        server = Server(RIFFLE, rooms, *options, **kwargs)
        self.ends.append(lambda: server.process.poll() is None and server.kill())
        return server

    def deck(self, text):
        path = pathlib.Path(self.folder()) / "talk.md"
        path.write_text(text, encoding="utf-8")
        return path

    def browser(self):
        profile = self.shared.profile()
        self.ends.append(profile.close)
        return profile

    def member(self, *words, **fields):
        member = Member(*words, **fields)
        self.ends.append(member.close)
        return member

    def folder(self):
        folder = tempfile.TemporaryDirectory(prefix="riffle-page-")
        self.ends.append(folder.cleanup)
        return folder.name

    def process(self, *words, command=RIFFLE):
        """A command in a pipe; nil for `command` runs the words themselves."""
        process = subprocess.Popen(
            [*([command] if command else []), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.ends.append(lambda: (process.kill(), process.wait()))
        return process

    def terminal(self, *words, command=RIFFLE):
        terminal = Terminal(*([command] if command else []), *words)
        self.ends.append(terminal.end)
        return terminal

    def end(self):
        for end in reversed(self.ends):
            end()


def get(server, path, method="GET", headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def shows(title):
    return f"""document.querySelector('article[aria-hidden="false"] h1')?.textContent === {json.dumps(title)}"""


def at_rest_on(page):
    return f"(document.getElementById('stage').dataset.room === 'idle' && document.getElementById('stage').dataset.page === '{page}')"


@test("http")
def answers(scene):
    """What HTTP answers with and without --web."""
    server = scene.server([NUMBERS], "--web")
    status, headers, body = get(server, "/rooms/talk")
    assert status == 200 and headers["content-type"] == "text/html; charset=utf-8", (status, headers)
    assert len(body) == int(headers["content-length"]) and len(body) < 65_536, len(body)
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'" and policy["connect-src"] == "'self'", policy
    assert policy["img-src"] == "blob:", policy
    assert policy["frame-ancestors"] == policy["form-action"] == policy["base-uri"] == "'none'", policy
    for tag, name in ((b"script", "script-src"), (b"style", "style-src")):
        parts = re.findall(b"<%s[^>]*>(.*?)</%s>" % (tag, tag), body, re.S)
        assert len(parts) == 1, (tag, len(parts))
        digest = base64.b64encode(hashlib.sha256(parts[0]).digest()).decode()
        assert policy[name] == f"'sha256-{digest}'", (tag, policy[name], digest)
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer", headers
    assert headers["x-frame-options"] == "DENY" and headers["cache-control"] == "no-cache", headers
    assert "set-cookie" not in headers and not re.search(rb"https?://", body), "no cookies, no other addresses"
    assert get(server, "/talk") == (status, headers, body), "the short address has the same page"
    head = get(server, "/rooms/talk", "HEAD")
    assert head == (200, headers, b""), head
    known = get(server, "/rooms/talk", headers={"If-None-Match": headers["etag"]})
    assert known[0] == 304 and known[2] == b"", known
    for path in ("/rooms/other", "/other", "/", "/rooms/", "/rooms/talk/", "/rooms/a%20b"):
        assert get(server, path)[0] == 404, path
    for method in ("POST", "PUT", "DELETE"):
        assert get(server, "/rooms/talk", method)[0] in (404, 405), method
    assert get(server, "/rooms/talk", "POST")[0] == 405
    assert get(server, "/healthz")[2] == b"alive\n"
    for path in ("/rooms/talk", "/talk"):
        status, headers, body = get(server, path, headers={"Host": "evil.example"})
        assert status == 421 and b"--origin" in body and b"evil" not in body, (status, body)
    created = scene.server([NUMBERS], "--web", "--create", "any")
    assert get(created, "/rooms/other")[0] == 200 and get(created, "/healthz")[2] == b"alive\n"
    plain = scene.server([NUMBERS])
    for path in ("/rooms/talk", "/talk"):
        status, headers, body = get(plain, path)
        assert (status, body) == (404, b"not found\n") and "content-security-policy" not in headers, (status, body)
    assert get(plain, "/rooms/talk", "HEAD")[0] == 405


@test("http")
def origins(scene):
    """The server's own page may connect; pages from elsewhere, and names that strangers can redirect, are refused."""

    def status(server, origin, host=None):
        try:
            headers = {"Host": host} if host else {}
            with connect(
                server.room("talk"), subprotocols=["riffle.v1"], origin=origin, proxy=None, additional_headers=headers
            ):
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    server, plain = scene.server([NUMBERS], "--web"), scene.server([NUMBERS])
    own = f"http://127.0.0.1:{server.port}"
    assert status(server, own) == 101 and status(server, None) == 101
    others = ["http://evil.example", f"https://127.0.0.1:{server.port}", "http://127.0.0.1", "null", own + "0"]
    for origin in others:
        assert status(server, origin) == 403, origin
    assert status(plain, f"http://127.0.0.1:{plain.port}") == 403, "without --web no page may connect"
    # A proxy that passes on the name of the page, or its own, or nothing of it.
    proxied = scene.server([NUMBERS], "--web", "--origin", "https://talk.example")
    for host in ("talk.example", "backend", f"127.0.0.1:{proxied.port}"):
        assert get(proxied, "/talk", headers={"Host": host})[0] == 200, host
        assert status(proxied, "https://talk.example", host) == 101, host
        for origin in ("http://talk.example", "https://talk.example.evil.example", "https://evil.example"):
            assert status(proxied, origin, host) == 403, (origin, host)


@test("chromium")
def together(scene):
    """Two windows and a terminal show the same page after a key press in the terminal."""
    server = scene.server([NUMBERS], "--web")
    browser = scene.browser()
    windows = [Window(browser, server.page("talk")), Window(browser, f"http://127.0.0.1:{server.port}/talk")]
    terminal = scene.terminal("join", server.room("talk"), "--role", "member", "--name", "Ann")
    for window in windows:
        window.until(f"return {shows('Alpha')}")
        assert window.run("document.title") == "Alpha · talk", window.run("document.title")
    terminal.until("Alpha")
    for key, title, page in (("Right", "Bravo", 1), ("Right", "Charlie", 2), ("Left", "Bravo", 1)):
        terminal.type(key)
        for window in windows:
            window.until(f"return {shows(title)} && {at_rest_on(page)}")
            assert abs(window.pages_moved() - page) < 0.001, window.pages_moved()
        terminal.until(title)
        eventually("equal pictures", lambda: windows[0].screenshot() == windows[1].screenshot())
    for width, height in SIZES:
        for window in windows:
            window.resize(width, height)
            window.until(f"return innerWidth === {width} && document.querySelector('article').clientWidth === {width}")
            eventually("the page in its place", lambda: abs(window.pages_moved() - 1) < 0.001)
        eventually(f"equal pictures {width} wide", lambda: windows[0].screenshot() == windows[1].screenshot())
    assert windows[0].run("document.getElementById('spoken').textContent") == "Page 2 of 4. Bravo"
    assert windows[0].run("globalThis.refused") is None, "the policy has refused something"
    presenter = scene.member(server.room("talk"), role="presenter")
    presenter.request("jump", item=0)
    # Everybody reports the picture of this rest: both windows, the terminal, and all but the presenter itself.
    presenter.wait(lambda message: message["type"] == "inStep" and message["drawn"] >= 3 and not message["diverged"])


def pipe_lines(process):
    """The lines of a command in a pipe, gathered while it runs."""
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True).start()
    return lines


@test("chromium")
def all_ways_in(scene):
    """Viewers by SSH, by page, by terminal and by pipe see one picture, at rest and in the middle of a drag."""
    if not shutil.which("ssh"):
        print("skip all_ways_in: ssh is not installed", flush=True)
        return
    server = scene.server([f"talk={scene.deck(STEPS)}"], "--web")
    folder = scene.folder()
    gate = scene.process("gate", "--listen", "127.0.0.1:0", "--server", f"ws://127.0.0.1:{server.port}",
                         "--host-key", f"{folder}/key")
    port = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", gate.stdout.readline()).group(1)
    client = ["ssh", "-F", "/dev/null", "-p", port, "-o", "StrictHostKeyChecking=accept-new", "-o",
              f"UserKnownHostsFile={folder}/known", "-o", "LogLevel=ERROR", "-o", "IdentityFile=none"]
    window = Window(scene.browser(), server.page("talk"))
    terminals = [scene.terminal("join", server.room("talk"), "--role", "viewer"),
                 scene.terminal(*client, "talk@127.0.0.1", command=None)]
    pipes = [pipe_lines(scene.process("join", server.room("talk"), "--role", "viewer")),
             pipe_lines(scene.process(*client, "-T", "talk@127.0.0.1", command=None))]
    ann = scene.member(server.room("talk"), role="presenter")

    def one_picture(hold=lambda: None):
        def is_one():
            hold()
            return terminals[0].cells() == terminals[1].cells()

        try:
            eventually("one picture", is_one)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error)] + [terminal.picture() for terminal in terminals])) from None

    def alike(page, title, text):
        """Waits until everybody is at rest on this page and shows its text."""
        window.until(f"return {shows(title)} && {at_rest_on(page)} && document.body.innerText.includes({json.dumps(text)})")
        for terminal in terminals:
            terminal.until(text)
        one_picture()
        for lines in pipes:
            eventually(f"{text} in the pipe", lambda: any(text in line for line in lines))

    alike(0, "First", "one")
    ann.request("step", by=1, **{"from": 0}, shown=0)
    alike(0, "First", "three")
    ann.request("dragBegan", drag=1, width=400, stride=400)
    for part in (0.25, 0.5):
        before = terminals[0].picture()
        # A hand that is silent for a while has lost its drag.
        hold = lambda: ann.tell("dragMoved", drag=1, by=int(part * 65536))
        eventually(f"{part} of a page", lambda: hold() or abs(window.pages_moved() - part) < 0.005)
        eventually(f"another picture at {part}", lambda: hold() or terminals[0].picture() != before)
        one_picture(hold)
    ann.request("dragEnded", drag=1, by=40000, velocity=0)
    alike(1, "Second", "Point at")


@test("chromium")
def drag(scene):
    """Windows follow a drag in the middle, without layout, and the turn after it."""
    server = scene.server([NUMBERS], "--web")
    browser = scene.browser()
    windows = [Window(browser, server.page("talk")) for _ in range(2)]
    for window in windows:
        window.until(f"return {shows('Alpha')} && {at_rest_on(0)}")
    ann = scene.member(server.room("talk"))
    ann.request("dragBegan", drag=1, width=400, stride=400)
    for part in (0.1, 0.25, 0.4):
        ann.tell("dragMoved", drag=1, by=int(part * 65536))
        for window in windows:
            eventually(f"{part} of a page", lambda: abs(window.pages_moved() - part) < 0.005)
    layouts = windows[0].metric("LayoutCount")
    for part in range(40, 20, -1):
        ann.tell("dragMoved", drag=1, by=int(part / 100 * 65536))
        eventually(f"{part} % of a page", lambda: abs(windows[0].pages_moved() - part / 100) < 0.005)
    layouts = windows[0].metric("LayoutCount") - layouts
    assert layouts <= 5, f"expected 20 positions without layouts, got {layouts}"
    ann.tell("dragMoved", drag=1, by=52000)
    ann.request("dragEnded", drag=1, by=52000, velocity=0)
    for window in windows:
        window.until(f"return {shows('Bravo')} && {at_rest_on(1)}")


def kinds(lines):
    return {json.loads(line)["type"] for line in lines}


@test("chromium")
def frames_of_terminals(scene):
    """A page gets the same lines as a viewer in a terminal, byte for byte, and sends nothing else: it costs the same."""
    server = scene.server([f"talk={scene.deck(STEPS)}"], "--web")
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('First')} && {at_rest_on(0)}")
    viewer, ann = (scene.member(server.room("talk"), role) for role in ("viewer", "presenter"))
    ann.request("dragBegan", drag=1, width=400, stride=400)
    for part in (0.2, 0.5, 0.8):
        ann.tell("dragMoved", drag=1, by=int(part * 65536))
        eventually(f"{part} of a page", lambda: abs(window.pages_moved() - part) < 0.005)
    ann.request("dragEnded", drag=1, by=52000, velocity=0)
    window.until(f"return {shows('Second')} && {at_rest_on(1)}")
    ann.request("point", pageID=window_page(ann, 1), at=3)
    ann.request("jump", item=0)
    window.until(f"return {shows('First')} && {at_rest_on(0)}")
    ann.request("step", by=1, **{"from": 0}, shown=0)
    ann.request("blank", on=True)
    window.until("return !document.getElementById('cover').hidden")
    viewer.wait(lambda message: message["type"] == "blank")
    page = [line for frame in window.frames("Received") for line in frame.split("\n") if line]

    def events(lines):
        """The events that both have got: those behind the second one's snapshot."""
        found, last = [], None
        for line in lines:
            message = json.loads(line)
            is_event = message["type"] not in ("offset", "welcome", "snapshot", "pong")
            if is_event and last != "blank" and message["seq"] > viewer.snapshot["seq"]:
                found.append(line)
                last = message["type"]
        return found

    def offsets(lines):
        return [line for line in lines if json.loads(line)["type"] == "offset"]

    assert len(events(page)) >= 10 and events(page) == events(viewer.lines), (events(page), events(viewer.lines))
    # One that is late gets the newest offset only.
    assert set(offsets(page)) & set(offsets(viewer.lines)), (offsets(page), offsets(viewer.lines))
    assert kinds(page) <= kinds(viewer.lines) | {"pong"}, kinds(page)
    sent = [line for frame in window.frames("Sent") for line in frame.split("\n")]
    assert kinds(sent) == {"join", "ping", "drawn"}, kinds(sent)


@test("chromium")
def steps(scene):
    """Steps, the pointer and a blanked page, as others see them."""
    server = scene.server([f"talk={scene.deck(STEPS)}"], "--web")
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('First')}")
    visible = "[...document.querySelectorAll('article[aria-hidden=false] :is(p, li)')].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.textContent.trim().slice(0, 5))"
    assert window.run(visible) == ["one"], window.run(visible)
    ann = scene.member(server.room("talk"), role="presenter")
    for shown, texts in ((1, ["one", "two", "three", "three"]), (2, ["one", "two", "three", "three", "four"])):
        ann.request("step", by=1, **{"from": 0}, shown=shown - 1)
        window.until(f"return document.getElementById('stage').dataset.shown === '{shown}'")
        got = [text.split("\n")[0] for text in window.run(visible)]
        assert got == texts, got
    assert "four" in window.run("document.getElementById('spoken').textContent")
    ann.request("step", by=1, **{"from": 0}, shown=2)
    window.until(f"return {shows('Second')} && {at_rest_on(1)}")
    # In "Point at this word" the thirteenth visible character is in the last word.
    ann.request("point", pageID=window_page(ann, 1), at=12)
    window.until("return !!document.querySelector('article[aria-hidden=false] .pointed:not([hidden])')")
    word, mark = (
        window.run(f"(() => {{ const r = {box}; return [r.left, r.top, r.width].map(Math.round); }})()")
        for box in (
            "(() => { const t = document.querySelector('article[aria-hidden=false] .body p').lastChild; const r = document.createRange(); r.setStart(t, t.data.indexOf('word')); r.setEnd(t, t.data.indexOf('word') + 4); return r.getBoundingClientRect(); })()",
            "document.querySelector('article[aria-hidden=false] .pointed').getBoundingClientRect()",
        )
    )
    assert all(abs(a - b) <= 1 for a, b in zip(word, mark)), (word, mark)
    ann.request("point")
    window.until("return !document.querySelector('.pointed:not([hidden])')")
    assert window.run("document.querySelector('th.align-c').textContent + document.querySelector('td.align-r').textContent") == "a2"
    ann.request("blank", on=True)
    window.until("return !document.getElementById('cover').hidden")
    assert window.run("document.getElementById('row').checkVisibility()") is False
    ann.request("blank", on=False)
    window.until("return document.getElementById('cover').hidden")


@test("chromium")
def furniture(scene):
    """The lines of code that a step shows, their numbers, and the line at the foot of a page."""
    path = scene.deck(FURNISHED)
    server = scene.server([f"talk={path}"], "--web")
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('One')}")
    code = "document.querySelector('article[aria-hidden=false] pre')"
    dim = f"[...{code}.querySelectorAll('.dim')].map((line) => line.textContent).join('|')"
    assert window.run(f"{code}.textContent") == "let a = 1\n/* b\nc */ let d = 2"
    assert window.run(f"{code}.querySelectorAll('.line').length") == 3 and window.run(f"{code}.classList.contains('numbered')")
    comment = f"[...{code}.querySelectorAll('.comment')].map((part) => part.textContent).join('|')"
    assert window.run(comment) == "/* b|c */", window.run(comment)
    assert window.run(dim) == "/* b|c */ let d = 2", window.run(dim)
    ann = scene.member(server.room("talk"), role="presenter")
    for shown, expected in ((1, "let a = 1"), (2, "")):
        ann.request("step", by=1, **{"from": 0}, shown=shown - 1)
        window.until(f"return document.getElementById('stage').dataset.shown === '{shown}'")
        assert window.run(dim) == expected, window.run(dim)
    foot = "[...document.querySelectorAll('article[aria-hidden=false] footer span')].map((part) => part.textContent).join('|')"
    assert window.run(foot) == "<b>Ann</b>|Conf|1/2", window.run(foot)
    place = "(() => { const box = document.querySelector('article[aria-hidden=false] footer').getBoundingClientRect(); return innerHeight - box.bottom; })()"
    assert 0 <= window.run(place) < 60, window.run(place)
    window.resize(320, 200)
    window.until(f"return innerHeight === 200 && {place} >= 0 && {place} < 60")
    ann.request("step", by=1, **{"from": 0}, shown=2)
    window.until(f"return {shows('Two')} && {at_rest_on(1)}")
    assert window.run(foot) == ""
    export = f"{scene.folder()}/talk.html"
    assert scene.process("export", str(path), "-o", export).wait() == 0
    page = Window(scene.browser(), f"file://{export}")
    page.until("return document.querySelector('section.current footer')?.textContent === '<b>Ann</b>Conf1/2'")


def png(width, height):
    """A red picture."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff\0\0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@test("chromium")
def pictures(scene):
    """A page shows its pictures once the room has their files, and their words until then; nothing comes from elsewhere."""
    server = scene.server([NUMBERS], "--web")
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('Alpha')}")
    ann = scene.member(server.room("talk"), role="presenter")
    files = [png(30, 20), b"no picture"]
    names = [hashlib.sha256(file).hexdigest() for file in files]
    addresses = ["https://example.org/a.png", "b.png"]
    body = "\n\n".join(f"![Words {n}]({address})" for n, address in enumerate(addresses))
    listed = [
        {"address": address, "asset": name, "width": 30, "height": 20} for address, name in zip(addresses, names)
    ]
    page = {"id": "p", "title": "Picture", "body": body, "format": "markdown", "pictures": listed}
    ann.request("content", revision=0, pages=[page], wrap="finite")
    window.until(f"return {shows('Picture')}")
    assert window.run("document.querySelectorAll('article img').length") == 0
    assert "Words 0" in window.run("document.querySelector('article .body').textContent")
    for file, name in zip(files, names):
        ann.request("asset", name=name, kind="png", data=base64.b64encode(file).decode())
    # It asks again after two seconds.
    window.until("return document.querySelector('article img')?.naturalWidth === 30")
    window.until("return document.querySelectorAll('article img').length === 1 && document.querySelectorAll('.picture:not(.seen)').length === 1")
    assert window.run("document.querySelector('article img').src").startswith("blob:"), "from the page itself"
    assert window.run("document.querySelector('.picture:not(.seen)').textContent") == "Words 1", "no picture: its words"


def window_page(member, page):
    return next(entry["id"] for entry in member.snapshot["window"] if entry["page"] == page)


@test("chromium")
def returns(scene):
    """Windows come back to a server that was killed and started again, and go on."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--web", "--store", f"{folder}/rooms")
        server = scene.server([NUMBERS], *options)
        window = Window(scene.browser(), server.page("talk"))
        window.until(f"return {shows('Alpha')}")
        ann = scene.member(server.room("talk"))
        ann.request("jump", item=2)
        window.until(f"return {shows('Charlie')} && {at_rest_on(2)}")
        server.kill()
        window.until("return document.documentElement.dataset.phase !== 'following'")
        assert window.run(shows("Charlie")), "the last page stays"
        window.until("return document.getElementById('status').textContent === 'Reconnecting…'")
        server.start(server.port)
        window.until("return document.documentElement.dataset.phase === 'following'")
        window.until("return document.getElementById('status').hidden")
        ann = scene.member(server.room("talk"))
        ann.request("step", by=1, **{"from": 2})
        window.until(f"return {shows('Delta')} && {at_rest_on(3)}")


@test("chromium")
def swipes(scene):
    """A member swipes by touch and turns by keys; a viewer does not, and neither does a member without the baton."""
    server = scene.server([NUMBERS], "--web")
    browser = scene.browser()
    viewer, member = Window(browser, server.page("talk")), Window(browser, server.page("talk", "#role=member&name=Bo"))
    for window in (viewer, member):
        window.until(f"return {shows('Alpha')} && {at_rest_on(0)}")

    def swipe(window, start, stop, halfway=lambda: None):
        window.touch("touchStart", start, 300)
        for part in range(1, 9):
            window.touch("touchMove", start + (stop - start) * part / 8, 300)
            window.run("new Promise(requestAnimationFrame)")
            if part == 4:
                halfway()
        window.touch("touchEnd")

    def others_follow():
        # The last of two movements within a sample's time counts, though the finger rests then.
        member.run("[360, 340].forEach((x) => document.getElementById('stage').dispatchEvent(new PointerEvent('pointermove', { pointerId: touch, clientX: x, clientY: 300, isPrimary: true })))")
        for window in (viewer, member):
            eventually("both halfway", lambda: abs(window.pages_moved() - 260 / 800) < 0.005)

    member.run("document.addEventListener('pointerdown', (event) => (globalThis.touch = event.pointerId))")
    swipe(member, 600, 150, others_follow)
    for window in (viewer, member):
        window.until(f"return {shows('Bravo')} && {at_rest_on(1)}")
        eventually("the page at rest", lambda: abs(window.pages_moved() - 1) < 0.001)
    swipe(viewer, 600, 150)
    viewer.key("ArrowRight", 39)
    member.key("ArrowRight", 39)
    for window in (viewer, member):
        window.until(f"return {shows('Charlie')} && {at_rest_on(2)}")
    member.key("Home", 36)
    for window in (viewer, member):
        window.until(f"return {shows('Alpha')} && {at_rest_on(0)}")
    presenter = scene.member(server.room("talk"), role="presenter")
    presenter.request("control", action="policy", policy="presenters")
    member.until("return !document.getElementById('stage').classList.contains('movable')")
    lead = Window(browser, server.page("talk", "#role=presenter&name=Cy"))
    lead.until(f"return {shows('Alpha')} && document.getElementById('stage').classList.contains('movable')")
    swipe(lead, 600, 150)
    for window in (viewer, member, lead):
        window.until(f"return {shows('Bravo')} && {at_rest_on(1)}")
    names = {entry["name"] for entry in presenter.snapshot["members"]}
    assert "Bo" in names, names


@test("chromium")
def carousel(scene):
    """A row from top to bottom, with parts of the pages beside the one on show."""
    server = scene.server([NUMBERS], "--web")
    browser = scene.browser()
    viewer, member = (Window(browser, server.page("talk", end)) for end in ("", "#role=member"))
    ann = scene.member(server.room("talk"), role="presenter")
    ann.request("configure", preset="threePage", axis="vertical", item=800, spacing=20, slots=5)
    for window in (viewer, member):
        window.until(f"return {shows('Alpha')} && {at_rest_on(0)} && document.getElementById('stage').classList.contains('vertical')")
    member.until("return document.getElementById('stage').classList.contains('movable')")

    def box(page):
        return viewer.run(f"(({{ top, height, left, width }}) => [left, top, width, height].map(Math.round))(document.querySelector('article[data-page=\"{page}\"]').getBoundingClientRect())")

    # 800 thousandths of 600 points in the middle, and 20 points at a width of 390 between pages.
    stride = round(480 + 20 * 600 / 390)
    assert box(0) == [0, 60, 800, 480] and box(1)[1] == 60 + stride, (box(0), box(1))
    member.touch("touchStart", 400, 500)
    for y in range(450, 90, -40):
        member.touch("touchMove", 400, y)
        member.run("new Promise(requestAnimationFrame)")
    member.touch("touchEnd")
    for window in (viewer, member):
        window.until(f"return {shows('Bravo')} && {at_rest_on(1)}")
    eventually("the next page in the middle", lambda: box(1) == [0, 60, 800, 480])
    assert box(0)[1] == 60 - stride and box(2)[1] == 60 + stride, (box(0), box(2))


@test("chromium")
def spoken(scene):
    """A screen reader finds the page on show and nothing else, and is told of new pages, steps and the end."""
    deck = scene.deck(STEPS)
    server = scene.server([f"talk={deck}"], "--web", "--until-input-ends", "--drain", "100ms", stdin=subprocess.PIPE)
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('First')} && {at_rest_on(0)}")
    ann = scene.member(server.room("talk"), role="presenter")

    def texts():
        return [name.strip() for role, name in window.spoken() if role in ("StaticText", "heading", "status")]

    def until_found(wanted, unwanted):
        def is_so():
            found = texts()
            return all(text in found for text in wanted) and not any(text in found for text in unwanted)

        eventually(f"{wanted} and not {unwanted}", is_so)

    until_found(["First", "one", "Page 1 of 2. First"], ["two", "four", "Second"])
    assert ("heading", "First") in window.spoken(), window.spoken()
    assert [role for role, _ in window.spoken()].count("article") == 1, window.spoken()
    assert window.run("document.getElementById('spoken').ariaLive") == "polite"
    ann.request("step", by=1, **{"from": 0}, shown=0)
    until_found(["two", "three"], ["four"])
    ann.request("jump", item=1)
    until_found(["Second", "Page 2 of 2. Second"], ["First", "one"])
    roles = {role for role, _ in window.spoken()}
    assert {"table", "columnheader", "cell", "emphasis"} <= roles, roles
    ann.request("blank", on=True)
    until_found(["The presenter has blanked the page."], ["Second"])
    server.process.stdin.write("over\n")
    server.process.stdin.flush()
    until_found(["The talk has ended."], [])


@test("chromium")
def keys(scene):
    """A viewer scrolls a long page by keys; a member's keys turn, but follow a link that has the focus."""
    server = scene.server([f"talk={scene.deck(LONG)}"], "--web")
    browser = scene.browser()
    viewer, member = (Window(browser, server.page("talk", end)) for end in ("", "#role=member"))
    for window in (viewer, member):
        window.until(f"return {shows('Long')} && {at_rest_on(0)}")
    top = "document.querySelector('article').scrollTop"
    viewer.key("ArrowDown", 40)
    viewer.until(f"return {top} > 0")
    viewer.key("End", 35)
    viewer.until("return (({ scrollTop: top, clientHeight: height, scrollHeight: all }) => top > height && top + height > all - 2)(document.querySelector('article'))")
    viewer.key("Home", 36)
    viewer.until(f"return {top} === 0")
    member.until("return document.getElementById('stage').classList.contains('movable')")
    for _ in range(2):
        member.key("Tab", 9)
    member.until("return document.activeElement?.tagName === 'A'")
    member.run("document.activeElement.addEventListener('click', (event) => { event.preventDefault(); globalThis.followed = true; })")
    member.key("Enter", 13)
    member.until("return globalThis.followed")
    assert member.run("document.getElementById('stage').dataset.target") == "0"
    member.key("ArrowRight", 39)
    for window in (viewer, member):
        window.until(f"return {shows('Next')} && {at_rest_on(1)}")
    # The focus does not stay on a page that is out of view.
    member.until("return !document.activeElement.closest('[inert]')")


EXPORTED = """---
title: A <talk>
theme: dracula
---
# One

first

<!-- pause -->

second

```swift {1|2}
let a = 1
let b = 2
```

<!-- notes: whisper -->

---

# Two

> [!NOTE]
> The end.
"""


@test("chromium")
def exported(scene):
    """A deck that was written as a file keeps its steps, its colours and its highlighted lines, and asks nobody for anything."""

    def export(text, *words):
        path = f"{scene.folder()}/talk.html"
        process = scene.process("export", str(scene.deck(text)), "-o", path, *words)
        assert process.wait() == 0
        return Window(scene.browser(), f"file://{path}")

    window = export(EXPORTED, "--notes")
    current = "document.querySelector('section.current h1').textContent"
    later = "[...document.querySelectorAll('.current .later')].map((node) => node.textContent.trim()).join('|')"
    dim = "[...document.querySelectorAll('.current .dim')].map((node) => node.textContent).join('|')"
    window.until(f"return {current} === 'One'")
    assert window.run("document.title") == "A <talk>"
    assert window.run(later) == "second|let a = 1\nlet b = 2", window.run(later)
    window.key("ArrowRight", 39)
    window.until(f"return {later} === '' && {dim} === 'let b = 2'")
    window.key(" ", 32)
    window.until(f"return {dim} === 'let a = 1' && {current} === 'One'")
    assert window.run("getComputedStyle(document.body).backgroundColor") == "rgb(40, 42, 54)"
    assert window.run("getComputedStyle(document.querySelector('.keyword')).color") == "rgb(255, 121, 198)"
    assert window.run("document.querySelector('.current aside').textContent") == "whisper"
    window.key(" ", 32)
    window.until(f"return {current} === 'Two' && location.hash === '#2'")
    window.key("ArrowLeft", 37)
    window.until(f"return {current} === 'One' && {later} === '' && {dim} === 'let a = 1'")
    assert all(address.startswith("file://") for address in window.requests()), window.requests()
    # An accent makes another character of a quotation mark, for those who count characters, but not for a browser.
    accents = "\n[accent](<https://example.org/\"\u0301 class=accent onclick=document.title='taken'>) <\u0301b>\n"
    hostile = export(HOSTILE + accents)
    assert hostile.until("return !!document.querySelector('section.current')")
    assert hostile.run("document.querySelectorAll('.accent, [onclick]').length") == 0
    assert hostile.run("document.querySelectorAll('script').length") == 1
    assert hostile.run("document.querySelectorAll('svg, img, iframe, object, embed, form, base, link').length") == 0
    assert hostile.run("document.title") != "taken" and hostile.run("globalThis.refused") is None
    links = hostile.run("[...document.querySelectorAll('a')].map((link) => link.protocol)")
    assert sorted(links) == ["https:", "https:", "mailto:"], links
    assert "whisper" not in hostile.run("document.body.textContent")


@test("chromium")
def hostile(scene):
    """A deck with scripts, pictures and addresses of all kinds stays text."""
    server = scene.server([f"talk={scene.deck(HOSTILE)}"], "--web")
    window = Window(scene.browser(), server.page("talk"))
    window.until("return !!document.querySelector('article .body pre')")
    assert window.run("document.querySelectorAll('script').length") == 1
    assert window.run("document.querySelectorAll('svg, img, iframe, object, embed, form, base, link').length") == 0
    assert window.run("document.title") != "taken" and window.run("globalThis.refused") is None
    links = window.run("[...document.querySelectorAll('a')].map((link) => link.protocol)")
    assert sorted(links) == ["https:", "mailto:"], links
    assert "<script>code</script>" in window.run("document.querySelector('article .body').textContent")
    assert "document.title = 'taken'" in window.run("document.querySelector('article .body pre').textContent")
    # The same from a presenter, without the deck's rules for titles.
    ann = scene.member(server.room("talk"), role="presenter")
    body = HOSTILE + "\u202e<b>turned</b>\n\n[x](\tjava\nscript:1) <javascript:alert(1)> <https://example.org/<img>>"
    title = "</title></article><script>document.title = 'taken'</script><svg onload=1>"
    pages = [{"id": "x", "title": title, "body": body, "format": "markdown"}, {"id": "y", "title": title, "body": body}]
    ann.request("content", revision=ann.snapshot["pager"]["revision"], wrap="finite", pages=pages)
    for page in (0, 1):
        window.until(f"return {shows(title)} && {at_rest_on(page)}")
        assert window.run("document.querySelectorAll('script').length") == 1
        assert window.run("document.querySelectorAll('svg, img, iframe, object, embed, form, base, link, b').length") == 0
        assert window.run("[...document.querySelectorAll('a')].every((link) => /^(https|mailto):$/.test(link.protocol))")
        assert window.run("[...document.querySelectorAll('#row *')].every((node) => node.getAttributeNames().every((name) => !/^on|^style$|^src/.test(name) || name === 'style' && /^(ARTICLE|DIV)$/.test(node.tagName)))")
        if page == 0:
            ann.request("jump", item=1)
    assert "taken" not in window.run("document.title").partition("<script>")[0] and window.run("globalThis.refused") is None
    # The page itself may run nothing else either.
    window.run("document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.taken = 1' }))")
    window.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"globalThis.taken = 1\">')")
    window.until("return (globalThis.refused ?? []).length >= 2")
    assert window.run("globalThis.taken") is None


@test("chromium")
def frames(scene):
    """No page can show this one in a frame, not even one of the same origin."""
    server = scene.server([NUMBERS], "--web")
    window = Window(scene.browser(), f"http://127.0.0.1:{server.port}/healthz")
    window.until("return document.body?.textContent.trim() === 'alive'")

    def document_in_frame(path):
        return window.run(
            f"""new Promise((done) => {{
                const frame = document.createElement('iframe');
                frame.onload = () => done(!!frame.contentDocument);
                frame.src = '{path}';
                document.body.append(frame);
            }})"""
        )

    assert document_in_frame("/readyz"), "other answers of the server can be framed, so the test sees frames"
    assert not document_in_frame("/rooms/talk")


@test("chromium")
def ended(scene):
    """The page says that the talk has ended, and does not come back."""
    server = scene.server([NUMBERS], "--web", "--until-input-ends", "--drain", "100ms", stdin=subprocess.PIPE)
    window = Window(scene.browser(), server.page("talk"))
    window.until(f"return {shows('Alpha')}")
    server.process.stdin.write("over\n")
    server.process.stdin.flush()
    window.until("return document.getElementById('status').textContent === 'The talk has ended.'")
    assert window.run("document.documentElement.dataset.phase") == "over"


@test("chromium")
def presented(scene):
    """`riffle present --web` is followed by a page from its first to its last page."""
    deck = scene.deck(STEPS)
    terminal = scene.terminal("present", str(deck), "--web", "--listen", "127.0.0.1:0")
    address = terminal.match(r"riffle join ws://(127\.0\.0\.1:\d+)/rooms/talk").group(1)
    window = Window(scene.browser(), f"http://{address}/talk")
    window.until(f"return {shows('First')}")
    for shown in (1, 2):
        terminal.type("Right")
        window.until(f"return document.getElementById('stage').dataset.shown === '{shown}'")
    terminal.type("Right")
    window.until(f"return {shows('Second')} && {at_rest_on(1)}")
    deck.write_text(STEPS.replace("# Second", "# Changed"), encoding="utf-8")
    window.until(f"return {shows('Changed')} && {at_rest_on(1)}")
    terminal.type("q")
    window.until("return document.getElementById('status').textContent === 'The talk has ended.'")


@test("chromium")
def tokens(scene):
    """A token in the fragment lets a page in; it is in no request but the join."""
    with tempfile.TemporaryDirectory() as folder:
        secret = pathlib.Path(folder) / "secret"
        subprocess.run([RIFFLE, "token", "new-secret", str(secret)], check=True, capture_output=True)
        words = [RIFFLE, "token", "--secret-file", str(secret), "--room", "talk", "--role", "member", "--expires", "1h"]
        token = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
        server = scene.server([NUMBERS], "--web", "--secret-file", str(secret))
        browser = scene.browser()
        window = Window(browser, server.page("talk", "#" + token))
        window.until(f"return {shows('Alpha')}")
        window.until("return document.getElementById('stage').classList.contains('movable')")
        assert window.run("document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)") == "{}{}"
        asked = window.requests()
        assert asked and not any(token in address.partition("#")[0] for address in asked), asked
        assert {address.partition("#")[0] for address in asked} == {server.page("talk")}, "nothing else is loaded"
        stranger = Window(browser, server.page("talk"))
        stranger.until("return document.getElementById('status').textContent.includes('valid token')")


@test("chromium")
def secure(scene):
    """With TLS the page comes by https and connects by wss, whatever the server's name."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/cert.pem", f"{folder}/key.pem"]
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost"
        names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]]
        subprocess.run([*words.split(), *names], check=True, capture_output=True)
        server = scene.server([NUMBERS], "--web", "--tls-cert", files[0], "--tls-key", files[1])
        window = Window(scene.browser(), server.page("talk"))
        window.until(f"return {shows('Alpha')} && {at_rest_on(0)}")
        assert window.run("location.protocol") == "https:" and window.run("globalThis.refused") is None


@test("chromium")
def looks(scene):
    """Widths from 320 to 3,840 points, light and dark, and no motion where people want none."""
    server = scene.server([f"talk={scene.deck(STEPS)}"], "--web")
    browser = scene.browser()
    light = Window(browser, server.page("talk"), media={"prefers-color-scheme": "light"})
    dark = Window(browser, server.page("talk"), media={"prefers-color-scheme": "dark"})
    still = Window(browser, server.page("talk"), media={"prefers-reduced-motion": "reduce"})
    for window in (light, dark, still):
        window.until(f"return {shows('First')} && {at_rest_on(0)}")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert light.run(ground) != dark.run(ground)
    sizes = []
    for width, height in SIZES:
        light.resize(width, height)
        light.until(f"return innerWidth === {width} && document.querySelector('article').clientWidth === {width}")
        assert light.run("document.documentElement.scrollWidth") <= width
        assert light.run("document.querySelector('article').scrollWidth") <= width
        sizes.append(light.run("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
        assert len(light.screenshot()) > 1000
    assert sizes[0] >= 16 and sizes == sorted(sizes) and sizes[-1] >= 2 * sizes[0], sizes
    ann = scene.member(server.room("talk"))
    ann.request("dragBegan", drag=1, width=400, stride=400)
    ann.tell("dragMoved", drag=1, by=20000)
    light.resize(800, 600)
    eventually("a third of a page", lambda: abs(light.pages_moved() - 20000 / 65536) < 0.01)
    still.until("return document.getElementById('stage').dataset.room === 'dragging'")
    assert still.pages_moved() == 0, still.pages_moved()


def main():
    names = [name for word in sys.argv[2:] or GROUPS for name in GROUPS.get(word, [word])]
    failed, shared = 0, Shared()
    for name in names:
        scene = Scene(shared)
        begin = time.monotonic()
        try:
            try:
                TESTS[name](scene)
            finally:
                scene.end()
            print(f"ok   {name} {time.monotonic() - begin:.1f} s", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL {name}\n{traceback.format_exc()}", file=sys.stderr, flush=True)
            # The next one is not to suffer from it.
            shared.end()
    shared.end()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
