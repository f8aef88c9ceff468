#!/usr/bin/env python3
"""Checks the vectors of this folder against its schemas, its formulas and itself.

Needs the packages `jsonschema` and `PyYAML`. Prints what was checked and exits 0, or names each failure and exits 1.
"""

import json
import math
import pathlib
import sys

import jsonschema
from referencing import Registry, Resource

import scripts

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


def canonical_line(state):
    window = ",".join(f"{page['page']}:{len(page['id'].encode())}:{page['id']}" for page in state["window"])
    return (
        f"riffle1|settled={state['settled']}|target={state['target']}|pos={state['settled'] * 65536}"
        f"|origin={state['origin']}|revision={state['revision']}|count={state['count']}|wrap={state['wrap']}"
        f"|window={window}" + (f"|shown={state['shown']}" if state.get("shown") else "")
    )


def fnv1a(text):
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


def check_digests(failures):
    rows = load("vectors/digest.json")["rows"]
    for row in rows:
        if canonical_line(row["state"]) != row["line"] or fnv1a(row["line"]) != row["digest"]:
            failures.append(f"digest.json: {row['about']}")
    for number, vector in enumerate(lines("valid-server.jsonl"), 1):
        message = vector["message"]
        if message["type"] != "snapshot" or message["pager"]["phase"] not in ("idle", "empty"):
            continue
        if fnv1a(canonical_line({**message["pager"], "window": message["window"]})) != message["digest"]:
            failures.append(f"valid-server.jsonl:{number}: the digest is not the snapshot's")
    return len(rows)


def evaluate(animation, now):
    start, end, origin, goal = (animation[key] for key in ("start", "end", "from", "to"))
    if now <= start:
        return origin
    if now >= end:
        return goal
    if animation["curve"] == "linear":
        return origin + (goal - origin) * (now - start) / (end - start)
    if animation["curve"] == "decay":
        rate = -math.log(0.998)
        return origin + animation["velocity"] / 1000 * (1 - 0.998 ** (now - start)) / rate
    seconds = (now - start) / 1000
    omega = 2 * math.pi / (animation["response"] / 1000)
    away = origin - goal
    return goal + (away + (animation["velocity"] + omega * away) * seconds) * math.exp(-omega * seconds)


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
            elapsed = min(max(sample["now"] - offset["now"], 0), 128)
            way = abs(velocity) * elapsed // 1000
            if sample["pos"] != offset["pos"] + (way if velocity > 0 else -way):
                failures.append(f"motions.json: {row['about']} at {sample['now']}")
        count += 1
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
        f"{scripts_found} scripts",
        f"{scripts_refused} faulty scripts",
    ]
    for failure in failures:
        print(failure, file=sys.stderr)
    print(", ".join(counts) + (f": {len(failures)} failures" if failures else ": all in order"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
