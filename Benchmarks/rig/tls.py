"""What TLS costs: in the server itself, in nginx before it, and in µWebSockets; per delivery, per connection, in memory."""

import dataclasses
import errno
import pathlib
import shutil
import socket
import time

from .deliveries import RelayStage, RoomStage
from .fanout import median, values
from .figure import Figure
from .figures import ratio
from .members import UNBOUNDED_RATE
from .part import absences, bars, dots, grid
from .peers import HERE, MicroWebSockets
from .processes import Crowd, Program, Publisher, RunFailed
from .store import Absent, carry_out

ROOMS = 20
UPPER_LAYER_PROTOCOL = 31  # TCP_ULP of linux/tcp.h


@dataclasses.dataclass(frozen=True)
class Identity:
    """A certificate that signs itself, of a key on the curve P-256, and its key: paths of PEM files."""

    certificate: pathlib.Path
    key: pathlib.Path

    @classmethod
    def make(cls, folder):
        made = cls(folder / "certificate.pem", folder / "key.pem")
        try:
            carry_out(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                       "-days", "30", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                       "-keyout", made.key, "-out", made.certificate])
        except Absent as reason:
            raise RunFailed(f"tls: no certificate: {reason}") from None
        return made


class NGINX(Program):
    """One process of nginx that ends TLS before a server; what both use counts."""

    def __init__(self, run, identity, server):
        program = shutil.which("nginx")
        if program is None:
            raise RunFailed("tls: expected nginx on the path, got none; `.ci/setup tests` installs it")
        folder = pathlib.Path(run.scratch())
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        text = (HERE / "nginx.conf").read_text(encoding="utf-8").format(
            folder=folder, port=port, certificate=identity.certificate, key=identity.key,
            upstream=server.url.removeprefix("ws://"))
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        super().__init__("nginx", [program, "-c", str(folder / "nginx.conf")])
        self.server, self.url = server, f"wss://127.0.0.1:{port}"
        try:
            self._wait(port, folder / "error.log")
        except BaseException:
            self.end()
            raise

    def _wait(self, port, log):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        words = log.read_text(encoding="utf-8")[-300:] if log.exists() else "no word"
        raise RunFailed(f"tls: nginx does not listen: {words}")

    def _stop(self):
        if self.process.poll() is None:
            self.process.terminate()

    def cpu_nanoseconds(self):
        return super().cpu_nanoseconds() + self.server.cpu_nanoseconds()

    def resident_bytes(self):
        return super().resident_bytes() + self.server.resident_bytes()


class RifflePlace:
    """A room of Riffle behind one of its ways of TLS, and other rooms for those that only connect."""

    def __init__(self, run, name, identity=None, nginx=None):
        self.run, self.name, self.tools = run, name, run.chosen.tools
        more = f"--tls-cert {identity.certificate} --tls-key {identity.key}" if identity else ""
        names = ["bench"] + [f"idle{number}" for number in range(ROOMS)]
        self.server = run.start_server(name, names, more=more)
        if nginx:
            self.server = run.own(NGINX(run, nginx, self.server))

    def stage(self, viewers):
        url = f"{self.server.url}/rooms/bench"
        crowd = self.run.own(Crowd(self.tools, url, viewers, offsets="frames"))
        found = RoomStage(self.name, self.server, crowd, viewers, self.tools, url)
        found.counted = "offsets"
        return found

    def connect(self, count):
        url = f"{self.server.url}/rooms/idle{{}}"
        return Crowd(self.tools, url, count, rooms=ROOMS, rate=UNBOUNDED_RATE)


class RelayPlace:
    """A relay on µWebSockets, with TLS of its own or without."""

    def __init__(self, run, peer, name, identity=None):
        self.run, self.name, self.tools, self.wire = run, name, run.chosen.tools, peer.wire
        self.server = run.own(peer.start(run, identity))

    def _crowd(self, path, count, rate):
        return Crowd(self.tools, self.server.url + path, count, rate=rate, greeting=self.wire.greeting.hex(),
                     answers=self.wire.answers, subprotocol=self.wire.subprotocol)

    def stage(self, viewers):
        crowd = self.run.own(self._crowd(self.wire.path, viewers, 1000))
        publisher = self.run.own(Publisher(self.tools, self.server.url, self.wire))
        return RelayStage(self.name, self.server, crowd, viewers, publisher, self.wire)

    def connect(self, count):
        return self._crowd(self.wire.idle_path, count, UNBOUNDED_RATE)


def kernel_tls():
    """What the kernel says when a connection asks for TLS in it."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as asking:
        try:
            asking.setsockopt(socket.IPPROTO_TCP, UPPER_LAYER_PROTOCOL, b"tls")
        except OSError as reason:
            return f"TLS in the kernel: not tried, this one has none ({errno.errorcode[reason.errno]})."
    return "TLS in the kernel: this one has it; no server here was made to use it."


def connect(run, place, count):
    """A crowd that comes in as fast as the server answers, and goes."""
    server = place.server
    before, cpu = server.settled_resident_bytes(), server.cpu_nanoseconds()
    crowd = place.connect(count)
    try:
        cpu, mark = server.cpu_nanoseconds() - cpu, crowd.mark()
        grown = server.settled_resident_bytes() - before
    finally:
        crowd.end()
    found = {"rate": count / mark["gatheredSeconds"], "cpu": cpu / count / 1000, "kilobytes": grown / count / 1000}
    run.say(f"  {place.name}: " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()))
    return found


def deliveries(run, make, viewers):
    """All of them with so many viewers, connected throughout, measured in turn."""
    stages = [place.stage(viewers) for place in make()]
    stages[0].measure(run.settings["rate"], 2, run.say)
    size = max(46, round(stages[0].rounds.pop().payload_bytes))
    for stage in stages:
        stage.payload_bytes = size
    for number in range(run.settings["heats"]):
        run.say(f"round {number + 1} of {run.settings['heats']}")
        for stage in stages:
            stage.measure(run.settings["rate"], run.settings["heat"], run.say)
    return {stage.name: stage for stage in stages}


def handshakes(run, make, count):
    """The figures of each by its name; every round has new servers, so that none profits from memory another has grown."""
    taken = {}
    for number in range(run.settings["rounds"]):
        run.say(f"round {number + 1} of {run.settings['rounds']}")
        with run.inner():
            for place in make():
                taken.setdefault(place.name, []).append(connect(run, place, count))
    return taken


def report(run, stages, taken, absent):
    heads = ["server", "processor time per delivery, each round", "median", "delivery p99, each round"]
    run.part.lines += grid(heads, [
        [stage.name, f"{dots(values(stage, 'microseconds'))} µs", f"{median(stage, 'microseconds'):.2f} µs",
         f"{dots(values(stage, 'p99_milliseconds'), 1)} ms"] for stage in stages.values()])
    run.part.lines += bars(
        [(stage.name, median(stage, "microseconds")) for stage in stages.values()], "µs per delivery")
    heads = ["server", "connections in a second", "server processor time per connection", "memory per connection"]
    run.part.lines += grid(heads, [
        [name, f"{dots([each['rate'] for each in rounds], 0)} /s", f"{dots([each['cpu'] for each in rounds], 0)} µs",
         f"{dots([each['kilobytes'] for each in rounds], 1)} kB"] for name, rounds in taken.items()])
    run.part.lines += ["", kernel_tls(), *absences(absent)]


def tls_figures(run):
    identity, absent = Identity.make(pathlib.Path(run.scratch())), {}
    plain, own, before = "Riffle, plain", "Riffle, TLS", "Riffle, nginx before it"
    relay, relay_own = "µWebSockets, plain", "µWebSockets, TLS"
    peer = next((each for each in run.peers()[0] if isinstance(each, MicroWebSockets)), None)
    if peer is None:
        absent[MicroWebSockets.name] = run.peers()[1][MicroWebSockets.name]

    def make():
        riffle = [RifflePlace(run, plain), RifflePlace(run, own, identity), RifflePlace(run, before, nginx=identity)]
        return riffle + ([RelayPlace(run, peer, relay), RelayPlace(run, peer, relay_own, identity)] if peer else [])

    with run.inner():
        stages = deliveries(run, make, run.settings["viewers"])
    taken = handshakes(run, make, run.settings["secured"])
    report(run, stages, taken, absent)
    found = [ratio("tls: processor time per delivery, TLS of Riffle, against plain", None, stages[own], stages[plain], ""),
             ratio("tls: the same, TLS of Riffle, against nginx before it", None, stages[own], stages[before],
                   "both processes count")]
    if peer:
        found += [
            ratio("tls: the same, TLS of Riffle, against TLS of µWebSockets", None, stages[own], stages[relay_own], ""),
            ratio("tls: the same, TLS of µWebSockets, against plain", None, stages[relay_own], stages[relay], "")]
    return found + [
        Figure("tls: memory of a member over TLS, against plain", "×", None,
               [one["kilobytes"] / other["kilobytes"] for one, other in zip(taken[own], taken[plain])]),
        Figure("tls: processor time of a join over TLS, against plain", "×", None,
               [one["cpu"] / other["cpu"] for one, other in zip(taken[own], taken[plain])])]
