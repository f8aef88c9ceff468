"""The programs of a cluster: PostgreSQL, NATS servers, nodes. Each is started here and ended by its own id."""

import glob
import os
import re
import shutil
import signal
import subprocess
import time

from places import free_port
from rig import trees
from rig.processes import Program, RunFailed
from server import Served, command, riffle


def missing():
    """What must be installed and is not, or an empty text."""
    return ", ".join(name for name, path in (("postgresql", postgres_programs()), ("nats-server", nats_program()))
                     if not path)


def postgres_programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


def nats_program():
    return shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/usr/local/bin")


class Postgres:
    """A server in `folder`, which the user `postgres` owns where this program runs as root."""

    def __init__(self, folder, place):
        self.folder, self.place, self.port = folder, place, free_port()
        self.data, self.programs = folder / "db", postgres_programs()
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] if os.geteuid() == 0 else []
        if self.user:
            shutil.chown(folder, "postgres", "postgres")
        subprocess.run([*self.user, f"{self.programs}/initdb", "-D", self.data, "-U", "riffle", "--auth=trust",
                        "--encoding=UTF8", "--locale=C"], check=True, capture_output=True, cwd=folder)
        if place.database_address:
            with open(self.data / "pg_hba.conf", "a", encoding="ascii") as rules:
                rules.write("host all all 10.99.0.0/24 trust\n")
        self.program = None
        self.start()

    @property
    def url(self):
        if self.place.database_address:
            return f"postgres://riffle@{self.place.database_address}:{self.port}/postgres"
        return f"postgres://riffle@/postgres?host={self.folder}&port={self.port}"

    def start(self):
        settings = [f"listen_addresses={self.place.database_address or ''}", f"port={self.port}",
                    f"unix_socket_directories={self.folder}", "log_min_messages=warning"]
        words = [*self.place.database_wrapper, *self.user, f"{self.programs}/postgres", "-D", str(self.data)]
        self.program = Program("postgres", words + [word for setting in settings for word in ("-c", setting)])

    def is_ready(self):
        """Whether it answers; starts it again while processes of its former life keep it from starting."""
        if self.program.process.poll() is not None:
            self.start()
        try:
            lines = (self.data / "postmaster.pid").read_text(encoding="ascii").splitlines()
        except OSError:
            return False
        return len(lines) > 7 and int(lines[0]) == self.program.pid and lines[7].startswith("ready")

    def wait(self):
        deadline = time.monotonic() + 20
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise RunFailed(f"PostgreSQL did not start: {list(self.program.recent)}")
            time.sleep(0.02)

    def end(self, how=signal.SIGQUIT):
        """SIGINT cuts all connections and shuts down; SIGQUIT does not wait to write; SIGKILL ends the first process only."""
        self.program.process.send_signal(how)
        self.program.process.wait(20)

    def hold_journal(self, seconds):
        """Lets records wait for so long, on a connection of its own; those that were sent are committed afterwards, even if
        their sender has died meanwhile."""
        words = [f"{self.programs}/psql", "-q", "-X", "-h", str(self.folder), "-p", str(self.port), "-U", "riffle", "-d", "postgres"]
        lock = "LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE"
        words += ["-c", f"BEGIN; {lock}; SELECT pg_sleep({seconds}); COMMIT"]
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def signal_all(self, number):
        """To all its processes, the first one first."""
        for process in trees.family(self.program.pid):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass


# Servers notice within three seconds that another one was cut off, and connect to it again: TCP itself would try again
# after pauses that double.
NATS_SETTINGS = 'ping_interval: "1s"\nping_max: 2\nwrite_deadline: "2s"\n'


class Nats(Served):
    """One of some servers that form a NATS cluster; `settings` is the path of a file with `NATS_SETTINGS`."""

    def __init__(self, place, number, ports, routes, settings):
        self.number, self.port = number, ports[number]
        address = place.address_of(number)
        self.url = f"nats://{address}:{self.port}"
        words = [nats_program(), "-c", str(settings), "-a", address, "-p", str(self.port), "--cluster_name", "riffle",
                 "--cluster", f"nats://{address}:{routes[number]}", "--routes",
                 ",".join(f"nats://{place.address_of(other)}:{port}" for other, port in enumerate(routes))]
        super().__init__(f"NATS server {number}", [*place.wrapper(number), *words])

    def is_ready(self):
        return any("Server is ready" in line for line in self.said)


class Node(Served):
    """One life of a node."""

    def __init__(self, place, number, store, fabric, rooms, ports, options=()):
        self.place, self.number, self.label = place, number, f"node{number}"
        self.port, self.admin = ports
        words = [riffle(), "serve", "--listen", f"127.0.0.1:{self.port}", "--admin", str(self.admin), "--cluster", "soak",
                 "--node", self.label, "--store", store, "--fabric", ",".join(fabric), "--fabric-open"]
        words += [word for room in rooms for word in ("--room", room)]
        super().__init__(self.label, [*place.wrapper(number), *words, *map(str, options)])
        self.is_stopped = False

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    def ids(self):
        """Its ids so far, one for each life in the cluster."""
        return re.findall(r"node=(\d+) .*node begins", "".join(self.said))

    def inside(self):
        return self.place.inside(self.number)

    def is_ready(self):
        if not self.is_alive:
            raise RunFailed(f"{self.label} ended with {self.process.returncode}: {''.join(self.recent)}")
        if not any("admin on" in line for line in self.said):
            return False
        with self.inside():
            return self.ask("/readyz", seconds=1)[0] == 200

    def stop(self):
        self.is_stopped = True
        self.signal(signal.SIGSTOP)

    def go_on(self):
        self.signal(signal.SIGCONT)
        self.is_stopped = False

    def drain(self, token_file):
        """Lets `riffle admin drain` end it."""
        done = command("admin", "drain", f"http://127.0.0.1:{self.admin}", "--token-file", token_file)
        if done.returncode:
            raise RunFailed(done.stderr.decode())
