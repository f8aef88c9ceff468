"""HTTP requests that proxies, rebinding web pages and smugglers send, on both ports."""

import select
import time

from client import Client, Closed, joined
from wire import connected, upgrade_request

LINES = b"\r\nHost: 127.0.0.1\r\n"
OPENING = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
VERSION = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: riffle.v1\r\n\r\n"
# A request, and what holds as its answer: statuses, 0 for an end without an answer or none within two seconds.
ROOMS = [
    ("a path that climbs", b"GET /rooms/../metrics HTTP/1.1" + LINES + b"\r\n", {0, 400, 403, 404}),
    ("a path that climbs, encoded", b"GET /rooms/%2e%2e/metrics HTTP/1.1" + LINES + b"\r\n", {0, 400, 403, 404}),
    ("/metrics", b"GET /metrics HTTP/1.1" + LINES + b"\r\n", {404}),
    ("/rooms", b"GET /rooms HTTP/1.1" + LINES + b"\r\n", {0, 400, 404}),
    ("/admin/drain", b"POST /admin/drain HTTP/1.1" + LINES + b"Content-Length: 0\r\n\r\n", {0, 400, 403, 404, 405}),
    ("an absolute URI", b"GET http://evil.example/metrics HTTP/1.1" + LINES + b"\r\n", {0, 400, 403, 404}),
    *[(word.decode(), word + b" /rooms/main HTTP/1.1" + LINES + b"\r\n", {0, 400, 403, 404, 405, 501})
      for word in (b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"OPTIONS", b"get", b"A" * 300)],
    ("two lengths", b"POST / HTTP/1.1" + LINES + b"Content-Length: 4\r\nContent-Length: 40\r\n\r\nabcd", {0, 400, 403, 404, 405}),
    ("smuggling", b"POST /healthz HTTP/1.1" + LINES + b"Content-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
     b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", {0, 400, 403, 404, 405}),
    ("a negative length", b"POST / HTTP/1.1" + LINES + b"Content-Length: -1\r\n\r\n", {0, 400, 403, 404, 405}),
    ("64 kB of headers", b"GET /healthz HTTP/1.1" + LINES + b"A: b\r\n" * 11_000 + b"\r\n", {0, 400, 403, 413, 414, 431}),
    ("a path of 64 kB", b"GET /" + b"a" * 65_000 + b" HTTP/1.1" + LINES + b"\r\n", {0, 400, 403, 404, 414, 431}),
    ("NUL in a header", b"GET /healthz HTTP/1.1" + LINES + b"A: \0b\r\n\r\n", {0, 200, 400, 403}),
    ("no HTTP", b"EHLO evil.example\r\n\r\n", {0, 400, 403, 404, 405}),
    ("HTTP/0.9", b"GET /metrics\r\n\r\n", {0, 400, 403, 404}),
    ("a PROXY header", b"PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET /healthz HTTP/1.1" + LINES + b"\r\n", {400}),
    ("a foreign origin", upgrade_request(extra=["Origin: http://evil.example"]), {403}),
    ("an empty origin", upgrade_request(extra=["Origin: "]), {403}),
    ("origin null", upgrade_request(extra=["Origin: null"]), {403}),
    ("an origin that begins like the listed one", upgrade_request(extra=["Origin: http://good.example.evil"]), {403}),
    ("no subprotocol", upgrade_request(subprotocol=None), {400}),
    ("another subprotocol", upgrade_request(subprotocol="riffle.v2"), {400}),
    ("no key", b"GET /rooms/main HTTP/1.1" + LINES + OPENING[:43] + VERSION, {0, 400, 403, 426}),
    ("another version", b"GET /rooms/main HTTP/1.1" + LINES + OPENING + VERSION.replace(b"13", b"99"), {0, 400, 426}),
    ("an upgrade with POST", b"POST /rooms/main HTTP/1.1" + LINES + OPENING + VERSION, {0, 400, 403, 404, 405}),
    ("a room with a blank", b"GET /rooms/a%20b HTTP/1.1" + LINES + OPENING + VERSION, {0, 400, 403, 404}),
    ("a room of 65 letters", upgrade_request("a" * 65), {404}),
    # The control: such a request gets in.
    ("the listed origin", upgrade_request(extra=["Origin: http://good.example"]), {101}),
    ("a proper request", upgrade_request(), {101}),
]  # fmt: skip


def asked(host, path="/metrics", method="GET", more=b""):
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n".encode() + more + b"\r\n"


ADMIN = [
    *[(f"Host: {host}", asked(host), {403}) for host in (
        "evil.example", "evil.example:7421", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example.:1", "0x7f.1",
        "2130706433", "localhost:80@evil.example", "evil.example#localhost", "[::1", "[localhost]", "", "*", "localhost evil")],
    ("no Host", b"GET /metrics HTTP/1.1\r\n\r\n", {0, 400, 403}),
    ("two Hosts", asked("localhost", more=b"Host: evil.example\r\n"), {0, 400, 403}),
    ("two Hosts, the other way round", asked("evil.example", more=b"Host: localhost\r\n"), {0, 400, 403}),
    ("an absolute URI", asked("evil.example", "http://localhost/metrics"), {0, 400, 403, 404}),
    ("an absolute URI, evil", asked("localhost", "http://evil.example/metrics"), {0, 400, 403, 404}),
    ("a folded Host", b"GET /metrics HTTP/1.1\r\nHost:\r\n evil.example\r\n\r\n", {0, 400, 403}),
    *[(f"{method} /metrics", asked("localhost", method=method), {0, 400, 403, 404, 405}) for method in (
        "POST", "PUT", "DELETE", "TRACE", "CONNECT")],
    *[(f"POST {path}", asked("localhost", path, "POST"), {0, 400, 401, 403, 404, 405}) for path in (
        "/admin/drain", "/admin/rooms/main/close", "/admin/rooms/main/unlock", "/admin/revoke?jti=x")],
    ("a wrong bearer", asked("localhost", "/admin/drain", "POST", b"Authorization: Bearer x\r\n"), {401, 403, 404}),
    ("an empty bearer", asked("localhost", "/admin/drain", "POST", b"Authorization: Bearer \r\n"), {401, 403, 404}),
    ("a path that climbs", asked("localhost", "/rooms/../../etc/passwd"), {0, 400, 403, 404}),
    ("64 kB of headers", asked("localhost", more=b"A: b\r\n" * 11_000), {0, 400, 403, 413, 431}),
    ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01", {0, 400, 403}),
    # The control: such a request is answered.
    ("Host: localhost", asked("localhost"), {200}),
    ("Host: 127.0.0.1", asked("127.0.0.1"), {200}),
]  # fmt: skip


def status(port, data):
    """Status of the answer; 0 without one within two seconds."""
    with connected(port, timeout=5) as socket:
        found = b""
        try:
            socket.sendall(data)
        except OSError:
            pass
        end = time.monotonic() + 2
        try:
            while b"\r\n" not in found and select.select([socket], [], [], max(0, end - time.monotonic()))[0]:
                if not (part := socket.recv(4096)):
                    break
                found += part
        except OSError:
            pass
    words = found.split(b"\r\n")[0].split()
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/1") and words[1].isdigit() else 0


def http_oddities(trial):
    """Rebinding, two Hosts, absolute URIs, smuggling, origins, methods, oversized headers, on both ports."""
    with trial.folder() as folder:
        key = folder / "admin.token"
        key.write_text("t" * 43 + "\n", encoding="ascii")
        key.chmod(0o600)
        with trial.server("--origin", "http://good.example", "--admin-token-file", key) as server:
            with trial.pair(server.port):
                joined(server.port).cut()
                for name, cases, port in (("rooms", ROOMS, server.port), ("admin", ADMIN, server.admin)):
                    found = [(case, status(port, data), good) for case, data, good in cases]
                    wrong = [f"{case}: {code}" for case, code, good in found if code not in good]
                    trial.did(f"{len(cases)} requests to the {name} port")
                    trial.holds("each gets its refusal, the proper ones their answer", not wrong, "; ".join(wrong) or "all")
                trial.holds("the admin port still answers", server.ask("/healthz")[0] == 200, "200")


PROXY, STRANGER = "127.0.0.7", "127.0.0.8"


def _upgraded(port, source, forwarded=None, before=b""):
    """The status of an upgrade, and its socket, which stays open."""
    extra = [f"X-Forwarded-For: {forwarded}"] if forwarded else []
    one = connected(port, source, timeout=10)
    try:
        one.sendall(before + upgrade_request(extra=extra))
        words = one.recv(4096).split()
        return int(words[1]) if len(words) > 1 else 0, one
    except OSError:
        return 0, one


def forged_addresses(trial):
    """False addresses in X-Forwarded-For and PROXY headers, and presenting through a proxy."""
    limit = ("--trusted-proxy", PROXY, "--max-connections-per-address", 5)

    def let_in(port, source, count, forwarded=lambda number: None, before=lambda number: b""):
        found = [_upgraded(port, source, forwarded(number), before(number)) for number in range(count)]
        for _, one in found:
            one.close()
        time.sleep(0.3)
        return [status for status, _ in found].count(101)

    with trial.server(*limit) as server:
        cases = {
            "strangers' X-Forwarded-For": (let_in(server.port, STRANGER, 20, lambda number: f"198.51.100.{number}"), 5),
            "40 clients of the proxy": (let_in(server.port, PROXY, 40, lambda number: f"198.51.100.{number}"), 40),
            "one client of it": (let_in(server.port, PROXY, 20, lambda _: "203.0.113.1"), 5),
            "one that names others before it": (
                let_in(server.port, PROXY, 20, lambda number: f"192.0.2.{number}, 203.0.113.2"), 5)}
        trial.did("upgrades with X-Forwarded-For, five an address allowed")
        wrong = [f"{name}: {found}, not {wanted}" for name, (found, wanted) in cases.items() if found != wanted]
        trial.holds("only the proxy's word counts, the last one", not wrong, "; ".join(wrong) or cases)
        roles = [joined_as(server.port, source) for source in (PROXY, STRANGER, "127.0.0.1")]
        trial.holds("nobody presents without the key", "presenter" not in roles, roles)
    with trial.server(*limit, "--proxy-protocol") as server:
        line = lambda address: f"PROXY TCP4 {address} 127.0.0.1 1000 2000\r\n".encode()
        bad = [b"PROXY TCP4 1.2.3.4\r\n", b"PROXY " + b"x" * 200, b"\r\n\r\n\0\r\nQUIT\n\x21\x11\xff\xff", b""]
        cases = {
            "40 clients of the proxy": (let_in(server.port, PROXY, 40, before=lambda number: line(f"198.51.100.{number}")), 40),
            "one client of it": (let_in(server.port, PROXY, 20, before=lambda _: line("203.0.113.1")), 5),
            "strangers with a header": (let_in(server.port, STRANGER, 5, before=lambda number: line(f"198.51.100.{number}")), 0),
            "malformed ones of the proxy": (let_in(server.port, PROXY, len(bad), before=lambda number: bad[number]), 0)}
        trial.did("upgrades with PROXY headers")
        wrong = [f"{name}: {found}, not {wanted}" for name, (found, wanted) in cases.items() if found != wanted]
        trial.holds("only the proxy's word counts", not wrong, "; ".join(wrong) or cases)
    with trial.server("--listen", "0.0.0.0:0", "--open") as server:
        role = joined_as(server.port, "127.0.0.1")
        trial.did("--open beyond loopback, without a secret")
        trial.holds("nobody presents without the key", role != "presenter", role)
    with trial.server() as server:
        found = [joined_as(server.port, "127.0.0.1", [head]) for head in (
            "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 a", "X-Real-IP: 127.0.0.1")]
        trial.did("a proxy that the server was not told of")
        trial.holds("who comes through it does not present", "presenter" not in found, found)
        role = joined_as(server.port, "127.0.0.1")
        trial.holds("a client of this machine does", role == "presenter", role)


def joined_as(port, source, extra=()):
    """The role of one who asks to be presenter."""
    with Client(port, source=source, extra=extra) as client:
        try:
            return client.join("presenter")["role"]
        except Closed as closed:
            return closed.code


ATTACKS = [http_oddities, forged_addresses]
