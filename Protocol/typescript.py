#!/usr/bin/env python3
"""Writes types.d.ts, TypeScript types of every message, from the schemas.

    python3 typescript.py          writes the file
    check.py                       fails when the file is not what this program writes

A type says which fields an object has, which are optional and which words they may hold. Ranges and lengths stay in the
schemas; conditions between fields stand in comments.
"""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).parent
TARGET = HERE / "types.d.ts"

HEADER = """\
// Messages of the Riffle protocol, version 1 (README.md). Generated from schemas/ by typescript.py; do not edit.
//
// Clients MUST ignore types and fields that are not listed here: a later revision may add some.
"""

# Definitions whose own names would mislead in TypeScript.
RENAMED = {
    "page": "PageIndex", "line": "SingleLine", "exact": "ExactInteger", "member": "MemberEntry", "drag": "DragID",
}  # fmt: skip


def type_name(text):
    return RENAMED.get(text, text[0].upper() + text[1:])


def reference_name(reference):
    return type_name(reference.rsplit("/", 1)[1])


def comment(text, indent):
    if not text:
        return ""
    return f"{indent}/** {text[0].upper() + text[1:]} */\n"


def conditions(schema):
    """Conditions between fields, as sentences."""
    if "oneOf" in schema:
        names = [name for choice in schema["oneOf"] for name in choice["required"]]
        yield f"Exactly one of {' and '.join(names)}."
    for name, needed in schema.get("dependentRequired", {}).items():
        yield f"With {name} also {', '.join(needed)}."
    for rule in [schema, *schema.get("allOf", [])]:
        for name, test in rule.get("if", {}).get("properties", {}).items():
            yield f"When {name} is {test['const']}, {', '.join(rule['then']['required'])} is required."


def described(schema):
    return " ".join([schema.get("description", ""), *conditions(schema)]).strip()


def type_of(schema, indent):
    """The TypeScript type of a schema."""
    if "$ref" in schema:
        return reference_name(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        item = type_of(schema["items"], indent)
        return f"{item}[]" if re.fullmatch(r"\w+", item) else f"Array<{item}>"
    if kind == "object":
        return fields(schema, indent)
    return {"integer": "number", "boolean": "boolean", "string": "string"}[kind]


def fields(schema, indent):
    inner, text = indent + "  ", "{\n"
    for name, value in schema.get("properties", {}).items():
        mark = "" if name in schema.get("required", []) else "?"
        text += comment(described(value), inner) + f"{inner}{name}{mark}: {type_of(value, inner)};\n"
    return text + indent + "}"


def declaration(name, schema):
    text = comment(described(schema), "")
    bases = [reference_name(part["$ref"]) for part in schema.get("allOf", []) if "$ref" in part]
    if "properties" in schema:
        extends = f" extends {', '.join(bases)}" if bases else ""
        return f"{text}export interface {name}{extends} {fields(schema, '')}\n"
    if bases:
        # The same fields, all required.
        return f"{text}export type {name} = Required<{bases[0]}>;\n"
    return f"{text}export type {name} = {type_of(schema, '')};\n"


def messages(direction):
    for path in sorted((HERE / "schemas" / direction).glob("*.schema.json")):
        yield path.name.split(".")[0], json.loads(path.read_text(encoding="utf-8"))


def is_event(schema):
    """Whether the message has a place in the room's one order of events."""
    has_seq = "seq" in schema["properties"]
    return has_seq and schema["properties"]["type"]["const"] not in ("ack", "offset", "reject", "snapshot", "welcome")


def text():
    common = json.loads((HERE / "schemas/common.schema.json").read_text(encoding="utf-8"))["$defs"]
    parts = [HEADER, "// Shared definitions.\n"]
    parts += [declaration(type_name(name), schema) for name, schema in common.items()]
    for direction, title in (("client", "Client → server"), ("server", "Server → client")):
        found = list(messages(direction))
        names = {kind: direction.capitalize() + kind[0].upper() + kind[1:] for kind, _ in found}
        parts.append(f"// {title}.\n")
        parts += [declaration(names[kind], schema) for kind, schema in found]
        parts.append(union(f"{direction.capitalize()}Message", names.values()))
        if direction == "server":
            parts.append(union("ServerEvent", [names[kind] for kind, schema in found if is_event(schema)]))
    return "\n".join(parts)


def union(name, names):
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in names) + ";\n"


def check(failures):
    """Compares the file with the schemas; returns how many types it has."""
    expected, found = text(), TARGET.read_text(encoding="utf-8")
    for number, (one, other) in enumerate(zip(expected.split("\n"), found.split("\n")), 1):
        if one != other:
            failures.append(f"types.d.ts:{number}: expected {one!r}, got {other!r}: run typescript.py")
            break
    else:
        if expected != found:
            failures.append("types.d.ts: expected another length: run typescript.py")
    return found.count("\nexport ")


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
