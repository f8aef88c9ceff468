"""Checks the schema for scripts, `script.schema.json`, against the examples and against scripts with one fault each."""

import json
import pathlib
import re

import jsonschema
import yaml

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent / "Examples"


class Loader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `on` is a word and 1:30 no number."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))


def load(text):
    return yaml.load(text, Loader)


def examples():
    for path in sorted(EXAMPLES.glob("**/*.riffle.yaml")):
        yield str(path.relative_to(EXAMPLES.parent)), path.read_text(encoding="utf-8")
    for path in sorted(EXAMPLES.glob("**/README.md")):
        for number, block in enumerate(re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.S), 1):
            if block.startswith("riffle:"):
                yield f"{path.relative_to(EXAMPLES.parent)}, block {number}", block


def check(failures):
    """How many examples are scripts by the schema, and how many faulty ones are none."""
    schema = json.loads((HERE / "script.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    good = list(examples())
    for name, text in good:
        for error in validator.iter_errors(load(text)):
            best = jsonschema.exceptions.best_match([error])
            failures.append(f"{name}: {best.json_path}: {best.message}")
    faulty = (HERE / "vectors" / "invalid-script.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(faulty, 1):
        vector = json.loads(line)
        if not vector.get("beyond") and validator.is_valid(load(vector["text"])):
            failures.append(f"invalid-script.jsonl:{number}: the schema takes it: {vector['about']}")
    schema = json.loads((HERE / "profile.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    profiles = HERE.parent / "Sources" / "App" / "riffle" / "Load" / "Profiles" / "BuiltIn"
    for path in sorted(profiles.glob("*.yaml")):
        for error in jsonschema.Draft7Validator(schema).iter_errors(load(path.read_text(encoding="utf-8"))):
            best = jsonschema.exceptions.best_match([error])
            failures.append(f"{path.name}: {best.json_path}: {best.message}")
    return len(good), len(faulty)
