"""PostgreSQL, NATS servers and nodes, in a temporary folder."""

import contextlib
import pathlib
import shutil
import tempfile
import time

from places import Loopback, free_port
from processes import NATS_SETTINGS, Nats, Node, Postgres
from rig.processes import RunFailed

PATIENCE_SECONDS = 20
NATS_COUNT = 3


class Farm:
    """Starts its programs, and ends them in `end`."""

    def __init__(self, count, rooms, place=None, options=()):
        self.place, self.rooms, self.options = place or Loopback(), rooms, options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="riffle-cluster-"))
        self.folder.chmod(0o755)
        self.nats, self.nodes, self.database = [], [None] * count, None
        self.lives = []  # of nodes, also those that ended
        try:
            self._start()
        except BaseException:
            self.end()
            raise

    def _start(self):
        data = self.folder / "database"
        data.mkdir(mode=0o755)
        self.database = Postgres(data, self.place)
        self.database.wait()
        self.nats_ports = [[free_port() for _ in range(NATS_COUNT)] for _ in range(2)]
        self.settings = self.folder / "nats.conf"
        self.settings.write_text(NATS_SETTINGS, encoding="ascii")
        for number in range(NATS_COUNT):
            self.nats.append(self._nats(number))
        self.wait_all(self.nats)
        self.ports = [(free_port(), free_port()) for _ in self.nodes]
        for number in range(len(self.nodes)):
            self.start_node(number)
        self.wait_all(self.nodes)

    def _nats(self, number):
        return Nats(self.place, number, *self.nats_ports, self.settings)

    def start_nats(self, number):
        self.nats[number] = self._nats(number)

    def start_node(self, number):
        # Its own NATS server first, which is the one that it can reach when it is cut off.
        urls = [self.nats[(number + more) % NATS_COUNT].url for more in range(NATS_COUNT)]
        self.nodes[number] = Node(self.place, number, self.database.url, urls, self.rooms, self.ports[number], self.options)
        self.lives.append(self.nodes[number])

    def wait_all(self, programs):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not all(program.is_ready() for program in programs):
            if time.monotonic() > deadline:
                raise RunFailed(f"not ready: {[(one.name, list(one.recent)) for one in programs if not one.is_ready()]}")
            time.sleep(0.02)

    def keep_logs(self, folder):
        """Writes what each node has said, one file for each life."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, node in enumerate(self.lives):
            (folder / f"{number:03}-{node.label}.log").write_text("".join(node.said), encoding="utf-8")

    def end(self):
        for program in [one for one in [*self.nodes, *self.nats] if one]:
            program.kill()
        if self.database:
            with contextlib.suppress(Exception):
                self.database.end()
        self.place.end()
        shutil.rmtree(self.folder, ignore_errors=True)
