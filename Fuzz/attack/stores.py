"""Stores: a server that is killed while it works, and files that are damaged, foreign or from the future."""

import hashlib
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import threading
import time

from client import Closed, joined, outcome
from escapes import hostile
from server import Server, command, riffle

ROOMS = ("main=threePage:numbers", "busy=threePage:numbers", "baton=threePage:numbers")
KILLS = 25


class Talk:
    """A presenter who changes pages, turns them and sets the leash, and knows what the room must be after each change."""

    LEASHES = ("free", "back", "none")

    def __init__(self, port, session=None):
        self.client = joined(port, role="presenter", offsets="none", **({"session": session} if session else {}))
        snapshot = self.client.until("snapshot")
        self.states = [self.state(snapshot)]
        self.sent, self.acked, self.first = 0, 0, self.client.last_id

    @staticmethod
    def state(snapshot):
        pager = snapshot["pager"]
        title = snapshot["window"][0]["title"] if pager["wrap"] == "finite" else ""
        return pager["revision"], title, pager["settled"], snapshot["control"]["leash"]

    def change(self):
        """Sends one change, and notes the state that follows from it."""
        revision, title, settled, leash = self.states[-1]
        kind = random.random()
        if kind < 0.3 or revision == 0:
            title = f"r{os.urandom(4).hex()}"
            pages = [{"id": f"p{number}", "title": title} for number in range(9)]
            # The first content replaces an unbounded row; from then on the page in view stays.
            settled = settled if revision else None
            self.client.request("content", revision=revision, wrap="finite", pages=pages)
            revision += 1
        elif kind < 0.8:
            settled = random.randrange(9)
            self.client.request("jump", page=settled, animated=False)
        else:
            leash = random.choice(self.LEASHES)
            self.client.request("leash", leash=leash)
        self.states.append((revision, title, settled, leash))
        self.sent += 1

    def hear(self):
        """Counts answers; a refusal would be a mistake of this program."""
        for message in self.client.available():
            if message["type"] == "reject":
                raise AssertionError(f"refused: {message}")
            if message["type"] == "ack":
                self.acked = message["id"] - self.first

    def is_possible(self, found):
        """Whether this is the state after any change from the last acknowledged one on."""
        return any(all(known in (None, value) for known, value in zip(state, found)) for state in self.states[self.acked :])


def bustle(port, ending):
    """Members who come, step and go, in a room of their own."""
    while not ending.is_set():
        try:
            with joined(port, "busy") as client:
                for number in range(10):
                    client.request("step", by=1, **{"from": number})
                client.request("leave")
        except (Closed, OSError):
            time.sleep(0.05)


class Baton:
    """A presenter who passes the baton to and fro, and knows which grant was acknowledged last."""

    def __init__(self, port):
        self.presenter, self.other = joined(port, "baton", "presenter"), joined(port, "baton")
        control = self.presenter.until("snapshot")["control"]
        self.policy, self.found = control["policy"], control["grant"]
        if self.policy != "baton":
            self.presenter.answer("control", action="policy", policy="baton")
        self.acked, self.sent, self.passes = self.found, self.found, 0

    def change(self):
        """Passes it on and waits for the answer; each pass has a higher grant."""
        to = (self.presenter, self.other)[self.passes % 2]
        self.passes += 1
        self.sent += 1
        number = self.presenter.request("control", action="grant", to=to.welcome["member"])
        while (found := self.presenter.until("control", "ack", "reject"))["type"] == "control" or found["id"] != number:
            if found["type"] == "control":
                grant = found["grant"]
        if found["type"] == "reject":
            raise AssertionError(f"refused: {found}")
        self.acked = grant

    def cut(self):
        self.presenter.cut()
        self.other.cut()


def pass_on(baton, ending):
    """Passes the baton until the server is gone."""
    try:
        while not ending.is_set():
            baton.change()
            time.sleep(0.01)
    except (Closed, OSError):
        pass


def killed_under_load(trial):
    """kill -9 25 times while pages are changed, the baton goes round, members come and go; the store must have all of it."""
    with trial.folder() as folder:
        options = ("--store", folder / "store.sqlite")
        session = member = talk = baton = None
        acked, lost, strangers, starts = 0, [], 0, []
        for number in range(KILLS + 1):
            began = time.monotonic()
            server = Server(*options, rooms=ROOMS)
            starts.append(time.monotonic() - began)
            ending = threading.Event()
            try:
                if session:
                    how, welcome = outcome(server.port, role="presenter", session=session)
                    strangers += how != "welcome" or welcome["member"] != member
                before, old = talk, baton
                talk = Talk(server.port, session)
                session, member = talk.client.welcome["session"], talk.client.welcome["member"]
                if before and not before.is_possible(talk.states[0]):
                    lost.append(f"kill {number}: {talk.states[0]} is none of {before.states[before.acked:][:4]}")
                baton = Baton(server.port)
                if old and not (old.acked <= baton.found <= old.sent and baton.policy == "baton"):
                    lost.append(f"kill {number}: grant {baton.found}, {baton.policy}, not {old.acked} to {old.sent}")
                if number == KILLS:
                    break
                threading.Thread(target=bustle, args=(server.port, ending), daemon=True).start()
                passing = threading.Thread(target=pass_on, args=(baton, ending), daemon=True)
                passing.start()
                end = time.monotonic() + random.uniform(0.4, 1.2)
                while time.monotonic() < end:
                    if talk.sent - talk.acked < 8:
                        talk.change()
                    talk.hear()
                    time.sleep(0.004)
                acked += talk.acked
            finally:
                server.kill()
                ending.set()
                if number < KILLS:
                    passing.join()
                    baton.cut()
                talk.client.cut()
        trial.did(f"{KILLS} kills, {acked:,} acknowledged changes, last revision {talk.states[0][0]}, grant {baton.found}")
        trial.holds("nothing acknowledged is lost: pages, leash, grants", acked > 100 and not lost, "; ".join(lost) or "all there")
        trial.holds("sessions are kept", not strangers, f"{KILLS - strangers} of {KILLS}")
        done = command("store", "check", folder / "store.sqlite")
        trial.holds("`riffle store check` finds no damage", done.returncode == 0, f"status {done.returncode}")
        trial.holds("it starts again at once", max(starts) < 10, f"at most {max(starts):.1f} s")


BACKUPS = 10


def keep_turning(client, acked, ending):
    """Turns to page 1, 2, 3 and so on; the last of `acked` is the last one that was acknowledged."""
    while not ending.is_set():
        client.answer("jump", page=acked[-1] + 1, animated=False)
        acked.append(acked[-1] + 1)


def position_in(path):
    """The page that a store or a copy keeps of `main`."""
    lines = command("store", "export", path, "main").stdout.decode().splitlines()
    return [found["page"] for found in map(json.loads, lines) if found["type"] == "room"][0]


def copies_under_load(trial):
    """`riffle backup` while a presenter turns pages; each copy must be sound and have all that was acknowledged before."""
    with trial.folder() as folder:
        store, acked, ending = folder / "store.sqlite", [0], threading.Event()
        wrong, missing, plain = [], [], 0
        with trial.server("--store", store) as server, joined(server.port, role="presenter", offsets="none") as client:
            client.answer("jump", page=1, animated=False)
            acked.append(1)
            turning = threading.Thread(target=keep_turning, args=(client, acked, ending))
            turning.start()
            for number in range(BACKUPS):
                time.sleep(random.uniform(0.05, 0.3))
                copy, known = folder / f"copy{number}.sqlite", acked[-1]
                done, sound = command("backup", store, copy), command("store", "check", copy)
                if done.returncode or sound.returncode:
                    wrong.append(f"copy {number}: status {done.returncode}, check {sound.returncode}")
                    continue
                plain += copy.stat().st_mode & 0o077 != 0
                if not known <= position_in(copy) <= acked[-1] + 1:
                    missing.append(f"copy {number}: page {position_in(copy)}, not {known}")
            again = command("backup", store, copy)
            ending.set()
            turning.join()
        trial.did(f"{BACKUPS} copies during {acked[-1]:,} acknowledged changes")
        trial.holds("each copy is made, and sound", acked[-1] > 50 and not wrong, "; ".join(wrong) or f"{BACKUPS} of {BACKUPS}")
        trial.holds("each has all that was acknowledged before", not missing, "; ".join(missing) or "all there")
        trial.holds("others cannot read them", not plain, f"{plain} readable")
        trial.holds("an existing file is not replaced", again.returncode == 64, f"status {again.returncode}")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "no file"


def make_store(path):
    """A sound store with two rooms that have been changed."""
    server = Server("--store", path, rooms=("main=threePage:numbers", "other=threePage:numbers"))
    for room in ("main", "other"):
        with joined(server.port, room, "presenter") as client:
            client.answer("content", revision=0, wrap="finite", pages=[{"id": "a", "title": "A"}, {"id": "b", "title": "B"}])
            client.answer("jump", page=1, animated=False)
            client.answer("leave")
    server.end()
    return path


def sql(path, text):
    with sqlite3.connect(path) as database:
        found = database.execute(text).fetchall()
    database.close()
    return found


def spoiled(folder):
    """Paths by what is wrong with them."""
    sound = make_store(folder / "sound.sqlite")
    data = sound.read_bytes()

    def copy(name, content=data):
        path = folder / f"{name}.sqlite"
        path.write_bytes(content)
        return path

    future, other = copy("future"), folder / "foreign.sqlite"
    sql(future, "PRAGMA user_version = 99")
    sql(other, "CREATE TABLE a (b)")
    flipped = bytearray(data)
    for place in range(4096, len(flipped), 97):
        flipped[place] ^= 0x55
    paths = {
        "random bytes": copy("random", os.urandom(20_000)),
        "a header and random bytes": copy("header", data[:100] + os.urandom(9_000)),
        "text": copy("text", b"hello\n" * 400), "from the future": future, "another program's": other,
        "cut in half": copy("half", data[: len(data) // 2]), "every 97th byte changed": copy("flipped", bytes(flipped)),
        "a folder": folder / "folder", "a device": "/dev/null", "a link to nowhere": folder / "link",
        "a pipe": folder / "pipe", "in a folder that is missing": folder / "missing" / "store.sqlite"}
    paths["a folder"].mkdir()
    paths["a link to nowhere"].symlink_to(folder / "missing" / "target")
    os.mkfifo(paths["a pipe"])
    return sound, paths


def attempt(*options, folder=None):
    """Starts a server with these options; returns its status and what it said, and whether it listened."""
    words = [os.path.abspath(riffle()), "serve", "--listen", "127.0.0.1:0", "--room", "main=threePage:numbers"]
    words += map(str, options)
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
    try:
        out, err = process.communicate(timeout=6)
    except subprocess.TimeoutExpired:
        process.terminate()
        out, err = process.communicate(timeout=20)
    return process.returncode, err.decode("utf-8", "replace").strip(), b"listening" in out


def spoiled_stores(trial):
    """Random, foreign, future, truncated and missing files in place of a store; damaged records; a store in use."""
    with trial.folder() as folder:
        sound, paths = spoiled(folder)
        wrong, touched = [], []
        for name, path in paths.items():
            path = pathlib.Path(path)
            before = digest(path)
            status, said, listened = attempt("--store", path)
            sentence = said.splitlines()[-1] if said else ""
            trial.say(f"    {name}: status {status}{', listened' if listened else ''}: {sentence[:120]}")
            if listened or not 0 < status < 128 or not sentence or "Fatal" in said:
                wrong.append(f"{name}: status {status}, {sentence[:60]!r}")
            if digest(path) != before:
                touched.append(name)
        trial.did(f"{len(paths)} files that are no store")
        trial.holds("each ends with a sentence and a status", not wrong, "; ".join(wrong) or f"{len(paths)} of {len(paths)}")
        trial.holds("the file is as before", not touched, touched or "same bytes")
        _in_use(trial, sound)
        _foreign_log(trial, sound)
        _damaged_record(trial, sound)


def _in_use(trial, path):
    server = Server("--store", path)
    try:
        status, said, listened = attempt("--store", path)
        trial.did("a store in use by another server")
        trial.holds("a second server ends with a sentence", not listened and 0 < status < 128 and said, f"status {status}")
        how, _ = outcome(server.port)
        trial.holds("the first one goes on", how == "welcome", how)
    finally:
        server.end()


def _foreign_log(trial, path):
    """A log of random bytes beside a sound store."""
    log = path.with_name(path.name + "-wal")
    log.write_bytes(os.urandom(40_000))
    server = Server("--store", path, rooms=())
    try:
        with joined(server.port, "main", "viewer") as client:
            found = client.until("snapshot")["pager"]["settled"]
        trial.did("a log (-wal) of random bytes")
        trial.holds("the store is read without it", found == 1, f"page {found}")
    finally:
        server.end()


def _damaged_record(trial, path):
    """Every record of one room damaged."""
    tables = [name for name, in sql(path, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    changed = 0
    for table in tables:
        columns = [row[1] for row in sql(path, f"PRAGMA table_info({table})")]
        if "room" in columns:
            body = [name for name in columns if name in ("record", "body", "data", "json", "bytes")][:1] or columns[-1:]
            with sqlite3.connect(path) as database:
                changed += database.execute(
                    f"UPDATE {table} SET {body[0]} = CAST(X'7B22FF' AS BLOB) WHERE room = 'main'").rowcount
            database.close()
    with trial.server("--store", path, rooms=()) as server:
        found = outcome(server.port, "main", "viewer")[0], outcome(server.port, "other", "viewer")[0]
        trial.did(f"{changed} damaged records of one room of two")
        trial.holds("its joins end with 4108, the other room starts", changed > 0 and found == (4108, "welcome"), found)


# Nine references to nine references and so on: 9^9 entries where they are followed.
ALIASES = "a0: &a0 [x]\n" + "".join(f"a{n + 1}: &a{n + 1} [{', '.join(['*a%d' % n] * 9)}]\n" for n in range(9))


def odd_files(trial):
    """Endless, oversized, binary and missing files for every option that reads one, odd names of rooms and addresses."""
    with trial.folder() as folder:
        contents = {"endless": "/dev/zero", "a folder": folder, "missing": folder / "missing"}
        for name, data in (("of 2 MB", b"#" * 2_000_000), ("random", os.urandom(9_000)), ("aliases", ALIASES.encode())):
            contents[name] = folder / f"{name.replace(' ', '-')}.yaml"
            contents[name].write_bytes(data)
            contents[name].chmod(0o600)
        cases = {f"{option} {name}": (option, path) for name, path in contents.items() for option in (
            "--config", "--secret-file", "--revoked-file", "--presenter-key-file")}
        for name, path in contents.items():
            cases[f"--tls-cert {name}"] = ("--tls-cert", path, "--tls-key", path)
            # As text the others are a deck, and a long word is a token.
            if name in ("endless", "a folder", "missing", "random"):
                cases[f"--room {name}"] = ("--room", f"odd={path}")
                cases[f"--admin-token-file {name}"] = ("--admin", 0, "--admin-token-file", path)
        for room in ("../up", "a b", "", "a/b", "x" * 65, "\x1b[2J", "\u202e"):
            cases[f"room {room!r}"] = ("--room", f"{room}=threePage")
        # Names that begin like an address of loopback, and addresses of others, without --open.
        for address in ("127.example.org:0", "127.0.0.1.example.org:0", "0.0.0.0:0", "[::]:0", "127.0.0.1:65536",
                        "127.0.0.1:-1"):
            cases[f"--listen {address}"] = ("--listen", address)
        wrong, slowest = [], 0
        for name, options in cases.items():
            began = time.monotonic()
            status, said, listened = attempt(*options)
            seconds = time.monotonic() - began
            slowest = max(slowest, seconds)
            if listened or not 0 < status < 128 or not said or "Fatal" in said or hostile(said.encode()):
                wrong.append(f"{name}: status {status}{', listened' if listened else ''}, {said[-60:]!r}")
        trial.did(f"{len(cases)} odd values of options")
        trial.holds("each ends with a sentence and a status", not wrong, "; ".join(wrong)[:600] or f"all, the slowest {slowest:.1f} s")
        _careless(trial, folder)


def _careless(trial, folder):
    """Secrets that others may read."""
    secret = folder / "open.secret"
    made = command("token", "new-secret", secret)
    is_private = made.returncode == 0 and secret.stat().st_mode & 0o077 == 0
    secret.chmod(0o644)
    _, said, _ = attempt("--secret-file", secret)
    warned = "others" in said or "644" in said or "chmod" in said
    trial.did("a secret file of mode 644")
    trial.holds("new ones are private, this one is warned of", is_private and warned, f"private {is_private}, warned {warned}")


ATTACKS = [killed_under_load, copies_under_load, spoiled_stores, odd_files]
