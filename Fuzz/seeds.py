#!/usr/bin/env python3
"""Writes the seeds of the fuzzer below Fuzz/Corpus: small messages of the protocol's vectors, requests and frames, every
message and item of a cluster, small pictures, decks that try to reach what is not theirs, and frames of the profiles of load
runs."""
import base64
import json
import pathlib
import struct
import zlib

top = pathlib.Path(__file__).resolve().parent
vectors = top.parent / "Protocol" / "vectors"
LARGEST = 1_500


def write(entry, number, data):
    folder = top / "Corpus" / entry
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number:03}").write_bytes(data)


def messages(name):
    for line in (vectors / name).read_text().splitlines():
        vector = json.loads(line)
        if "message" in vector:
            yield json.dumps(vector["message"], separators=(",", ":"), ensure_ascii=False).encode()
        elif "line" in vector and "fill" not in vector:
            yield vector["line"].encode("utf-8", "surrogatepass")


def frame(opcode, payload, final=True):
    mask = b"\x11\x7f\xa0\x05"
    head = bytes([opcode | (0x80 if final else 0)])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    else:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


REQUEST = (
    b"GET /rooms/main?a=1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
REQUESTS = [
    REQUEST + b"Sec-WebSocket-Protocol: riffle.v1\r\n\r\n" + frame(1, b"Hello"),
    REQUEST + b"Sec-WebSocket-Protocol: other\r\n\r\n",
    REQUEST + b"Sec-WebSocket-Extensions: permessage-deflate\r\nOrigin: http://a\r\n\r\n" + frame(8, b"\x03\xe8"),
    REQUEST.replace(b"13", b"8") + b"\r\n",
    REQUEST.replace(b"websocket", b"h2c") + b"\r\n",
    REQUEST.replace(b"GET", b"POST") + b"\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /%2e%2e/%00?%ff=&&= HTTP/1.0\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nabc",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x00\x05hello",
    b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50 + b"\r\n",
]
FRAMES = [
    frame(1, b"Hello"),
    frame(1, b""),
    frame(2, bytes(range(256))),
    frame(1, "κόσμε 🏳️‍🌈".encode()),
    frame(1, b"frag", False) + frame(9, b"ping") + frame(0, b"ment"),
    frame(2, b"", False) + frame(0, b"", False) + frame(0, b"x"),
    frame(9, b"a" * 125) + frame(10, b"b"),
    frame(9, b"1") + frame(9, b"2") + frame(9, b"3") + frame(1, b"end"),
    frame(8, b"\x03\xe8bye"),
    frame(8, b""),
    frame(8, b"\x03"),
    frame(8, b"\x00\x00"),
    frame(0x41, b"reserved"),
    frame(3, b"unknown"),
    frame(0, b"nothing begun"),
    frame(1, b"\xff\xfe"),
    frame(1, b"\xf0\x9f", False) + frame(0, b"\x98\x80"),
    b"\x81\x05Hello",
    b"\x81\xff\x80" + bytes(11),
    frame(1, b"a" * 1_000) + frame(2, b"b" * 300) + frame(8, b"\x0f\xa0"),
]

PAGE = {"id": "a", "title": "One", "body": "first\nsecond", "notes": "say it slowly"}
PICTURE = {"address": "a.png", "asset": "0a" * 32, "width": 640, "height": 480}
SEAT = {"member": 3, "name": "Ann", "role": "presenter", "session": "c2VjcmV0"}


def records():
    """What a room's memory holds: settings and control as the events tell them, every source of pages, people."""
    events = [json.loads(data) for data in messages("valid-server.jsonl")]
    rest = {"record": 1, "whole": False, "seq": 17, "pos": 65536, "origin": 1, "revision": 2, "dragEnabled": True}
    bare = rest | {"lastMember": 3, "arrived": [], "left": []}
    told = {
        name: [
            {key: value for key, value in event.items() if key not in ("type", "seq", "tabs")}
            for event in events
            if event.get("type") == name
        ]
        for name in ("settings", "control")
    }
    sources = [
        {"loops": False, "source": "numbers"},
        {"loops": False, "source": "animals", "seed": "18446744073709551615"},
        {"loops": True, "source": "listed", "pages": [PAGE, {"id": "b", "title": "Two", "body": ""}]},
        {"loops": False, "source": "delayed", "milliseconds": 200, "pages": [PAGE]},
        {"loops": True, "source": "listed", "pages": []},
        {"loops": False, "source": "listed", "pages": [PAGE | {"pictures": [PICTURE]}]},
    ]
    yield bare
    yield bare | {"left": [{"member": 1}, {"member": 2}], "arrived": [SEAT, SEAT | {"member": 4, "role": "viewer"}]}
    yield bare | {"pos": -(2**40), "origin": -(2**20), "seq": 2**53 - 1, "dragEnabled": False}
    yield bare | {"record": 2}
    for control in told["control"]:
        yield bare | {"control": control}
    for content in sources:
        yield bare | {"content": content}
    for number, settings in enumerate(told["settings"]):
        yield bare | {"settings": settings}
        for content in sources:
            whole = bare | {"whole": True, "settings": settings, "content": content, "arrived": [SEAT]}
            yield whole | ({"control": told["control"][0]} if number % 2 else {})


MARKDOWN = [
    "# A *b* ##\n\ntext  \nmore\\\nend",
    "A\n===\nB\n---\n***\n",
    "> a\n> > b\n> <!-- pause -->\n> c",
    "- a\n  - b\n\n    more\n<!-- pause -->\n- c",
    "7. a\n<!-- pause -->\n8) b\n",
    "- [x] a\n- [ ] b",
    "```swift x\nlet a = 1\n```\n    code\n~~~\n```\n~~~",
    "a | b\n--|:-:\n1 | 2 | 3\n`x\\|y`",
    "|a|\n|-|\n|\\||",
    "*a **b ~~c~~ `d`** _e_*",
    "[a](b 'c') [d][e] ![f *g*](<h i>)\n\n[e]: /j \"k\"",
    "&amp;&#27;&#x9b;&nope;&#0;",
    "see https://a.b/(c)_d. www.e.f, <g@h.i>",
    "<div>\na <b>c</b>\n<!-- pause -->\n</div>",
    "a<br>b<!-- x --><script>y</script>",
    "<?a?> <!B> <![CDATA[c]]>",
    "<!-- notes: a\n-->\n<!--pause-->",
    "\u65e5\u672c\u8a9e \U0001f468\u200d\U0001f469 e\u0301 \u202e",
    "> " * 40 + "a\n" + "- " * 40 + "b",
    "**a " * 30 + "a** " * 30,
    "[" * 30 + "]" * 30 + "(a)" * 3,
    "|a" * 20 + "\n" + "|-" * 20 + "\nb\nc",
    "\ta\n \t- b\r\n\r\nc\rd",
    # A bare address in the deepest emphasis that is read.
    "*a **a " * 8 + "https://b/c" + " a** a*" * 8,
]

FORMULAS = [
    r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}",
    r"\sum_{i=1}^{n} i^2 = \frac12",
    r"e^{-x^2/2} \cdot \hat{x}",
    r"\begin{bmatrix}1 & 22\\333 & 4\end{bmatrix}",
    r"|x| = \begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}",
    r"a &= b \\ &= c",
    r"\left(\frac{a}{b}\right)^2 \middle| \left. c \right]",
    r"\sqrt[3]{8} \sqrt[n+1]{\sqrt{x}}",
    r"x \in A \text{ and \% y \$} \mathrm{d}x",
    r"\mathbb{R}^n \to \mathcal{L}\mathbf{v}\mathfrak{g}",
    r"f''(x)_1^2, 3.14, .5",
    r"\binom{n}{k} \pmod{m} \operatorname{rank} A",
    r"\not\in \overline{abc} \vec{v}",
    r"\int_0^\infty \lim_{x \to 0} \prod\limits_a^b",
    r"\begin{array}{lcr}a & b\end{array}",
    "{" * 60 + "a" + "}" * 60,
    r"\frac" * 60 + "ab",
    r"\hat" * 60 + "a",
    "^" * 30 + "_" * 30,
    "a$ b $$c$$ `$d$` $5 and $6",
    "a&" * 80 + r"\\" * 80,
    "\u03b1\u0302\u2202 \u6f22 \x1b[2J %",
]

FRONT = [
    "title: A talk\nauthor: Ann\ndate: 2026\nevent: E\nsubtitle: more",
    "theme: dracula\npreset: carousel\nduration: 1h15m",
    "duration: 99999999999999999999h\npreset: nope\ntheme: ./a.yaml",
    "footer: '{page} / {pages} {title}'\nincremental_lists: true",
    "footer: {style: template, left: a, center: '**b**', right: '{current_slide}'}",
    "title: >\n  a\n  b\nauthor:\n  - Ann\n  - Bob\nx: {a: [1, 2], b: 'c'}",
    "title: 'it''s'\nsubtitle: \"a \\\"b\\\" # c\" # d",
    "a: &x\n- *x\n? b\n: c\n%TAG",
    "options:\n  end_slide_shorthand: true\n  incremental_lists: true\nsub_title: s\n---\nA\n===\nb\n---\nc\n<!-- end_slide -->\nd",
    "marp: true\nclass: lead\npaginate: true\n---\n# A\n* b\n![bg left:40%](a.png)",
    "layout: two-cols\ntransition: fade\n---\n# A\n::right::\n<v-clicks>\n- a\n</v-clicks>\n---\nlayout: cover\n---\n# B",
    "patat:\n  incrementalLists: true\n...\n# A\n\n. . .\n\nb",
    "styles:\n  style: x\nextensions: [a]\n---\n# A\n<!-- stop -->\nb",
    "paging: '%d / %d'\ndate: YYYY-MM-dd\n---\n# A",
    "\n# A\n\nclass: middle\n--\nb\n???\nnotes",
    "# A\n<!-- .slide: data-x -->\n\n--\n\n# B\nNote:\nnotes",
    "[.build-lists: true]\n# [fit] A\n^ notes\n![inline](a.png)",
    "title: A\n\n# no end",
    "title:\n---\n\ufeff---\n",
    "# A\n--- \n<!-- notes: open\n---\n```\n---\n```\n<!-- pause -->\nb",
    "---\n---\n---\n",
    "# " + "long " * 60 + "\n" + "- " * 40,
]

EXPANSIONS = [
    "# A\n<!-- include: b.md -->\n<!-- notes: SECRET -->",
    "# A\n```bash +exec\nls\n```\n<!-- notes:\nSECRET\n-->",
    "<!-- notes:\n```bash +exec_replace\nx\n```\nSECRET\n-->",
    "<!-- a --> <!-- notes:\n```dot +render\nx\n```\nSECRET -->",
    "# A\n???\n<!-- include: b.md -->\nSECRET\n---\n# B",
    "# A\nNote:\n```file\npath: a\n```\nSECRET",
    "- ```\n  x\n  ```\n\n<!-- notes: SECRET -->",
    "> ```bash +exec\n> x\n> ```\n<!-- notes: SECRET -->",
    "> ```\n> x\ny\n<!-- notes: SECRET -->",
    "1. ```\n   x\n\ny\n<!-- notes: SECRET -->",
    "- > - ```bash +exec\n  >   x\n  >   ```\n<!-- notes: SECRET -->",
    "~~~file `x`\npath: a.rs\nlanguage: r`s\n~~~\n<!-- notes: SECRET -->",
    "````\n```bash +exec\n```\n````\n<!-- notes: SECRET -->",
    "    ```bash +exec\n    x\n    ```\n<!-- notes: SECRET -->",
    "<!--\n```\n-->\n<!-- notes: SECRET -->\n```\nx\n```",
    "$$x\n<!-- notes: SECRET -->\n$$",
    "# $\\text{-->}$ and $x$\n<!-- notes: $y$ SECRET -->",
    "$$\n\\frac{a}{b}\n$$\n```math\nx^2\n```\n<!-- notes: SECRET -->",
    "<!-- open\n---\n```bash +exec\nls\n```\n<!-- notes: SECRET -->",
    "<!-- end_slide -->\n<!-- speaker_note: |\na\n---\n```bash +exec\nx\n```\nSECRET\n-->",
    "`<!--` and\n```mermaid +render\na --> b\n```\n<!-- notes: SECRET -->",
    "---\nsrc: ./b.md\n---\n# A\n<!-- note: SECRET -->",
    "# A\ntext\n<!--\nSECRET words\n-->\n",
]

OTHER_MESSAGES = {"join", "ping", "pages", "asset", "getAsset", "drawn", "leave"}
PART_BYTES = 900_000 - (4 + 32 + 8 + 1 + 14)
LAST = 2**63 - 1  # the largest id of a node
LARGEST_NUMBER = 2**53 - 1
EPOCH = struct.pack(">QQ", 3, 2)
VALID = struct.pack(">Q", 2**50)


def long(*texts):
    """Texts or bytes, each behind its length."""
    found = [text.encode() if isinstance(text, str) else text for text in texts]
    return b"".join(struct.pack(">I", len(data)) + data for data in found)


def short(text):
    return bytes([len(text)]) + text.encode()


def some(data):
    return b"\1" + data


def several(*items):
    return struct.pack(">H", len(items)) + long(*items)


def room_message(kind, fields, room="main"):
    return bytes([kind]) + short(room) + fields


def link(direction, *items, first=1, acknowledged=0, valid=b""):
    return bytes([direction]) + valid + short("main") + EPOCH + struct.pack(">QQQ", 7, first, acknowledged) + several(*items)


def envelope(content, cluster="test", sender=1):
    return b"RF\x01" + short(cluster) + struct.pack(">Q", sender) + content


NONE = b"\0"
ADDRESS = struct.pack(">HQ", 1, 5)
MEMBER = struct.pack(">I", 3)
NUMBER = struct.pack(">Q", 17)
LARGE = struct.pack(">Q", LARGEST_NUMBER)
OFFSET = long(b"{}") + NUMBER + b"\2\1"


def node_messages():
    for role, draining, name in [(1, 0, "a"), (2, 0, "b.c-D_9"), (1, 1, "x" * 64)]:
        yield b"\3" + short(name) + bytes([role, draining]) + struct.pack(">QII", 5, 1, 2)
    yield b"\3" + short("a") + b"\1\0" + struct.pack(">QII", LAST, 0, 2**31 - 1)
    yield b"\4" + struct.pack(">Q", 1)
    yield b"\4" + struct.pack(">Q", LAST)
    for kind in (5, 6):
        yield bytes([kind]) + struct.pack(">QQ", 2**64 - 1, 0) + NONE
        yield bytes([kind]) + struct.pack(">QQ", 1, 2) + some(VALID)


def room_messages():
    yield room_message(7, struct.pack(">QQ", 0, 2**64 - 1) + b"\1")
    yield room_message(7, struct.pack(">QQ", 2**64 - 1, 0) + b"\0", room="r" * 64)
    yield room_message(8, EPOCH + NONE)
    yield room_message(8, EPOCH + some(LARGE))
    yield room_message(9, EPOCH + NUMBER + LARGE + VALID, room="a.b")
    yield room_message(10, struct.pack(">QQ", 4, 2**64 - 1))
    for refusal in range(1, 6):
        yield room_message(11, struct.pack(">QH", 7, refusal) + long("κόσμε" * (refusal % 2)))
    yield room_message(12, struct.pack(">QQ", LAST, 0))
    for frames in [[], [b""], [b"{}", b"\0\xff", b"x" * 300]]:
        yield room_message(13, EPOCH + NUMBER + several(*frames) + NONE + b"\1" + VALID)
        yield room_message(13, EPOCH + LARGE + several(*frames) + some(OFFSET) + b"\0" + VALID)
    yield room_message(14, EPOCH + NUMBER + long(b"") + VALID)
    yield room_message(14, EPOCH + LARGE + long(b"{}" * 100) + VALID)
    yield room_message(15, EPOCH + NUMBER + NONE + VALID)
    yield room_message(15, EPOCH + NUMBER + some(OFFSET) + VALID)


def items_up():
    join = NONE + b"\0\0" + NONE + NONE + b"\0"
    yield b"\1" + ADDRESS + NUMBER + join + long("") + b"\2" + NONE + b"\0\0" + NONE + NONE
    join = some(long("Ann 🏳️‍🌈")) + b"\1\2" + some(long("7-8") + LARGE) + some(long("session")) + b"\1"
    rest = long("secret") + b"\0" + some(long("jti")) + b"\1\1" + some(long("p-1-2")) + some(VALID)
    yield b"\1" + ADDRESS + LARGE + join + rest
    yield b"\2" + ADDRESS
    requests = [data for data in messages("valid-client.jsonl") if json.loads(data)["type"] not in OTHER_MESSAGES]
    for data in dict.fromkeys(data for data in requests if len(data) <= 300):
        yield b"\3" + MEMBER + ADDRESS + data
    for first in (0, -(2**36) + 1, 2**36 - 1):
        yield b"\4" + MEMBER + ADDRESS + NUMBER + struct.pack(">qB", first, 32)
    yield b"\5" + MEMBER + ADDRESS + b"\0"
    yield b"\5" + MEMBER + ADDRESS + b"\1"
    drawn = MEMBER + NUMBER + struct.pack(">Q", 2**64 - 1)
    for cuts in [[], [b"\0"], [b"\1", b"\0"]]:
        yield b"\6" + struct.pack(">I", len(cuts)) + b"".join(drawn + cut for cut in cuts)
    yield b"\7" + ADDRESS
    for offsets in range(3):
        yield b"\x08" + ADDRESS + long("p-1-2", "session") + bytes([offsets]) + LARGE
    yield b"\x09"
    for viewers, pictures in [((0, 0, 0), []), ((40, 30, 5), [(9, 7, 20), (8, 2**64 - 1, 10)])]:
        counts = b"".join(struct.pack(">QQI", *picture) for picture in pictures)
        yield b"\x0a" + struct.pack(">IIIH", *viewers, len(pictures)) + counts
    yield b"\x0b"
    yield b"\x0c" + several()
    yield b"\x0c" + several("jti", "session")
    yield b"\x0d" + ADDRESS + NUMBER + struct.pack(">qB", 4, 32)
    name = "0a" * 32
    yield b"\x0e" + MEMBER + ADDRESS + NUMBER + long(name)
    for kind in (0, 1):
        yield b"\x0f" + MEMBER + ADDRESS + NUMBER + long(name) + bytes([kind]) + long(b"QQ==")
    yield b"\x10" + ADDRESS + NUMBER + long(name)
    yield b"\x11" + ADDRESS + NUMBER + long(name) + b"\0" + long(b"/9j/")


def items_down():
    for offsets, frames in enumerate([[], [b"{}"], [b"", b"x" * 200]]):
        granted = MEMBER + long("session") + bytes([offsets, 1]) + NUMBER + b"\1" + several(*frames)
        yield b"\1" + ADDRESS + granted
    yield b"\2" + ADDRESS + NONE + long(b"{}")
    yield b"\2" + ADDRESS + some(LARGE) + long(b"")
    yield b"\3" + ADDRESS + NUMBER + long(b"{}")
    yield b"\4" + ADDRESS + LARGE + long(b"{}")
    for code in (4000, 4005, 4103, 4109):
        yield b"\5" + ADDRESS + struct.pack(">H", code) + long("κόσμε" * (code % 2))
    yield b"\6" + NUMBER
    yield b"\7\0" + struct.pack(">I", 0) + several() + struct.pack(">H", 0)
    yield b"\7\1" + struct.pack(">I", 2**32 - 1) + several("jti") + struct.pack(">H", 2) + MEMBER + MEMBER
    yield b"\x08" + MEMBER


def subjects():
    for name in ["beat", "node.1", f"node.{LAST}", "out.main", "out.a~b-c_D"]:
        yield f"riffle.test.{name}".encode()


def links():
    up, down = list(items_up()), list(items_down())
    yield link(1)
    yield link(1, acknowledged=3)
    yield link(1, up[0], up[2], up[-1])
    yield link(1, *up[3:9], first=2, acknowledged=2)
    yield link(1, b"", b"\0", b"unknown", first=2**62)
    yield link(2, valid=VALID)
    yield link(2, *down, valid=VALID)
    yield link(2, *down[3:5], first=1024, acknowledged=4, valid=VALID)


def envelopes():
    for content in [b"", next(node_messages()), next(room_messages()), *list(links())[2:7:4]]:
        yield envelope(NONE + content)
    yield envelope(NONE + next(node_messages()), cluster="c" * 32, sender=LAST)
    # The second part of a payload that is one byte, or ten bytes, larger than the first.
    for size in (1, 10):
        part = struct.pack(">QHI", 1, 1, PART_BYTES + size)
        yield envelope(b"\1" + part + b"x" * size)


def parts():
    """Lists of sender, number, index, count and time since the part before, with at least one payload that is complete."""
    whole = [(1, 1, 0, 2, 0), (1, 1, 1, 2, 1)]
    yield whole
    yield whole[::-1] + whole
    yield [(1, 1, 2, 3, 0), (2, 1, 1, 2, 0), (1, 1, 0, 3, 9), (2, 1, 0, 2, 0), (1, 1, 1, 3, 0)]
    yield [(sender, 1, 0, 4, 1) for sender in range(1, 9)] + whole
    yield [(1, number, 0, 3, 1) for number in range(2, 9)] + whole
    yield [(1, 1, 0, 3, 0), (1, 1, 1, 2, 0), (1, 1, 1, 3, 0), (1, 1, 2, 3, 0)]
    yield [(1, 2, 0, 2, 0), (1, 2, 1, 2, 126)] + whole
    yield [(0, 1, 0, 2, 0), (1, 1, 2, 2, 0), (1, 1, 0, 19, 0), (1, 1, 0, 0, 0), (1, 1, 0, 1, 0)] + whole
    for count in (6, 18):
        yield [(1, 2, index, count, 0) for index in range(count)] + whole
    yield [(sender, 2, index, 4, 0) for index in range(3) for sender in (1, 2, 3)] + [(1, 1, 0, 2, 9), whole[1]]


def cluster_messages():
    yield from node_messages()
    yield from room_messages()
    yield from links()
    yield from items_up()
    yield from items_down()
    yield from envelopes()
    yield from subjects()
    for list_of_parts in parts():
        yield NONE + b"".join(map(bytes, list_of_parts))


for number, data in enumerate(dict.fromkeys(cluster_messages())):
    write("cluster-messages", number, data)
for entry, texts in {
    "markdown": MARKDOWN, "formulas": FORMULAS, "front-matter": FRONT, "expansion": EXPANSIONS,
}.items():
    for number, text in enumerate(texts):
        write(entry, number, text.encode())

for entry, names in {
    "client-messages": ["valid-client.jsonl", "invalid-client.jsonl"],
    "server-messages": ["valid-server.jsonl"],
}.items():
    found = dict.fromkeys(data for name in names for data in messages(name) if 0 < len(data) <= LARGEST)
    for number, data in enumerate(found):
        write(entry, number, data)
    write(entry, len(found), b"\n".join(list(found)[:4]))
for number, data in enumerate([b"\x00" + data for data in REQUESTS] + [b"\x01" + data for data in FRAMES]):
    write("upgrade", number, data)
for number, record in enumerate(records()):
    write("room-records", number, json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode())

# 16 by 9 pixels, as libjpeg writes them with the quality 85.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJCIe"
    "JBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wAARCAAJABAD"
    "ASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB"
    "kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZ"
    "mqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQF"
    "BgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
    "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX"
    "2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDo49R8JNYwXcmsWcKzKWEbuPMXAJOVGSPukehOAM5GYrfX/A8sKQm+lhu3uvLVpVCx"
    "GLbw+ewLcZP4gcmvnZ/9VqX/AF0X/wBCNGn/APH5Z/8AXNv5vXsvH127cz+8+f5YL7KP/9k="
)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(depth, colour, interlace=0, extra=b"", width=9, height=7):
    """A PNG of each kind: with rows of the five filters, which decode to anything."""
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    rows = b""
    for row in range(height if not interlace else 4 * height):
        rows += bytes([row % 5]) + bytes((7 * row + 3 * index) % 256 for index in range((width * bits + 7) // 8))
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )


def scans(count):
    """A progressive JPEG of 8 by 8 pixels in one grey, with scans that say nothing new."""
    code = lambda kind: b"\xff\xc4\0\x14" + bytes([kind, 1]) + bytes(15) + b"\0"
    head = b"\xff\xd8\xff\xdb\0\x43\0" + b"\1" * 64 + b"\xff\xc2\0\x0b\x08\0\x08\0\x08\1\1\x11\0" + code(0) + code(16)
    more = b"\xff\xda\0\x08\1\1\0\1\x3f\0\x7f" * count
    return head + b"\xff\xda\0\x08\1\1\0\0\0\0\x7f" + more + b"\xff\xd9"


def segment(marker, content):
    return bytes([255, marker]) + struct.pack(">H", len(content) + 2) + content


def exif(orientation):
    """A TIFF file whose first directory has the orientation and a place on earth."""
    entries = [struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0), struct.pack("<HHII", 0x8825, 4, 1, 38)]
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4)


def inks(adobe):
    """A JPEG of 8 by 8 pixels in four inks."""
    parts = b"".join(bytes([part, 0x11, 0]) for part in range(1, 5))
    codes = b"".join(segment(0xC4, bytes([kind, 1, 1]) + bytes(14) + b"\0\x08") for kind in (0, 16))
    head = segment(0xEE, b"Adobe\0\x64\0\0\0\0" + bytes([adobe])) if adobe is not None else b""
    head += segment(0xDB, b"\0" + b"\x08" * 64) + segment(0xC0, b"\x08\0\x08\0\x08\4" + parts) + codes
    scan = segment(0xDA, b"\4" + b"".join(bytes([part, 0]) for part in range(1, 5)) + b"\0\x3f\0")
    return b"\xff\xd8" + head + scan + b"\xa0\x13\xf2\x7e\x80\x7f\xff\xd9"


def pictures():
    palette = chunk(b"PLTE", bytes(range(48)))
    yield from (png(depth, 0) for depth in (1, 2, 4, 8, 16))
    yield from (png(depth, 2) for depth in (8, 16))
    yield from (png(depth, 3, extra=palette) for depth in (1, 2, 4))
    yield png(4, 3, extra=palette + chunk(b"tRNS", bytes([0, 128])))
    yield from (png(depth, 4) for depth in (8, 16))
    yield from (png(depth, 6) for depth in (8, 16))
    yield png(8, 6, interlace=1)
    yield png(8, 2, extra=chunk(b"gAMA", struct.pack(">I", 45455)) + chunk(b"tEXt", b"Title\0seed"))
    # A head that promises far more than follows.
    yield png(8, 2).replace(struct.pack(">II", 9, 7), struct.pack(">II", 65535, 65535))
    yield png(8, 0)[:-20]
    yield JPEG
    yield JPEG[: len(JPEG) // 2]
    yield scans(2)
    yield scans(120)
    yield from (JPEG[:2] + segment(0xE1, b"Exif\0\0" + exif(way)) + JPEG[2:] for way in (1, 6))
    yield JPEG[:2] + segment(0xFE, b"seed") + segment(0xE2, b"ICC_PROFILE\0\1\1seed") + JPEG[2:] + b"more"
    yield png(8, 2, extra=chunk(b"eXIf", exif(5)))
    yield from (inks(adobe) for adobe in (None, 0, 2))
    yield b"<svg xmlns='http://www.w3.org/2000/svg'/>"


for number, data in enumerate(pictures()):
    write("pictures", number, data)


def load_frames():
    """The number of the framing, the place of the cut, and what a server sends."""
    texts = [
        ['{"a": [1, 2], "type": "x"}', '[{"b": null}]', "text"],
        ['{"id": 1}\n{}\n', "\n\n"],
        ['{"type": 6}\x1e', "{}\x1e{}\x1e"],
        ['0{"sid": "a"}', "2", '42["a", 1]', '42/chat,7["a"]', "437[1]", '44/x,{"message": "no"}', "451-5[0]"],
        [],
        ["INFO {}\r\n", "MSG a.b 1 5\r\nhello\r\n", "HMSG a 1 r 16 18\r\nNATS/1.0 503\r\n\r\nhi\r\nPING\r\n", "-ERR 'no'\r\n"],
        ["CONNECTED\nversion:1.2\n\n\0", "MESSAGE\na\\cb:c\ncontent-length:2\n\nhi\0\n", "\n"],
    ]
    for framing, messages in enumerate(texts):
        for message in messages:
            yield bytes([framing, 3]) + message.encode()
    for packet in ["20020000", "30050001617a7a", "34060001610009", "40020007", "9003000180", "d000", "b0020001", "3002"]:
        yield bytes([4, 1]) + bytes.fromhex(packet)


for number, data in enumerate(load_frames()):
    write("load-frames", number, data)
