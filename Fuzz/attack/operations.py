"""What happens to the process: no descriptors, a stop, new certificates, half-open TLS."""

import os
import resource
import signal
import ssl
import subprocess
import time

from client import Client, Closed, joined, outcome
from newcomers import beside, drained
from server import new_secret, token
from trial import eventually
from wire import connected


def exhausted_descriptors(trial):
    """More connections than a limit of 64 descriptors allows, then less than the server needs."""
    wrapper = ("/bin/sh", "-c", 'ulimit -n 64; exec "$0" "$@"')
    with trial.server(wrapper=wrapper) as server, trial.pair(server.port):
        members, refused, others = [], 0, []
        for _ in range(80):
            client = Client(server.port, timeout=5)
            if client.status == 101:
                client.join("viewer")
                members.append(client)
            else:
                refused += client.status == 503
                others += [client.status] if client.status != 503 else []
                client.cut()
        trial.did("80 newcomers where 64 descriptors are")
        trial.holds("each gets in or 503", len(members) >= 8 and not others, f"{len(members)} in, {refused} × 503, {others}")
        found = [server.ask(path)[0] for path in ("/healthz", "/metrics", "/rooms")]
        trial.holds("the admin port answers", found == [200] * 3, found)
        for client in members:
            client.cut()
        limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        eventually(lambda: server.descriptors() < 40)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (server.descriptors() + 4, limits[1]))
        trial.did("all but four descriptors in use")
        status = server.ask("/readyz")[0]
        trial.holds("/readyz answers 503", status == 503, status)
        status = server.ask("/healthz")[0]
        trial.holds("/healthz answers 200", status == 200, status)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits)
        back = eventually(lambda: server.ask("/readyz")[0] == 200 and outcome(server.port)[0] == "welcome")
        trial.holds("it recovers by itself", back, "ready" if back else "not ready after 20 s")


# Longer than the 20 s after which the server pings, and the 10 s more after which it closes.
STOP_SECONDS = 31


def stopped_process(trial):
    """The server stands still for longer than it waits for a sign of life; nobody is lost but a drag."""
    with trial.server() as server:
        members = [joined(server.port, role="viewer") for _ in range(50)]
        hand = joined(server.port)
        hand.request("dragBegan", drag=1, width=80, stride=80)
        hand.send({"type": "dragMoved", "drag": 1, "by": 20_000})
        hand.until("dragBegan")
        server.signal(signal.SIGSTOP)
        time.sleep(STOP_SECONDS)
        server.signal(signal.SIGCONT)
        drag = hand.until("dragEnded")["outcome"]
        hand.cut()
        time.sleep(1)
        alive = 0
        for member in members:
            try:
                alive += member.answer("ping")["type"] == "pong"
            except (Closed, OSError):
                pass
            member.cut()
        trial.did(f"SIGSTOP for {STOP_SECONDS} s before 50 viewers and a drag")
        trial.holds("all are still there", alive == 50, f"{alive} of 50")
        trial.holds("the drag is lost", drag == "lost", drag)
        with trial.pair(server.port):
            pass


def certificate(folder, name):
    """A certificate for 127.0.0.1 that vouches for itself, and its key."""
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-keyout", key, "-out", cert, "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"],
                   capture_output=True, check=True)
    key.chmod(0o600)
    return cert.read_bytes(), key.read_bytes()


class SecureFolder:
    """A folder with certificates, keys and secrets that a server is told to read again."""

    def __init__(self, folder):
        self.folder = folder
        self.cert, self.key, self.secret = folder / "live.pem", folder / "live.key", folder / "live.secret"
        self.identities = [certificate(folder, name) for name in ("one", "two")]
        self.authority = folder / "authority.pem"
        self.authority.write_bytes(b"".join(cert for cert, _ in self.identities))
        new_secret(self.secret)
        self.good_secret = self.secret.read_bytes()
        self.put(0)
        self.token = folder / "member.token"
        self.token.write_text(token(self.secret), encoding="ascii")
        self.options = ("--tls-cert", self.cert, "--tls-key", self.key, "--secret-file", self.secret)
        self.context = ssl.create_default_context(cafile=self.authority)

    def put(self, number):
        for path, data in zip((self.cert, self.key), self.identities[number % 2]):
            path.write_bytes(data)
        self.key.chmod(0o600)

    @property
    def pair_options(self):
        return ["--authority", self.authority, "--token-file", self.token]


def keep_joining(counter, failures, port, secure, bearer):
    while True:
        how, _ = outcome(port, role="viewer", tls=secure.context, token=bearer)
        counter.value += 1
        failures.value += how != "welcome"


def reload_under_joins(trial):
    """SIGHUP with new and with broken certificates and secrets, while members come in."""
    import multiprocessing

    failures = multiprocessing.get_context("fork").Value("q", 0)
    with trial.folder() as folder:
        secure = SecureFolder(folder)
        bearer = secure.token.read_text()
        with trial.server(*secure.options) as server, trial.pair(server.port, options=secure.pair_options):
            with beside(lambda counter: keep_joining(counter, failures, server.port, secure, bearer)) as counter:
                for number in range(20):
                    secure.put(number)
                    server.signal(signal.SIGHUP)
                    time.sleep(0.2)
                served = eventually(lambda: server_certificate(server.port) == secure.identities[1][0], 10)
                trial.did(f"20 SIGHUP with another certificate, {counter.value} joins meanwhile")
                trial.holds("the newest certificate is served", served, "yes" if served else "no")
                spoiled = 0
                for path in (secure.cert, secure.key, secure.secret):
                    good = path.read_bytes()
                    for bad in (b"", b"garbage\n", os.urandom(500), None):
                        path.write_bytes(bad) if bad is not None else path.unlink()
                        server.signal(signal.SIGHUP)
                        time.sleep(0.15)
                        spoiled += 1
                    path.write_bytes(good)
                    path.chmod(0o600)
                joins = counter.value
            trial.did(f"{spoiled} SIGHUP with broken or missing files, {joins} joins altogether")
            trial.holds("no join fails", joins > 20 and failures.value == 0, f"{failures.value} of {joins} failed")
            served = server_certificate(server.port) == secure.identities[1][0]
            trial.holds("the old certificate stays", served, "yes" if served else "no")


def server_certificate(port):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with context.wrap_socket(connected(port)) as secured:
            return ssl.DER_cert_to_PEM_cert(secured.getpeercert(True)).encode()
    except OSError:
        return None


def abandoned_handshakes(trial):
    """TLS handshakes that stop before, within and after the first message."""
    with trial.folder() as folder:
        secure = SecureFolder(folder)
        with trial.server(*secure.options) as server, trial.pair(server.port, options=secure.pair_options):
            bearer = secure.token.read_text()
            for _ in range(20):
                outcome(server.port, tls=secure.context, token=bearer)
            before, hello = server.resident_bytes(), first_message()
            sockets = []
            for number in range(300):
                one = connected(server.port)
                one.sendall((b"", hello[:40], hello, b"\x16\x03\x01\xff\xff" + os.urandom(200))[number % 4])
                sockets.append(one)
            began, let_in = time.monotonic(), 0
            for _ in range(10):
                let_in += outcome(server.port, tls=secure.context, token=bearer)[0] == "welcome"
            for one in sockets:
                one.settimeout(max(0.1, began + 15 - time.monotonic()))
                try:
                    while one.recv(1 << 16):
                        pass
                except TimeoutError:
                    break
                except OSError:
                    pass
            seconds = time.monotonic() - began
            trial.did(f"{len(sockets)} handshakes that go no further")
            trial.holds("each is ended within 15 s", seconds < 15, f"{seconds:.1f} s")
            trial.holds("newcomers get in meanwhile", let_in == 10, f"{let_in} of 10")
            for one in sockets:
                one.close()
            trial.memory(server, before, 48)
            old = [name for name in ("TLSv1", "TLSv1_1") if speaks(server.port, getattr(ssl.TLSVersion, name))]
            trial.holds("TLS 1.0 and 1.1 are refused", not old, old or "both")
            trial.holds("plain text is refused", outcome(server.port, token=bearer, seconds=3)[0] != "welcome", "no welcome")


def shake(counter, port):
    """TLS handshakes as fast as they go, each to its end and then cut."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    while True:
        try:
            with connected(port) as one, context.wrap_socket(one):
                counter.value += 1
        except OSError:
            pass


def handshake_flood(trial):
    """Full TLS handshakes as fast as two processes can, and what the server agrees to in one."""
    with trial.folder() as folder:
        secure = SecureFolder(folder)
        with trial.server(*secure.options) as server, trial.pair(server.port, options=secure.pair_options):
            bearer, let_in = secure.token.read_text(), 0
            for _ in range(20):
                outcome(server.port, tls=secure.context, token=bearer)
            before = server.resident_bytes()
            with beside(shake, server.port) as one, beside(shake, server.port) as other:
                time.sleep(6)
                for _ in range(10):
                    let_in += outcome(server.port, tls=secure.context, token=bearer)[0] == "welcome"
                count = one.value + other.value
            trial.did(f"{count:,} handshakes, each cut at its end")
            trial.holds("newcomers get in meanwhile", let_in == 10 and count > 100, f"{let_in} of 10")
            trial.memory(server, before, 48)
            weak = [name for name in WEAK if speaks(server.port, ssl.TLSVersion.TLSv1_2, name)]
            trial.holds("weak ciphers are refused", not weak, weak or f"{len(WEAK)} kinds")
            good = speaks(server.port, ssl.TLSVersion.TLSv1_2, "ECDHE+AESGCM")
            with connected(server.port) as one, secure.context.wrap_socket(one, server_hostname="127.0.0.1") as secured:
                agreed = secured.version(), secured.compression()
            trial.holds("TLS 1.2 with a good cipher is spoken, nothing is compressed", good and not agreed[1], agreed)


# By OpenSSL's names: no encryption, no identity, old ciphers, no forward secrecy.
WEAK = ("eNULL", "aNULL", "RC4", "3DES", "EXPORT", "PSK", "kRSA")


def half_open_scrapes(trial):
    """The admin port with 100 requests that never end, renewed as they are closed."""
    with trial.server() as server, trial.pair(server.port):
        with beside(hold, server.admin) as counter:
            time.sleep(2)
            found = [server.ask("/metrics", seconds=5)[0] for _ in range(30) if not time.sleep(0.2)]
            count = counter.value
        good = found.count(200)
        trial.did(f"{count:,} requests that never end, at most 100 at a time")
        trial.holds("nine scrapes of ten are answered", good >= 27, f"{good} of {len(found)}")


def hold(counter, port):
    """100 unfinished requests; each is replaced when it is closed."""
    sockets = []
    while True:
        sockets = drained(sockets)
        while len(sockets) < 100:
            try:
                one = connected(port)
                one.send(b"GET /metrics HTTP/1.1\r\nHost: loc")
            except OSError:
                break
            sockets.append(one)
            counter.value += 1
        time.sleep(0.1)


def first_message():
    """A ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.create_default_context()
    try:
        context.wrap_bio(incoming, outgoing, server_hostname="127.0.0.1").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def speaks(port, version, ciphers="ALL"):
    """Whether a handshake of just this version, with one of these ciphers, succeeds."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    except ssl.SSLError:
        # OpenSSL here does not know them; nor can it ask for them.
        return False
    context.minimum_version = context.maximum_version = version
    try:
        with context.wrap_socket(connected(port, timeout=5)):
            return True
    except OSError:
        return False


ATTACKS = [exhausted_descriptors, stopped_process, reload_under_joins, abandoned_handshakes, handshake_flood,
           half_open_scrapes]
