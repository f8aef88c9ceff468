"""Other servers that hand on what one client says to all others: how each is had and started."""

import pathlib
import platform
import shutil
import socket

from .processes import Program, alone
from .store import Absent
from .wires import MQTTWire, NATSWire, Wire

HERE = pathlib.Path(__file__).resolve().parent.parent / "peers"
LIBRARIES = "usr/lib/x86_64-linux-gnu"


class Relay(Program):
    """A peer that runs; it says its address, or `url` is known before."""

    def __init__(self, name, arguments, said=r"listening on (wss?://\S+)", url=None):
        super().__init__(name, [str(argument) for argument in arguments])
        try:
            match = self.line(said)
        except BaseException:
            self.end()
            raise
        self.url = url or match.group(1)
        self.listening = False

    def _stop(self):
        if self.process.poll() is None:
            self.process.terminate()


class Peer:
    """A server that can be had; making one fetches it, or raises `Absent`."""

    name = version = ""
    wire = Wire()
    note = ""

    def start(self, run):
        raise NotImplementedError


def only_on_intel():
    if platform.machine() != "x86_64":
        raise Absent(f"the package holds no library for {platform.machine()}")


class MicroWebSockets(Peer):
    name = "µWebSockets"
    note = "native library of the socketify package, driven from C"

    def __init__(self, store):
        only_on_intel()
        self.version = "socketify 0.0.31"
        self.native = next(store.source("socketify==0.0.31").glob("**/libsocketify_linux_amd64.so"), None)
        if self.native is None:
            raise Absent("the socketify package holds no library")
        self.libraries = store.debian("libuv1") / LIBRARIES

    def start(self, run, identity=None, command=alone):
        """With an identity it ends TLS itself."""
        files = [identity.certificate, identity.key] if identity else []
        return Relay(self.name, [
            "env", f"LD_LIBRARY_PATH={self.libraries}", *command(f"{run.chosen.tools}/uwebsockets"), self.native, *files])


class WSOnNode(Peer):
    name = "ws on Node"
    note = "one process, no compression"

    def __init__(self, store):
        if shutil.which("node") is None:
            store.install("nodejs")
        self.modules = store.debian("node-ws") / "usr/share/nodejs"
        self.version = f"ws {store.versions['node-ws'].split('+')[0]}"

    def start(self, run):
        return Relay(self.name, ["env", f"NODE_PATH={self.modules}", "node", HERE / "ws.js"])


class PicoWS(Peer):
    name = "picows"
    note = "asyncio on uvloop"

    def __init__(self, store):
        self.python = store.python("picows==2.3.1", "uvloop==0.23.0") / "python"
        self.version = "2.3.1"

    def start(self, run):
        return Relay(self.name, [self.python, HERE / "picows_relay.py"])


class NATS(Peer):
    name = "NATS"
    wire = NATSWire()
    note = "its own protocol over WebSocket"

    def __init__(self, store):
        self.program = store.debian("nats-server") / "usr/sbin/nats-server"
        self.version = store.versions["nats-server"].split("-")[0]

    def start(self, run):
        return Relay(self.name, [self.program, "--config", HERE / "nats.conf"], r"websocket clients on (ws://\S+)")


class Mosquitto(Peer):
    name = "Mosquitto"
    wire = MQTTWire()
    note = "MQTT over WebSocket; admits ten connections a second, so only few viewers"

    def __init__(self, store):
        only_on_intel()
        self.root = store.debian("mosquitto", "libmosquitto1", "libcjson1", "libdlt2", "libwrap0")
        self.version = store.versions["mosquitto"].split("-")[0]

    def start(self, run):
        with socket.create_server(("127.0.0.1", 0)) as free, socket.create_server(("127.0.0.1", 0)) as other:
            port, plain = free.getsockname()[1], other.getsockname()[1]
        place = pathlib.Path(run.scratch()) / "mosquitto.conf"
        words = (HERE / "mosquitto.conf").read_text(encoding="utf-8")
        place.write_text(words.format(port=port, plain=plain), encoding="utf-8")
        program = self.root / "usr/sbin/mosquitto"
        return Relay(
            self.name, ["env", f"LD_LIBRARY_PATH={self.root / LIBRARIES}", program, "-c", place],
            r"mosquitto version \S+ running", f"ws://127.0.0.1:{port}")


KINDS = [MicroWebSockets, WSOnNode, PicoWS, NATS, Mosquitto]


def have(store, say):
    """The peers this machine can have, and for the others the reason, by name."""
    found, absent = [], {}
    for kind in KINDS:
        try:
            found.append(kind(store))
        except Absent as reason:
            absent[kind.name] = str(reason)
            say(f"  without {kind.name}: {reason}")
    return found, absent
