"""The page of `--web`: odd requests for it, its policy, foreign pages that connect, floods, and hostile decks."""

import base64
import hashlib
import os
import pathlib
import re
import select
import shutil
import subprocess
import time

from client import joined
from newcomers import ATTACKERS, arrivals, beside
from server import MEGABYTE, TOP, riffle
from trial import eventually
from wire import connected, upgrade_request

MARK = b"evil-mark"
EVIL = "http://evil.example"
# Chromium starts slowly beside other work.
CHROMIUM_SECONDS = 120


def request(path, method=b"GET", host=b"127.0.0.1", more=b"", version=b"HTTP/1.1"):
    return b"%s %s %s\r\nHost: %s\r\n%s\r\n" % (method, path, version, host, more)


# A request, and the statuses that hold; 0 for an end without an answer or none within two seconds.
REQUESTS = [
    *[(path.decode(errors="replace")[:40], request(path), {0, 400, 403, 404, 405, 414, 431}) for path in (
        b"/", b"/rooms", b"/rooms/", b"/rooms/main/", b"/rooms/main/x", b"/main/", b"/rooms/other",
        b"/other", b"/..%2fmain%2f..%2f..%2fetc%2fpasswd", b"/rooms%2f..%2f..%2fetc%2fpasswd", b"/%2e%2e/%2e%2e/etc/passwd",
        b"/rooms/..%5c..%5cetc%5cpasswd", b"/rooms/%00main", b"/main%00.html",
        b"/main%250d", b"/rooms/main%20", b"/rooms/%ff%fe", b"/<script>" + MARK + b"</script>", b"/rooms/" + b"a" * 65,
        b"/" + b"a" * 60_000, b"*", b"main", b"/rooms/main.html", b"/page.html", b"/main.mjs", b"/Page/main.mjs",
        b"/.git/config", b"/favicon.ico", b"/robots.txt", b"/metrics")],
    # Other spellings of an address of the page: it, or nothing.
    *[(path.decode()[:40], request(path), {0, 200, 400, 403, 404}) for path in (
        b"/%6dain", b"/rooms/%6d%61in", b"//main", b"/./main", b"/x/../main", b"/rooms%2fmain", b"/rooms//main", b"/main%0d%0aSet-Cookie:%20" + MARK, b"/main?x=" + MARK,
        b"/main?<script>" + MARK, b"/main#" + MARK, b"/rooms/main?token=" + MARK, b"http://127.0.0.1/main")],
    *[(method.decode() + " /main", request(b"/main", method), {0, 400, 403, 404, 405, 501}) for method in (
        b"PUT", b"DELETE", b"PATCH", b"TRACE", b"CONNECT", b"OPTIONS", b"A" * 300)],
    ("get /main", request(b"/main", b"get"), {0, 200, 400, 405, 501}),
    ("POST /main with a body", request(b"/main", b"POST", more=b"Content-Length: 9\r\n") + MARK, {0, 400, 403, 404, 405}),
    ("GET with a body", request(b"/main", more=b"Content-Length: 9\r\n") + MARK, {0, 200, 400}),
    ("smuggling", request(b"/main", more=b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n") + request(b"/" + MARK),
     {0, 200, 400}),
    ("64 kB of headers", request(b"/main", more=b"A: b\r\n" * 11_000), {0, 400, 403, 413, 414, 431}),
    ("a tag of 60 kB", request(b"/main", more=b"If-None-Match: " + b"a" * 60_000 + b"\r\n"), {0, 200, 400, 413, 431}),
    ("a cookie of 30 kB", request(b"/main", more=b"Cookie: a=" + b"b" * 30_000 + b"\r\n"), {0, 200, 400, 413, 431}),
    ("a range", request(b"/main", more=b"Range: bytes=0-9,3-5\r\n"), {200}),
    ("a foreign origin", request(b"/main", more=b"Origin: http://" + MARK + b"\r\n"), {200}),
    ("a host that resolves here", request(b"/main", host=MARK + b".example"), {421}),
    ("two hosts", request(b"/main", more=b"Host: " + MARK + b"\r\n"), {0, 400, 421}),
    ("a forwarded host", request(b"/main", host=MARK, more=b"X-Forwarded-Host: 127.0.0.1\r\n"), {421}),
    ("an absolute URI of another host", request(b"http://%s.example/main" % MARK, host=MARK), {0, 400, 403, 404, 421}),
    ("a broken upgrade", request(b"/main", more=b"Connection: Upgrade\r\nUpgrade: h2c\r\n"), {0, 200, 400, 403, 404}),
    # The control: these are answered.
    ("the page", request(b"/rooms/main"), {200}), ("its short address", request(b"/main"), {200}),
    ("its head", request(b"/main", b"HEAD"), {200}),
]  # fmt: skip


def answer(port, data):
    """Status, headers and body of an answer; status 0 without one within two seconds."""
    found, end = b"", time.monotonic() + 2
    with connected(port, timeout=5) as socket:
        try:
            socket.sendall(data)
            while select.select([socket], [], [], max(0, end - time.monotonic()))[0] and (part := socket.recv(1 << 16)):
                found += part
        except OSError:
            pass
    head, _, body = found.partition(b"\r\n\r\n")
    line, *fields = head.split(b"\r\n")
    words = line.split()
    status = int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/1") and words[1].isdigit() else 0
    return status, {name.strip().lower(): value.strip() for name, _, value in (one.partition(b":") for one in fields)}, body


def is_strict(headers, body):
    """Why an answer with the page has not all that keeps it in; empty when it has."""
    policy = dict(part.split(" ", 1) for part in headers.get(b"content-security-policy", b"").decode().split("; ") if " " in part)
    missing = [name for name in ("default-src", "base-uri", "form-action", "frame-ancestors") if policy.get(name) != "'none'"]
    missing += [] if policy.get("connect-src") == "'self'" else ["connect-src"]
    for tag, name in ((b"script", "script-src"), (b"style", "style-src")):
        parts = re.findall(b"<%s[^>]*>(.*?)</%s>" % (tag, tag), body, re.S)
        wanted = [f"'sha256-{base64.b64encode(hashlib.sha256(part).digest()).decode()}'" for part in parts]
        missing += [] if len(wanted) == 1 and policy.get(name) == wanted[0] else [name]
    wanted = {b"x-frame-options": b"DENY", b"x-content-type-options": b"nosniff", b"referrer-policy": b"no-referrer",
              b"cross-origin-opener-policy": b"same-origin", b"cross-origin-resource-policy": b"same-origin"}
    missing += [name.decode() for name, value in wanted.items() if headers.get(name) != value]
    missing += [name.decode() for name in headers if name.startswith((b"set-cookie", b"access-control"))]
    return ", ".join(missing)


def page_requests(trial):
    """Paths that climb, encoded slashes, methods, headers of 64 kB, hosts and smuggling, for the page."""
    with trial.server("--web") as server, trial.pair(server.port):
        page = answer(server.port, request(b"/rooms/main"))
        trial.did("the page")
        flaws = is_strict(page[1], page[2])
        trial.holds("a strict policy by hash, no frames, no cookies", page[0] == 200 and not flaws, flaws or "all")
        found = [(case, answer(server.port, data), good) for case, data, good in REQUESTS]
        trial.did(f"{len(found)} requests for the page")
        wrong = [f"{case}: {got[0]}" for case, got, good in found if got[0] not in good]
        trial.holds("each gets its refusal, the proper ones the page", not wrong, "; ".join(wrong) or "all")
        pages = [got for _, got, _ in found if got[0] == 200]
        others = [got for got in pages if got[2] not in (page[2], b"") or got[1] != page[1]]
        trial.holds("whatever is asked, the page is the same", not others, f"{len(pages)} pages, {len(others)} others")
        echoes = [case for case, got, _ in found if any(MARK in text for text in (*got[1].values(), got[2]))]
        trial.holds("nothing of a request is in an answer", not echoes, "; ".join(echoes) or "nothing")
    with trial.server() as server:
        trial.did("the same without --web")
        found = [(case, answer(server.port, data)) for case, data, _ in REQUESTS]
        wrong = [case for case, (status, headers, _) in found if status in (200, 304) or b"content-security-policy" in headers]
        trial.holds("there is no page", not wrong, "; ".join(wrong) or "none")


def foreign_pages(trial):
    """Pages from elsewhere, rebound names and odd spellings of the own origin, that connect."""
    with trial.server("--web") as server:
        port = server.port
        own = f"127.0.0.1:{port}"
        http = f"http://{own}"
        cases = [
            *[(http, host) for host in (EVIL[7:], f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}@evil.example", "")],
            *[(origin, own) for origin in (
                EVIL, f"https://{own}", "http://127.0.0.1", f"{http}.evil.example", f"{http}@evil.example", f"{http}/", f"{http}0",
                f"http://evil.example#{own}", f"http://localhost:{port}", f"http://127.1:{port}", f"http://2130706433:{port}",
                f"http://[::ffff:127.0.0.1]:{port}", "null", "", "file://", f"ws://{own}", f"{http} {EVIL}", f"{EVIL} {http}",
                f"{http}, {EVIL}")],
            # Names that a stranger points at this machine: page and host agree.
            *[(f"http://{name}:{port}", f"{name}:{port}") for name in (
                "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "0x7f.1", "2130706433",
                "evil.example.", "127.0.0.1:1@evil.example")],
        ]  # fmt: skip

        def status(origin, host, extra=()):
            return answer(port, upgrade_request(host=host, extra=[f"Origin: {origin}", *extra]))[0]

        let_in = [f"{origin} at {host}" for origin, host in cases if status(origin, host) == 101]
        let_in += [extra for extra in (f"Origin: {EVIL}", f"Host: {EVIL[7:]}") if status(http, own, [extra]) == 101]
        let_in += ["X-Forwarded-Host"] * (status(EVIL, own, ["X-Forwarded-Host: evil.example"]) == 101)
        trial.did(f"{len(cases) + 3} upgrades by pages from elsewhere")
        trial.holds("none is let in", not let_in, "; ".join(let_in) or "none")
        proper = [status(http, own), status(f"http://localhost:{port}", f"localhost:{port}"), status(f"http://[::1]:{port}", f"[::1]:{port}")]
        trial.holds("the server's own page is", proper == [101] * 3, proper)


def crave(counter, port):
    """300 sockets of ten addresses ask for the page and read nothing, and are replaced after a while."""
    sockets = []
    while True:
        while len(sockets) < 300:
            try:
                one = connected(port, ATTACKERS[len(sockets) % len(ATTACKERS)], receive_bytes=1024)
                one.sendall(request(b"/main") if len(sockets) % 3 else request(b"/main")[:-2])
                sockets.append(one)
                counter.value += 1
            except OSError:
                break
        time.sleep(0.3)
        for one in sockets[:100]:
            one.close()
        del sockets[:100]


def page_flood(trial):
    """Browsers that ask for the page and never read it, or never end their request."""
    with trial.server("--web") as server:
        joined(server.port).cut()
        before, descriptors = server.resident_bytes(), server.descriptors()
        with trial.pair(server.port), beside(crave, server.port) as counter:
            let_in, count, others = arrivals(server.port)
            trial.did(f"{counter.value:,} requests for the page in {count} newcomers' time")
            trial.holds("at least 90 % of the newcomers get in", let_in >= 0.9 * count, f"{let_in} of {count} {others or ''}")
        trial.holds("descriptors come back", eventually(lambda: server.descriptors() <= descriptors + 8), server.descriptors())
        trial.memory(server, before, 32)


def replaced_decks(trial):
    """A presenter who replaces large pages in Markdown again and again, each with another document."""
    replaced, most = 0, 300
    with trial.server("--web") as server, trial.pair(server.port):
        with joined(server.port, role="presenter", offsets="none") as client:
            before, end, revision = server.resident_bytes(), time.monotonic() + 40, client.until("snapshot")["pager"]["revision"]
            while replaced < most and time.monotonic() < end:
                body = f"{replaced} " + "*a* `b` [c](http://d) " * 1_400
                pages = [{"id": f"{replaced}-{page}", "title": "A", "body": body + str(page), "format": "markdown"} for page in range(3)]
                revision += client.answer("content", revision=revision, wrap="loop", pages=pages)["type"] == "ack"
                replaced += 1
            grown = (server.peak_bytes() - before) / MEGABYTE
        trial.did(f"{replaced} decks of three pages with 30 kB of Markdown each")
        trial.holds("at least 30 are taken", revision >= 30, f"revision {revision}")
        trial.holds("the server grows by < 96 MB", grown < 96, f"{grown:.1f} MB at most")


def decks_in_chromium(trial):
    """Decks with scripts, SVG, pictures and links of all kinds, and frames of other pages, in a real browser."""
    python = next((path for path in (TOP / ".build/python/bin/python", pathlib.Path("/usr/bin/python3"))
                   if path.exists() and not subprocess.run([path, "-c", "import websockets"], capture_output=True).returncode), None)  # fmt: skip
    if not python or not shutil.which("chromium"):
        trial.did("decks in Chromium")
        trial.skips("they are drawn as texts", "expected chromium and .build/python of `make test`")
        return
    words = [python, "-W", "ignore", TOP / "Tests/System/Web/page_tests.py", os.path.abspath(riffle()), "hostile", "frames"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=CHROMIUM_SECONDS)
    trial.did("decks and frames in Chromium")
    trial.holds("scripts, SVG and javascript: links are texts", "ok   hostile" in done.stdout, done.stderr[-300:] or "texts")
    trial.holds("no other page shows this one in a frame", "ok   frames" in done.stdout, done.stderr[-300:] or "none")


ATTACKS = [page_requests, foreign_pages, page_flood, replaced_decks, decks_in_chromium]
