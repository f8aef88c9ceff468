#!/usr/bin/env python3
"""Writes the seeds of the fuzzer below Fuzz/Corpus: small messages of the protocol's vectors, requests and frames."""
import json
import pathlib
import struct

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
]
for number, text in enumerate(MARKDOWN):
    write("markdown", number, text.encode())

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
