"""Faults around a server: a full disk, a loop that stands still or is flooded, little memory, cut lines, the end."""

import json
import selectors
import signal
import subprocess
import threading
import time

from client import Closed, joined, outcome
from machine import NotPermitted, SmallDisk, descriptors, stopped
from memory import large_pages, swallow
from newcomers import beside
from server import Server, command, riffle
from trial import GROSS_MILLISECONDS, eventually
from wire import CLOSE, frame, lines


class Turns:
    """A presenter who turns to page 1, 2, 3 and so on, and knows which of them was answered how."""

    def __init__(self, port):
        self.client = joined(port, role="presenter", offsets="none")
        self.first = self.client.last_id
        self.sent, self.acked, self.refused, self.notices = 0, [], [], []

    def turn(self, count, pause=0.008):
        for _ in range(count):
            self.sent += 1
            self.client.request("jump", page=self.sent, animated=False)
            time.sleep(pause)

    def hear(self):
        for message in self.client.available():
            if message["type"] in ("ack", "reject"):
                (self.acked if message["type"] == "ack" else self.refused).append(message["id"] - self.first)
            elif message["type"] == "notice":
                self.notices.append(message["text"])
        return len(self.acked)

    @property
    def answered(self):
        self.hear()
        return len(self.acked) + len(self.refused)


def full_disk(trial):
    """No free byte under the store while a presenter turns pages and a newcomer comes; then there is room again."""
    with trial.folder() as folder:
        (folder / "disk").mkdir()
        options = ("--store", folder / "disk" / "store.sqlite")
        try:
            with SmallDisk(folder / "disk", 1_500) as disk:
                settled, last = _with_full_disk(trial, options, disk)
                with trial.server(*options, wrapper=disk.wrapper) as server, joined(server.port, role="viewer") as viewer:
                    found = viewer.until("snapshot")["pager"]["settled"]
                    trial.did("a restart with the same store")
                    trial.holds("the page is the last acknowledged one", found == settled == last, f"{found} and {last}")
        except NotPermitted as reason:
            trial.skips("nothing is lost on a full disk", str(reason))


def _with_full_disk(trial, options, disk):
    """Returns the page at the end, and the last one that was acknowledged."""
    with trial.server(*options, wrapper=disk.wrapper) as server:
        turns = Turns(server.port)
        turns.turn(20)
        eventually(lambda: turns.hear() == 20)
        disk.fill()
        turns.turn(200)
        is_failing = eventually(lambda: server.metric("riffle_store_failing") == 1)
        before, came = turns.hear(), []

        def come():
            began = time.monotonic()
            came[:] = [outcome(server.port, role="viewer", seconds=40)[0], time.monotonic() - began]

        newcomer = threading.Thread(target=come)
        newcomer.start()
        turns.turn(100)
        ready = [server.ask("/readyz", port)[0] for port in (server.admin, server.port)]
        health = server.ask("/healthz")[0]
        newcomer.join()
        meanwhile = turns.hear() - before
        trial.did(f"a full disk for {came[1]:.0f} s, {turns.sent} turned pages, {before} of them before")
        trial.holds("riffle_store_failing is 1, /readyz 503 on both ports", is_failing and ready == [503, 503],
                    f"{is_failing}, {ready}")
        trial.holds("/healthz answers 200", health == 200, health)
        trial.holds("nothing is acknowledged meanwhile", meanwhile == 0 and before < 220, f"{meanwhile} acks")
        trial.holds("members have a notice", turns.notices, (turns.notices or ["none"])[0])
        trial.holds("a newcomer is closed with 4004 within 20 s", came[0] == 4004 and came[1] < 20, f"{came[0]}, {came[1]:.1f} s")
        disk.empty()
        is_ready = eventually(lambda: server.ask("/readyz")[0] == 200)
        all_answered = eventually(lambda: turns.answered == turns.sent)
        how, _ = outcome(server.port)
        trial.did("room again")
        trial.holds("it recovers by itself", is_ready and how == "welcome", f"{'ready' if is_ready else 'not ready'}, {how}")
        trial.holds("every request has its answer", all_answered,
                    f"{len(turns.acked)} ack, {len(turns.refused)} reject, of {turns.sent}")
        with trial.pair(server.port), joined(server.port, role="viewer") as viewer:
            return viewer.until("snapshot")["pager"]["settled"], max(turns.acked)


def home(room, loops=2):
    """The loop that a room belongs to: FNV-1a of its name."""
    value = 14695981039346656037
    for byte in room.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return value % loops


# Two rooms of each loop.
FIRST, SECOND = ([room for room in (f"room{number}" for number in range(20)) if home(room) == loop][:2] for loop in (0, 1))
LOOP_ROOMS = [f"{room}=threePage:numbers" for room in (*FIRST, *SECOND, "honest")]


def by_loop(server, members):
    """The members whose connections are with the first loop, and the others: those that answer while it stands still."""
    with stopped(server, "loop 0"):
        for member in members:
            member.request("ping")
        time.sleep(1.5)
        awake = [any(message["type"] == "pong" for message in member.available()) for member in members]
    return ([member for member, is_awake in zip(members, awake) if is_awake == wanted] for wanted in (False, True))


def turned(members, count, first=1):
    """The first member turns pages one by one; the time until each of the others has seen it, in milliseconds, at the 99th
    percentile."""
    times = []
    for page in range(first, first + count):
        began = time.monotonic()
        members[0].request("jump", page=page, animated=False)
        for member in members:
            while member.until("selected")["new"] != page:
                pass
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.02)
    return sorted(times)[int(len(times) * 0.99)]


def stopped_loop(trial):
    """One of two loops stands still; rooms and members of the other one go on."""
    with trial.server(rooms=LOOP_ROOMS) as server:
        room = SECOND[0]
        members = [joined(server.port, room) for _ in range(8)]
        try:
            still, awake = by_loop(server, members)
            with stopped(server, "loop 0"):
                began = time.monotonic()
                p99 = turned(awake, 50) if len(awake) > 1 else float("inf")
                health = [server.ask(path)[0] for path in ("/healthz", "/metrics")]
                let_in = sum(outcome(server.port, room, "viewer", seconds=2)[0] == "welcome" for _ in range(6))
                seconds = time.monotonic() - began
        except NotPermitted as reason:
            return trial.skips("the members of other loops go on", str(reason))
        trial.did(f"one loop of two stops for {seconds:.0f} s, with {len(still)} of 8 members of a room of the other one")
        trial.holds(f"members of the other loop go on, p99 < {GROSS_MILLISECONDS / 1000:g} s",
                    len(awake) >= 3 and p99 < GROSS_MILLISECONDS, f"{len(awake)} members, 50 pages, p99 {p99:.1f} ms")
        trial.holds("newcomers whose turn is at that loop get in", let_in >= 2, f"{let_in} of 6")
        trial.holds("/healthz and /metrics answer 503", health == [503, 503], health)
        is_healthy = eventually(lambda: server.ask("/healthz")[0] == 200)
        p99 = turned(awake + still, 20, 1_000)
        trial.did("the loop runs again")
        trial.holds("all are still there and see the same pages", is_healthy, f"8 members, 20 pages, p99 {p99:.1f} ms")
        for member in members:
            member.cut()
        with trial.pair(server.port):
            pass


def press(client, counter, kind):
    """Asks for large pages, or turns pages, as fast as the client may, and waits where the server does not read."""
    number = 10
    while True:
        number += 7
        objects = [{"type": "jump", "id": number + place, "page": (number + place) % 3, "animated": False} if kind == "jump"
                   else {"type": "pages", "id": number + place, "from": 0, "count": 3} for place in range(7)]
        try:
            client.send_bytes(frame(lines(*objects)))
        except OSError:
            return
        counter.value += len(objects)
        # Below the limit of 240 a second.
        time.sleep(0.035)


def flood(counter, clients):
    """Half of the clients turn pages as fast as they may, the others ask for large ones."""
    for number, client in enumerate(clients):
        threading.Thread(target=swallow, args=(client, [0]), daemon=True).start()
        threading.Thread(target=press, args=(client, counter, ("jump", "pages")[number // 2 % 2]), daemon=True).start()
    while True:
        time.sleep(1)


def flooded_loop(trial):
    """Members of one loop ask for large pages and turn pages as fast as they may; those of the other one go on."""
    with trial.server(rooms=LOOP_ROOMS) as server:
        quiet = [joined(server.port, SECOND[0]) for _ in range(8)]
        loud = [joined(server.port, FIRST[0], offsets="none") for _ in range(32)]
        try:
            loud, others = by_loop(server, loud)
            _, quiet = by_loop(server, quiet)
        except NotPermitted as reason:
            return trial.skips("the members of other loops go on", str(reason))
        for client in others:
            client.cut()
        with joined(server.port, FIRST[0], "presenter", offsets="none") as presenter:
            presenter.answer("content", revision=0, wrap="loop", pages=large_pages(60_000))
            presenter.answer("leave")
        before_bytes, alone = server.resident_bytes(), turned(quiet, 50)
        with beside(flood, loud[::2]) as counter, beside(flood, loud[1::2]) as other:
            time.sleep(1)
            thread = [number for number in server.thread_cpu_seconds() if _name(server, number) == "loop 0"][0]
            busy, began, count = server.thread_cpu_seconds()[thread], time.monotonic(), counter.value + other.value
            p99 = turned(quiet, 200, 1_000)
            seconds = time.monotonic() - began
            busy, count = (server.thread_cpu_seconds()[thread] - busy) / seconds, counter.value + other.value - count
        for client in loud:
            client.cut()
        trial.did(f"{len(loud)} members of one loop send {count:,} requests in {seconds:.0f} s; it works {busy:.0%} of the time")
        trial.holds(f"members of the other loop go on, p99 < {GROSS_MILLISECONDS / 1000:g} s", p99 < GROSS_MILLISECONDS,
                    f"{len(quiet)} members, 200 pages, p99 {p99:.1f} ms, {alone:.1f} ms before")
        trial.holds("the loop works more than a tenth of the time", busy > 0.1, f"{busy:.0%}")
        for member in quiet:
            member.cut()
        trial.memory(server, before_bytes, 64)
        with trial.pair(server.port):
            pass


def _name(server, thread):
    with open(f"/proc/{server.pid}/task/{thread}/comm", encoding="ascii") as name:
        return name.read().strip()


MEMBERS, MEMBER_ROOMS, DRAIN_SECONDS = 2_000, 20, 5


def ended_before_members(trial):
    """SIGTERM before 2,000 members, who answer the close; newcomers come meanwhile."""
    rooms = [f"room{number}=threePage:numbers" for number in range(MEMBER_ROOMS)]
    try:
        with descriptors(MEMBERS + 500):
            server = Server("--drain", f"{DRAIN_SECONDS}s", rooms=rooms)
            try:
                _end(trial, server)
            finally:
                server.kill()
    except NotPermitted as reason:
        trial.skips("each member is closed with 4000", str(reason))


def _end(trial, server):
    waiting, members = selectors.DefaultSelector(), []
    for number in range(MEMBERS):
        client = joined(server.port, f"room{number % MEMBER_ROOMS}", "viewer" if number % 4 else "member")
        members.append(client)
        waiting.register(client, selectors.EVENT_READ)
        if number % 250 == 249:
            # Answers pings: on a busy machine the joins take longer than the server waits for a sign of life.
            for member in members:
                heard_before_close(member)
    began, codes, told, refused, ready = time.monotonic(), {}, set(), [], []
    newcomers = threading.Thread(target=come_late, args=(server, refused, ready))
    server.signal(signal.SIGTERM)
    newcomers.start()
    while waiting.get_map() and time.monotonic() < began + 60:
        for key, _ in waiting.select(0.2):
            client = key.fileobj
            code, heard = heard_before_close(client)
            if any(message["type"] == "closing" for message in heard):
                told.add(client)
            if code == "open":
                continue
            codes[code] = codes.get(code, 0) + 1
            waiting.unregister(client)
            try:
                client.send_bytes(frame(b"\x0f\xa0", CLOSE))
            except OSError:
                pass
            client.cut()
    try:
        status = server.process.wait(60)
    except subprocess.TimeoutExpired:
        status = "none within 60 s"
    seconds = time.monotonic() - began
    newcomers.join()
    trial.did(f"SIGTERM with --drain {DRAIN_SECONDS}s before {len(members):,} members")
    trial.holds("each is told (`closing`), then closed with 4000", codes == {4000: MEMBERS} and len(told) == MEMBERS,
                f"{codes}, {len(told):,} told")
    trial.holds("newcomers and /readyz get 503 meanwhile", set(refused) == {"HTTP 503"} and set(ready) == {503},
                    f"{refused}, {ready}")
    # Some seconds more for a machine that does other things.
    trial.holds(f"it ends with 0 within {DRAIN_SECONDS + 5} s", status == 0 and seconds < DRAIN_SECONDS + 5,
                f"status {status}, {seconds:.1f} s")


def come_late(server, refused, ready):
    """Three newcomers, and three looks at /readyz, in the first half of the drain."""
    for _ in range(3):
        time.sleep(DRAIN_SECONDS / 8)
        ready.append(server.ask("/readyz", seconds=2)[0])
        refused.append(outcome(server.port, "room0", seconds=2)[0])


def heard_before_close(client):
    """The close code, or "open", and the messages that have arrived."""
    heard = []
    try:
        while True:
            heard.append(client.receive(0))
    except TimeoutError:
        return "open", heard
    except Closed as closed:
        return closed.code, heard + client.objects
    except OSError as error:
        return type(error).__name__, heard


# Kilobytes of address space: from what does not load the libraries to more than enough.
SPACES = range(60_000, 320_000, 12_000)
ENOUGH = 250_000


def little_memory(trial):
    """Starts with less and less address space (`ulimit -v`)."""
    outcomes, hanging, killed, speechless = {}, [], [], []
    for space in SPACES:
        how, said = _start(space)
        outcomes[how] = outcomes.get(how, 0) + 1
        if how == "hangs":
            hanging.append(space)
        elif isinstance(how, int) and how < 0 and space >= ENOUGH:
            killed.append(space)
        elif isinstance(how, int) and how >= 0 and not said:
            speechless.append(space)
        trial.say(f"    {space:,} kB: {how}: {said[:100]}")
    trial.did(f"{len(SPACES)} starts with {SPACES[0] // 1000} to {SPACES[-1] // 1000} MB of address space: {outcomes}")
    trial.holds("each serves or ends within 10 s", not hanging, f"hang: {hanging} kB" if hanging else "none hangs")
    trial.holds("who ends without a crash says why", not speechless, speechless or "all")
    trial.holds(f"no crash from {ENOUGH // 1000} MB on, and some serve", not killed and "serves" in outcomes, killed or "none")


def _start(kilobytes):
    """"serves", "hangs" or the status, and what it said."""
    words = ["/bin/sh", "-c", f'ulimit -c 0; ulimit -v {kilobytes}; exec "$0" "$@"', riffle(), "serve", "--listen", "127.0.0.1:0",
             "--admin", "0", "--loops", "2", "--room", "main=threePage:numbers"]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said, listens = [], threading.Event()

    def read():
        for line in process.stdout:
            said.append(line.strip())
            if "admin on" in line:
                listens.set()

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    try:
        eventually(lambda: listens.is_set() or process.poll() is not None, 10, 0.02)
        if not listens.is_set():
            if process.poll() is None:
                return "hangs", said[-1] if said else ""
            reading.join(5)
            return process.returncode, said[-1] if said else ""
        process.terminate()
        process.wait(10)
        return "serves" if process.returncode == 0 else process.returncode, said[-1]
    except subprocess.TimeoutExpired:
        return "hangs", said[-1]
    finally:
        process.kill()
        process.wait()
        reading.join(5)


CUTS = """\
riffle: 1
room: {preset: threePage, supplier: numbers}
seed: 1
duration: 20s
actors:
  - name: ann
    role: presenter
    steps:
      - repeat: {times: 12, every: 1500ms, steps: [{step: forward}, {think: 500ms}, {step: back}]}
  - name: hand
    role: member
    users: 2
    steps:
      - repeat: {times: 9, every: 2s, steps: [{drag: {by: 0.6, over: 300ms, samples: 15}}]}
  - name: follower
    role: viewer
    users: 200
    spread: 3s
    steps:
      - wait: {for: 19s}
chaos:
  - {at: 6s, drop: 50%}
  - {at: 9s, drop: 30%, of: [follower]}
  - {at: 12s, drop: 100%, of: [follower]}
thresholds: [gaps == 0, duplicates == 0, diverged == 0, reach >= 99%]
"""


def cut_connections(trial):
    """Half of 200 followers, a third and then all lose the connection while two hands drag and a presenter steps."""
    with trial.folder() as folder, trial.server() as server, trial.pair(server.port):
        script, out = folder / "cuts.riffle.yaml", folder / "cuts.json"
        script.write_text(CUTS, encoding="ascii")
        before = server.resident_bytes()
        done = command("load", script, "--target", f"{server.url}/rooms/main", "--out", f"json={out}", "--lateness", "5s",
                       "--progress", "none", timeout=90)
        resumes = {how: int(server.metric("riffle_resumes_total", outcome=how)) for how in ("recovered", "tooOld")}
        shown = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
        trial.did(f"{sum(resumes.values())} returns of 200 followers")
        trial.holds("no gap, nothing twice, all see the same, >= 99 % arrives", done.returncode == 0,
                    f"status {done.returncode}, {summary(shown) or done.stderr.decode()[-200:]}")
        trial.holds("who returns gets what was missed", resumes["recovered"] > 200 and not resumes["tooOld"], resumes)
        trial.memory(server, before, 48)


def summary(report):
    """The counts of a report of `riffle load`."""
    counts = report.get("counts", {})
    return ", ".join(f"{name} {counts[name]}" for name in ("gaps", "duplicates", "diverged", "reach") if name in counts)


ATTACKS = [full_disk, stopped_loop, flooded_loop, ended_before_members, little_memory, cut_connections]
