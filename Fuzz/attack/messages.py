"""Bad messages: the protocol's own vectors, mutated. Nobody's picture may differ, nothing may crash, memory comes back."""

import json
import random
import select
import time

from client import Closed, joined
from server import TOP
from wire import BINARY, frame, lines

VECTORS = TOP / "Protocol" / "vectors"
EXTREMES = [
    0, -1, 1, 2**31, -(2**31), 2**36, -(2**36), 2**40, 2**53 - 1, 2**53, -(2**53), 2**63 - 1, 2**63, 2**64, 1.0, -0.0,
    1e308, True, False, None, "", "a", "\u0000", "\u202e\u2066", "\U000e0041", "\ufeff", "e\u0301" * 30, "\ud800", "x" * 129,
    "y" * 600, [], {}, [[]], [[[[[[[[[1]]]]]]]]], {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {}}}}}}}}},
]  # fmt: skip
VALUES = [0, 1, -1, 2, 3, 7, 100, 65535, 65536, -65536, 2**24 - 1, 2**35, 2**40 - 1, "none", "free", "baton", "open", "é", "0"]
# These would end the watchers, which is the right of a presenter and no defect.
SPARED = ("remove", "lock", "join", "leave")


def vectors():
    """Valid messages of clients, and lines that are not valid."""
    valid, invalid = [], []
    for name, found in (("valid-client.jsonl", valid), ("invalid-client.jsonl", invalid)):
        for line in (VECTORS / name).read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if "message" in entry:
                found.append(entry["message"])
            elif "hex" in entry:
                found.append(bytes.fromhex(entry["hex"]))
            else:
                found.append(entry["line"].replace("@", "a" * entry.get("fill", 1)).encode("utf-8", "surrogatepass"))
    messages = [one for one in valid if isinstance(one, dict) and one["type"] not in SPARED]
    return messages, [one for one in invalid if not any(word.encode() in one for word in SPARED)]


def changed(message, values, depth=0):
    """The message with one of its values replaced, taken away or moved a little."""
    if not isinstance(message, (dict, list)) or not message or depth > 3:
        return random.choice(values)
    key = random.choice(list(message) if isinstance(message, dict) else range(len(message)))
    if key in ("type", "id") and depth == 0 and random.random() < 0.8:
        return message
    found = message.copy()
    way = random.random()
    if way < 0.15:
        found.pop(key)
    elif way < 0.35 and isinstance(found[key], int) and not isinstance(found[key], bool):
        found[key] += random.choice((-65536, -1, 1, 65536))
    elif isinstance(found[key], (dict, list)):
        found[key] = changed(found[key], values, depth + 1)
    else:
        found[key] = random.choice(values)
    return found


def broken(message, invalid):
    """Bytes made of a message: a wrong field, a doubled one, a flipped bit, a piece, or one of the invalid vectors."""
    way = random.random()
    if way < 0.25:
        return random.choice(invalid)
    if way < 0.6:
        return lines(changed(message, EXTREMES))
    text = bytearray(lines(message))
    if way < 0.7:
        return bytes(text[:-1]) + b',"type":"ping"}'
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(text))
        change = random.random()
        if change < 0.4:
            text[place] ^= 1 << random.randrange(8)
        elif change < 0.7:
            text[place:place] = random.choice((b"1" * 400, b"{", b'"', b"\\ud800", b"\xff", b"\n", b"[" * 9, b"\0"))
        else:
            del text[place : place + random.randint(1, 8)]
    return bytes(text)


def mutated_messages(trial):
    """Broken JSON, wrong types, doubled fields, depth, several objects a message, until ten strikes end the connection."""
    valid, invalid = vectors()
    count = connections = answered = 0
    codes = {}
    with trial.server() as server, trial.pair(server.port), trial.pair(server.port, "main", ["--watch"]):
        joined(server.port).cut()
        before, descriptors = server.resident_bytes(), server.descriptors()
        end = time.monotonic() + 20
        while time.monotonic() < end:
            connections += 1
            try:
                with joined(server.port, role=random.choice(("member", "presenter", "viewer"))) as client:
                    client.socket.settimeout(5)
                    for number in range(random.randint(5, 60)):
                        batch = [broken({**random.choice(valid), "id": number * 9 + 2}, invalid)
                                 for _ in range(random.choice((1, 1, 1, 3, 8)))]
                        data = b"\n".join(batch)
                        count += len(batch)
                        if random.random() < 0.1 and len(data) > 2:
                            # In pieces, with a control frame between them.
                            half = len(data) // 2
                            client.send_bytes(frame(data[:half], final=False) + frame(b"?", 9) + frame(data[half:], 0))
                        else:
                            client.send_bytes(frame(data, BINARY if random.random() < 0.01 else 1))
                        if number % 8 == 7:
                            answered += len(client.available())
                    client.receive(0.2)
            except Closed as closed:
                codes[closed.code] = codes.get(closed.code, 0) + 1
            except OSError:
                codes["cut"] = codes.get("cut", 0) + 1
        trial.did(f"{count:,} messages on {connections:,} connections, ended with {codes}")
        expected = {4100, 4107, 4109, 1002, 1003, 1007, 1009, None, "cut"}
        trial.holds("strikes end connections with a documented code", codes and set(codes) <= expected, codes)
        trial.memory(server, before, 24)
        eventually_back(trial, server, descriptors)


def eventually_back(trial, server, descriptors):
    """Descriptors must be as they were, but for one or two."""
    end = time.monotonic() + 10
    while server.descriptors() > descriptors + 2 and time.monotonic() < end:
        time.sleep(0.1)
    found = server.descriptors()
    trial.holds("descriptors come back", found <= descriptors + 2, f"{descriptors} before, {found} after")


def extreme_values(trial):
    """Well-formed messages with extreme values, by members and presenters on long connections below the rate."""
    valid, _ = vectors()
    count, answers, sent_at = 0, {}, 0
    with trial.server() as server, trial.pair(server.port), trial.pair(server.port, "main", ["--watch"]):
        joined(server.port).cut()
        before = server.resident_bytes()
        clients, end = [], time.monotonic() + 20
        while time.monotonic() < end:
            while len(clients) < 12:
                clients.append(joined(server.port, role=("member", "presenter", "viewer")[len(clients) % 3]))
            time.sleep(max(0, sent_at + 0.05 - time.monotonic()))
            sent_at = time.monotonic()
            for client in clients[:]:
                try:
                    batch = []
                    for _ in range(8):
                        client.last_id += 1
                        message = changed(random.choice(valid), VALUES)
                        batch.append({**message, "id": client.last_id})
                    client.send(*[one for one in batch if one.get("type") not in SPARED])
                    count += len(batch)
                    if select.select([client], [], [], 0)[0]:
                        for found in client.available():
                            kind = found.get("code", found["type"])
                            answers[kind] = answers.get(kind, 0) + 1
                except (Closed, OSError) as ended:
                    name = f"closed {getattr(ended, 'code', 'cut')}"
                    answers[name] = answers.get(name, 0) + 1
                    client.cut()
                    clients.remove(client)
        for client in clients:
            client.cut()
        performed = answers.get("ack", 0)
        trial.did(f"{count:,} messages on 12 connections at a time, {performed:,} of them performed")
        trial.holds("some reach the room", performed > 100, f"{performed:,} ack, {answers.get('forbidden', 0):,} forbidden")
        trial.memory(server, before, 48)


ATTACKS = [mutated_messages, extreme_values]
