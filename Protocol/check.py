#!/usr/bin/env python3
"""Checks the vectors and types of this folder against its schemas, its formulas and itself.

Needs the packages `jsonschema` and `PyYAML`. Prints what was checked and exits 0, or names each failure and exits 1.
"""

import json
import pathlib
import sys

import jsonschema
from referencing import Registry, Resource

import scripts
import typescript
from replica import Gap, Replica, canonical_line, evaluate, extrapolate, fnv1a

HERE = pathlib.Path(__file__).parent

# What a schema cannot say: it counts characters rather than bytes, and takes 1.0 for an integer.
BEYOND_SCHEMAS = ("longer than", "another page has this id")


def load(path):
    return json.loads((HERE / path).read_text(encoding="utf-8"))


def lines(name):
    return [json.loads(line) for line in (HERE / "vectors" / name).read_text(encoding="utf-8").splitlines()]


def validators():
    """A validator for each (direction, type), after checking that every schema is one."""
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("schemas/**/*.json"))]
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)
    registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas)
    found = {}
    for schema in schemas:
        _, _, _, *place = schema["$id"].split(":")
        if place:
            found[tuple(place)] = jsonschema.Draft202012Validator(schema, registry=registry)
    return found


def check_valid(direction, validators, failures):
    vectors = lines(f"valid-{direction}.jsonl")
    for number, vector in enumerate(vectors, 1):
        if vector.get("ignored"):
            continue
        if vector.get("beyond"):
            # Read, but refused by the room; the schema knows the room's limits.
            if validators[direction, vector["message"]["type"]].is_valid(vector["message"]):
                failures.append(f"valid-{direction}.jsonl:{number}: the schema takes it: {vector['about']}")
            continue
        messages = [vector[key] for key in ("message", "again") if key in vector]
        if "line" in vector:
            messages.append(json.loads(vector["line"]))
        for message in messages:
            for error in validators[direction, message["type"]].iter_errors(message):
                failures.append(f"valid-{direction}.jsonl:{number}: {error.json_path}: {error.message}")
    return len(vectors)


def check_invalid(validators, failures):
    """What is refused because of a field is no message by its schema either."""
    vectors = lines("invalid-client.jsonl")
    for number, vector in enumerate(vectors, 1):
        of_a_field = vector["code"] == "badRequest" and ": " in vector["reason"] and "byte" not in vector["reason"]
        if "line" not in vector or not of_a_field or any(text in vector["reason"] for text in BEYOND_SCHEMAS):
            continue
        try:
            message = json.loads(vector["line"], parse_constant=lambda word: None)
        except ValueError:
            continue
        validator = validators.get(("client", message.get("type")))
        whole = any(isinstance(value, float) and value.is_integer() for value in message.values())
        if validator and not whole and validator.is_valid(message):
            failures.append(f"invalid-client.jsonl:{number}: the schema takes it: {vector['about']}")
    return len(vectors)


def check_recording(validators, failures):
    """Every line is one by its schema; the header comes first, time never goes back."""
    recorded, last = lines("recording.riffle.jsonl"), 0
    for number, line in enumerate(recorded, 1):
        for error in validators[("recording",)].iter_errors(line):
            failures.append(f"recording.riffle.jsonl:{number}: {error.json_path}: {error.message}")
        if (line["type"] == "recording") != (number == 1) or line.get("time", 0) < last:
            failures.append(f"recording.riffle.jsonl:{number}: not in its place")
        last = line.get("time", last)
    return len(recorded)


def check_digests(failures):
    rows = load("vectors/digest.json")["rows"]
    for row in rows:
        if canonical_line(row["state"]) != row["line"] or fnv1a(row["line"]) != row["digest"]:
            failures.append(f"digest.json: {row['about']}")
    for number, vector in enumerate(lines("valid-server.jsonl"), 1):
        message = vector["message"]
        if message["type"] != "snapshot":
            continue
        if fnv1a(canonical_line({**message["pager"], "window": message["window"]})) != message["digest"]:
            failures.append(f"valid-server.jsonl:{number}: the digest is not the snapshot's")
    return len(rows)


def check_keyframes(failures):
    count = 0
    for name in ("keyframes.json", "decay.json"):
        rows = load(f"vectors/{name}")["rows"]
        count += len(rows)
        for row in rows:
            for sample in row["at"]:
                if abs(evaluate(row["animation"], sample["now"]) - sample["pos"]) > 1:
                    failures.append(f"{name}: {row['about']} at {sample['now']}")
    return count


def check_motions(failures):
    count = 0
    for row in load("vectors/motions.json")["rows"]:
        offset = row["offset"]
        velocity = offset.get("velocity", 0)
        for sample in row["at"]:
            if sample["pos"] != extrapolate(offset["pos"], velocity, offset["now"], sample["now"]):
                failures.append(f"motions.json: {row['about']} at {sample['now']}")
        count += 1
    return count


def state_flaw(vector, replica):
    """The first difference of a state from the one that a line of a state vector expects, as text; None without any."""
    expected = {key: vector.get(key) for key in ("phase", "digest", "shown", "strip")}
    state = replica.state
    found = {"phase": replica.phase, "digest": replica.digest, "shown": state["shown"], "strip": state["strip"]}
    if found != expected:
        return f"expected {expected}, got {found}"
    for sample in vector["at"]:
        found = replica.position(sample["now"])
        if abs(found - sample["pos"]) > (1 if replica.animation else 0):
            return f"expected {sample['pos']} at {sample['now']}, got {found}"
    return None


def check_states(validators, failures):
    """Replays each recorded session: after each message the state is the expected one."""
    count = 0
    for path in sorted((HERE / "vectors").glob("state-*.jsonl")):
        replica = None
        for number, vector in enumerate(lines(path.name), 1):
            message = vector["message"]
            place = f"{path.name}:{number}"
            for error in validators["server", message["type"]].iter_errors(message):
                failures.append(f"{place}: {error.json_path}: {error.message}")
            if vector.get("check") and (difference := replica.difference(message)):
                failures.append(f"{place}: {difference}")
            try:
                if replica:
                    replica.take(message)
                else:
                    replica = Replica(message)
            except Gap as gap:
                failures.append(f"{place}: {gap}")
                break
            if flaw := state_flaw(vector, replica):
                failures.append(f"{place}: {flaw}")
            count += 1
    return count


def check_example(validators, failures):
    """The exchange of README.md: every object by its schema, and the digests that follow from it."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    example = text.split("```text\n", 1)[1].split("```", 1)[0]
    direction, replica, count = None, None, 0
    for line in example.splitlines():
        direction = {"→": "client", "←": "server"}.get(line[:1], direction)
        if not line[2:].startswith("{"):
            continue
        count += 1
        message = json.loads(line[2:])
        for error in validators[direction, message["type"]].iter_errors(message):
            failures.append(f"README.md, the exchange: {message['type']}: {error.json_path}: {error.message}")
        if message["type"] == "drawn" and (message["seq"], message["digest"]) != (replica.seq, replica.digest):
            failures.append(f"README.md, the exchange: expected drawn {replica.seq} {replica.digest}, got {line}")
        if direction == "server" and replica:
            replica.take(message)
        elif message["type"] == "snapshot":
            replica = Replica(message)
    return count


def main():
    failures = []
    found = validators()
    scripts_found, scripts_refused = scripts.check(failures)
    counts = [
        f"{len(found)} schemas",
        f"{check_valid('client', found, failures)} valid messages of clients",
        f"{check_valid('server', found, failures)} of servers",
        f"{check_invalid(found, failures)} invalid messages",
        f"{check_recording(found, failures)} lines of a recording",
        f"{check_digests(failures)} digests",
        f"{check_keyframes(failures)} keyframes",
        f"{check_motions(failures)} motions",
        f"{check_states(found, failures)} states",
        f"{check_example(found, failures)} lines of the page's exchange",
        f"{typescript.check(failures)} TypeScript types",
        f"{scripts_found} scripts",
        f"{scripts_refused} faulty scripts",
    ]
    for failure in failures:
        print(failure, file=sys.stderr)
    print(", ".join(counts) + (f": {len(failures)} failures" if failures else ": all in order"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
