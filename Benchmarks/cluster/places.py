"""Where the parts of a cluster run: all on loopback, or each node in a network namespace that can be cut off."""

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess

NEW_NETWORK = 0x40000000


class NotPermitted(Exception):
    """This machine does not allow what a failure needs."""


def free_port():
    """A port that nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Loopback:
    """All parts on 127.0.0.1."""

    address = "127.0.0.1"
    database_address = None  # a socket in a folder

    def wrapper(self, number):
        return ()

    database_wrapper = ()

    def address_of(self, number):
        return self.address

    @contextlib.contextmanager
    def inside(self, number):
        """Sockets that are made meanwhile reach node `number` on loopback."""
        yield

    def end(self):
        pass


def _ip(*words):
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotPermitted(f"ip {' '.join(words)}: {done.stderr.strip()}")


def _enter(descriptor):
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, NEW_NETWORK):
        raise NotPermitted(f"setns: {os.strerror(ctypes.get_errno())}")


class Namespaces:
    """A namespace for each node and its NATS server, joined by a bridge, at which the database is."""

    database_address = "10.99.0.100"

    def __init__(self, count):
        if not shutil.which("ip"):
            raise NotPermitted("there is no `ip`")
        if os.geteuid():
            raise NotPermitted("making network namespaces takes root")
        self.names, self.switch = [f"rf{os.getpid()}n{number}" for number in range(count)], f"rf{os.getpid()}sw"
        try:
            self._make()
        except NotPermitted:
            self.end()
            raise
        self.home = os.open("/proc/self/ns/net", os.O_RDONLY)
        self.doors = [os.open(f"/var/run/netns/{name}", os.O_RDONLY) for name in self.names]

    def _make(self):
        _ip("netns", "add", self.switch)
        _ip("-n", self.switch, "link", "add", "bridge0", "type", "bridge")
        _ip("-n", self.switch, "addr", "add", f"{self.database_address}/24", "dev", "bridge0")
        for device in ("bridge0", "lo"):
            _ip("-n", self.switch, "link", "set", device, "up")
        for number, name in enumerate(self.names):
            _ip("netns", "add", name)
            # Made inside, so that the machine's own namespace sees no device of theirs.
            _ip("-n", self.switch, "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("-n", self.switch, "link", "set", f"v{number}", "master", "bridge0", "up")
            _ip("-n", name, "addr", "add", f"{self.address_of(number)}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                _ip("-n", name, "link", "set", device, "up")

    def address_of(self, number):
        return f"10.99.0.{number + 1}"

    def wrapper(self, number):
        return ("ip", "netns", "exec", self.names[number])

    @property
    def database_wrapper(self):
        return ("ip", "netns", "exec", self.switch)

    @contextlib.contextmanager
    def inside(self, number):
        """Sockets that are made meanwhile belong to the namespace of node `number`, also afterwards."""
        _enter(self.doors[number])
        try:
            yield
        finally:
            _enter(self.home)

    def cut(self, number, what="everything"):
        """Cuts node `number` off: from everything, from the database, or from the other nodes; or what it sends to
        everything is lost while it goes on hearing."""
        if what == "everything":
            _ip("-n", self.switch, "link", "set", f"v{number}", "down")
        for place, address in self._routes(number, what):
            _ip("-n", place, "route", "add", "blackhole", f"{address}/32")

    def heal(self, number, what="everything"):
        if what == "everything":
            _ip("-n", self.switch, "link", "set", f"v{number}", "up")
        for place, address in self._routes(number, what):
            _ip("-n", place, "route", "del", "blackhole", f"{address}/32")

    def _routes(self, number, what):
        """Namespaces, and addresses to which they must not send."""
        here, own = self.names[number], self.address_of(number)
        others = [(name, self.address_of(other)) for other, name in enumerate(self.names) if other != number]
        database = [(self.switch, self.database_address)]
        hears_on = what == "sending"
        parts = {"everything": [], "database": database, "nodes": others, "sending": database + others}[what]
        found = [(here, address) for _, address in parts]
        return found if hears_on else found + [(name, own) for name, _ in parts]

    def end(self):
        for name in [*self.names, self.switch]:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
