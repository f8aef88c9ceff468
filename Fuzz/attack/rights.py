"""Rights: roles, notes, fencing, leash and lock. Each refusal is asked for, and each right as a control."""

import base64
import json
import signal
import time

from client import joined, outcome
from server import command, new_secret, token
from trial import eventually

MARKER = "WHISPERED"
PAGES = [{"id": f"p{number}", "title": f"t{number}", "body": "b", "notes": f"{MARKER} {number}"} for number in range(9)]
OF_PRESENTERS = [
    ("content", {"revision": 0, "pages": []}), ("configure", {"preset": "carousel"}), ("dragEnabled", {"on": False}),
    ("blank", {"on": True}), ("lock", {"on": True}), ("leash", {"leash": "none"}), ("remove", {"member": 1}),
    ("control", {"action": "take"}), ("control", {"action": "policy", "policy": "presenters"}),
]  # fmt: skip
OF_MEMBERS = [
    ("dragBegan", {"drag": 1}), ("step", {"by": 1, "from": 0}), ("jump", {"page": 3}), ("stripEnded", {"drag": 1, "by": 65536}),
    ("point", {"pageID": "p0", "at": 0}), ("control", {"action": "request"}),
]  # fmt: skip


def refused(client, requests):
    """Those of the requests that are not answered with `forbidden`."""
    found = [(kind, client.answer(kind, **fields)) for kind, fields in requests]
    return [f"{kind}: {answer.get('code', answer['type'])}" for kind, answer in found if answer.get("code") != "forbidden"]


def actions_without_the_right(trial):
    """What only presenters may do, asked for by members and viewers; what members may do, by viewers."""
    with trial.server() as server, trial.pair(server.port):
        with joined(server.port) as member, joined(server.port, role="viewer") as viewer:
            before = server.ask("/rooms")[1]
            for name, client, requests in (("a member", member, OF_PRESENTERS), ("a viewer", viewer, OF_PRESENTERS + OF_MEMBERS)):
                wrong = refused(client, requests)
                trial.did(f"{len(requests)} actions by {name}")
                trial.holds("each is forbidden", not wrong, "; ".join(wrong) or f"{len(requests)} forbidden")
            main = [[room["seq"] for room in json.loads(text)["rooms"] if room["name"] == "main"]
                    for text in (before, server.ask("/rooms")[1])]
            trial.holds("the room has no new event", main[0] == main[1], f"{main[0]} and {main[1]}")
            with joined(server.port, role="presenter") as presenter:
                answer = presenter.answer("blank", on=True)["type"]
                trial.holds("a presenter may", answer == "ack", answer)


def heard(client, seconds=1.0):
    """All that arrives, as text."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found.append(client.receive(max(0, end - time.monotonic())))
        except TimeoutError:
            break
    return json.dumps(found)


def notes_of_presenters(trial):
    """Notes in snapshots, shifts, pages, resumes, recordings and the admin's pages, asked for by members and viewers."""
    with trial.folder() as folder, trial.server() as server, trial.pair(server.port):
        with joined(server.port, role="presenter") as presenter:
            texts = {}
            with joined(server.port) as member, joined(server.port, role="viewer", offsets="frames") as viewer:
                kept = {"session": member.welcome["session"], "since": {"epoch": member.welcome["epoch"], "seq": 1}}
                presenter.answer("content", revision=0, wrap="finite", pages=PAGES)
                for page in (4, 1, 8):
                    presenter.answer("jump", page=page, animated=False)
                for name, client in (("member", member), ("viewer", viewer), ("presenter", presenter)):
                    client.request("pages", **{"from": 0, "count": 32})
                    texts[name] = heard(client)
            with joined(server.port, **kept) as back:
                texts["resumed"] = heard(back)
            with joined(server.port, role="viewer") as newcomer:
                texts["newcomer"] = heard(newcomer)
            for role in ("viewer", "member"):
                out = folder / f"{role}.riffle.jsonl"
                try:
                    command("record", server_url(server), "-o", out, "--role", role, timeout=3)
                except Exception:
                    pass
                texts[f"recording of a {role}"] = out.read_text(encoding="utf-8") if out.exists() else ""
            for path in ("/rooms", "/metrics", "/healthz"):
                texts[path] = server.ask(path)[1]
        told = [name for name, text in texts.items() if MARKER in text and name != "presenter"]
        trial.did(f"{len(texts)} streams and pages, {sum(map(len, texts.values())):,} characters")
        trial.holds("only the presenter gets notes", not told, told or "nobody else")
        trial.holds("the presenter gets them", MARKER in texts["presenter"], f"{texts['presenter'].count(MARKER)} times")


def server_url(server, room="main"):
    return f"{server.url}/rooms/{room}"


def old_grants(trial):
    """Inputs under a baton that has passed on, under one's own old one and under somebody else's."""
    with trial.server() as server, trial.pair(server.port):
        with joined(server.port, role="presenter") as presenter, joined(server.port) as one, joined(server.port) as other:
            presenter.answer("control", action="policy", policy="baton")

            def passed(to):
                presenter.request("control", action="grant", to=to.welcome["member"])
                while (event := presenter.until("control")).get("holder") != to.welcome["member"]:
                    pass
                return event["grant"]

            first = passed(one)
            held = one.answer("jump", page=3, animated=False, grant=first)["type"]
            second = passed(other)
            cases = {
                "an old one": one.answer("jump", page=4, grant=first),
                "another's": one.answer("jump", page=4, grant=second),
                "none": one.answer("jump", page=4)}
            third = passed(one)
            cases |= {"an own old one": one.answer("jump", page=4, grant=first),
                      "one to come": one.answer("jump", page=4, grant=third + 1)}
            trial.did(f"grants {first}, {second}, {third}; {len(cases)} inputs under wrong ones")
            wrong = [f"{name}: {found.get('code', found['type'])}" for name, found in cases.items()
                     if found.get("code") != "forbidden"]
            trial.holds("each is forbidden", not wrong, "; ".join(wrong) or f"{len(cases)} forbidden")
            trial.holds("grants rise", first < second < third, f"{first} < {second} < {third}")
            now = one.answer("jump", page=5, animated=False, grant=third)["type"]
            trial.holds("the holder may", (held, now) == ("ack", "ack"), f"{held}, {now}")
        with joined(server.port) as old, joined(server.port, session=old.welcome["session"]) as new:
            code = old.ending(10)
            try:
                old.request("jump", page=7, animated=False)
            except OSError:
                pass
            moved = [event for event in json.loads(heard(new)) if event["type"] in ("target", "selected")]
            trial.did("a session that another connection took over")
            trial.holds("the old connection is closed and does nothing", code == 4109 and not moved,
                        f"{code}, {len(moved)} events")


def pages_beyond_the_leash(trial):
    """Pages beyond the leash, asked for one by one, also before the first one and in a loop."""
    with trial.server() as server, trial.pair(server.port):
        with joined(server.port, role="presenter") as presenter, joined(server.port, role="viewer") as viewer:
            presenter.answer("content", revision=0, wrap="loop", pages=PAGES)
            presenter.answer("jump", page=4, animated=False)
            for leash, within in (("none", {3, 4, 5}), ("back", {0, 1, 2, 3, 4, 5})):
                presenter.answer("leash", leash=leash)
                answers = {page: viewer.answer("pages", **{"from": page, "count": 1}) for page in range(-20, 20)}
                seen = {entry["page"] for found in answers.values() for entry in found.get("pages", ())}
                trial.did(f"{len(answers)} pages under the leash `{leash}`")
                trial.holds(f"only pages {min(within)} to {max(within)} are seen", seen == within, sorted(seen))
            wide = viewer.answer("pages", **{"from": 3, "count": 32})
            seen = {entry["page"] for entry in wide.get("pages", ())} - {0, 1, 2, 3, 4, 5}
            trial.holds("nor in one long request", not seen, wide.get("code", sorted(seen)))


def locks_without_keys(trial):
    """A presenter locks the room and goes, with and without tokens, over a restart, too."""
    with trial.server() as server, joined(server.port, role="presenter") as presenter:
        presenter.answer("lock", on=True)
        how, _ = outcome(server.port)
        trial.did("lock and leave, without tokens")
        trial.holds("a locked room refuses newcomers", how == 4103, how)
        presenter.cut()
        how = eventually(lambda: outcome(server.port)[0] == "welcome", 30, 0.5)
        trial.holds("the lock ends with its last presenter", how, "open" if how else "still locked")
    with trial.folder() as folder:
        secret, key = folder / "secret", folder / "admin.token"
        new_secret(secret)
        command("admin", "new-token", key)
        options = ("--secret-file", secret, "--store", folder / "store.sqlite", "--admin-token-file", key)
        ann, ben = (token(secret, role=role) for role in ("presenter", "member"))
        with trial.server(*options) as server, joined(server.port, role="presenter", token=ann) as presenter:
            presenter.answer("lock", on=True)
            presenter.answer("leave")
        with trial.server(*options) as server:
            trial.did("lock and leave, with tokens, then a restart")
            found = outcome(server.port, token=ben)[0], outcome(server.port, role="presenter", token=ann)[0]
            trial.holds("a presenter's token passes the lock, a member's does not", found == (4103, "welcome"), found)
            done = command("admin", "unlock", f"http://127.0.0.1:{server.admin}", "main", "--token-file", key)
            how = outcome(server.port, token=ben)[0]
            trial.holds("an operator unlocks it", done.returncode == 0 and how == "welcome", f"status {done.returncode}, {how}")


def removed_and_revoked(trial):
    """Who was removed or has a revoked token comes back with it, over a restart, too."""
    with trial.folder() as folder:
        secret, key, revoked = folder / "secret", folder / "admin.token", folder / "revoked"
        new_secret(secret)
        command("admin", "new-token", key)
        revoked.write_text("", encoding="ascii")
        options = ("--secret-file", secret, "--store", folder / "store.sqlite", "--admin-token-file", key,
                   "--revoked-file", revoked)
        ann = token(secret, role="presenter")
        tokens = [token(secret) for _ in range(4)]
        numbers = [json.loads(decoded(one))["jti"] for one in tokens]

        def endings(port):
            return [outcome(port, token=one)[0] for one in tokens]

        with trial.server(*options) as server, joined(server.port, role="presenter", token=ann) as presenter:
            removed, by_order, by_file, kept = (joined(server.port, token=one) for one in tokens)
            presenter.answer("remove", member=removed.welcome["member"])
            done = command("admin", "revoke", f"http://127.0.0.1:{server.admin}", numbers[1], "--token-file", key)
            revoked.write_text(numbers[2] + "\n", encoding="ascii")
            server.signal(signal.SIGHUP)
            codes = [client.ending(10) for client in (removed, by_order, by_file)] + [kept.answer("ping")["type"]]
            trial.did("one removed, one revoked by an order, one by a file, one left alone")
            trial.holds("they are closed: 4106, 4102, 4102", done.returncode == 0 and codes == [4106, 4102, 4102, "pong"], codes)
            found = endings(server.port)
            trial.holds("none comes back, the other one does", found == [4106, 4102, 4102, "welcome"], found)
            how, _ = outcome(server.port, token=tokens[0], session=removed.welcome["session"])
            trial.holds("nor with its session", how == 4106, how)
            for client in (removed, by_order, by_file, kept):
                client.cut()
        with trial.server(*options) as server:
            found = endings(server.port)
            trial.did("a restart with the same store")
            trial.holds("none comes back, the other one does", found == [4106, 4102, 4102, "welcome"], found)


def decoded(text):
    """The claims of a token."""
    body = text.split(".")[1]
    return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))


def secrets_in_the_log(trial):
    """Joins with good, bad and stolen tokens, with everything logged: no token, secret, session or note is written down."""
    with trial.folder() as folder:
        secret, key = folder / "secret", folder / "admin.token"
        shared = new_secret(secret)
        command("admin", "new-token", key)
        ann, ben = (token(secret, role=role) for role in ("presenter", "member"))
        options = ("--secret-file", secret, "--admin-token-file", key, "-v", "--log-format", "json")
        with trial.server(*options) as server:
            with joined(server.port, role="presenter", token=ann) as presenter, joined(server.port, token=ben) as member:
                presenter.answer("content", revision=0, wrap="finite", pages=PAGES)
                bad = [outcome(server.port, token=text)[0] for text in (ben[:-4] + "AAAA", "x" * 500, ann + ".x")]
                outcome(server.port, token=ben, session=presenter.welcome["session"])
                sessions = [client.welcome["session"] for client in (presenter, member)]
                command("admin", "members", f"http://127.0.0.1:{server.admin}", "main", "--token-file", key)
                server.ask("/admin/drain", method="POST", Authorization="Bearer " + "z" * 43)
            shown = {path: server.ask(path)[1] for path in ("/metrics", "/rooms", "/healthz")}
            for name in ("cmdline", "environ"):
                with open(f"/proc/{server.pid}/{name}", encoding="utf-8", errors="replace") as text:
                    shown[name] = text.read()
            time.sleep(0.5)
        shown["log"] = "".join(server.said)
        words = {"token": ann.split(".")[2], "other token": ben.split(".")[2], "bad token": "x" * 40, "bad bearer": "z" * 43,
                 "secret": base64.b64encode(shared).decode(), "admin token": key.read_text().split()[-1], "note": MARKER,
                 "session": sessions[0], "other session": sessions[1]}
        told = [f"{name} in {place}" for name, word in words.items() for place, text in shown.items() if word in text]
        trial.did(f"{len(bad)} bad tokens ({bad}), {len(server.said)} lines of log, {len(shown)} places")
        trial.holds("no token, secret, session or note is written down", not told and len(server.said) > 5, told or f"{len(words)} words")


ATTACKS = [actions_without_the_right, notes_of_presenters, old_grants, pages_beyond_the_leash, locks_without_keys,
           removed_and_revoked, secrets_in_the_log]
