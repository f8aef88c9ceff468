"""Load generators: how each is had, and how it plays so many users of one room."""

import os
import pathlib
import re
import shlex
import socket
import subprocess

from .processes import Program
from .store import Absent

HERE = pathlib.Path(__file__).resolve().parent.parent / "generators"
# Tsung says where a page it never loaded came from; a server of Riffle has to be told that this may be.
ORIGIN = "http://bench.invalid"
# Erlang's applications that Tsung needs, without those that only draw its reports.
ERLANG = [f"erlang-{name}" for name in (
    "base", "asn1", "crypto", "eldap", "ftp", "inets", "mnesia", "os-mon", "public-key", "runtime-tools", "snmp", "ssl",
    "tftp", "xmerl")]


class K6:
    name = "k6"
    note = "script in its JavaScript; decodes every push"

    def __init__(self, store):
        # Not the project's own package; its build information names go.k6.io/k6 v1.1.0, and the hash holds it to that.
        self.program = store.python(HERE / "k6.txt") / "k6"
        self.version = "1.1.0"

    def start(self, run, url, users):
        return Program(self.name, [
            "env", "K6_NO_USAGE_REPORT=true", f"HOME={run.scratch()}", str(self.program), "run", "--quiet",
            "--no-color", "--address", "", "--env", f"URL={url}", "--env", f"USERS={users}", str(HERE / "k6.js")])


class Tsung:
    name = "Tsung"
    note = "does not look into pushes"

    def __init__(self, store):
        self.root = store.debian("tsung", *ERLANG)
        self.version = store.versions["tsung"].split("-")[0]
        self.erlang = self.root / "usr/lib/erlang"
        self.runtime = next(self.erlang.glob("erts-*/bin"), None)
        if self.runtime is None:
            raise Absent("Debian's erlang-base has no runtime")

    def start(self, run, url, users):
        port = re.search(r":(\d+)/", url).group(1)
        return self.play(pathlib.Path(run.scratch()), HERE / "tsung.xml", port=port, users=users, origin=ORIGIN)

    def play(self, folder, template, **words):
        """Plays a script whose names in braces are filled in; it writes its log below `folder`."""
        script = folder / "tsung.xml"
        dtd = self.root / "usr/share/tsung/tsung-1.0.dtd"
        script.write_text(template.read_text(encoding="utf-8").format(dtd=dtd, **words), encoding="utf-8")
        return Erlang(self, folder, script)


class Erlang(Program):
    """Tsung's controller, which plays the users itself. Its port mapper is one of its own and ends with it."""

    def __init__(self, tsung, folder, script):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.mapper_port = free.getsockname()[1]
        self.runtime = tsung.runtime
        self.environment = [
            "env", f"ROOTDIR={tsung.erlang}", f"BINDIR={tsung.runtime}", "EMU=beam", "PROGNAME=erl", f"HOME={folder}",
            f"ERL_EPMD_PORT={self.mapper_port}", "ERL_EPMD_ADDRESS=127.0.0.1",
            f"PATH={tsung.runtime}:{os.environ.get('PATH', '')}"]
        place = tsung.root / "usr/lib/x86_64-linux-gnu/tsung"
        paths = [word for part in sorted(place.glob("tsung*-*/ebin")) for word in ("-pa", str(part))]
        (folder / "log").mkdir()
        log = f'"{folder}/log/"'
        super().__init__(tsung.name, [
            *self.environment, str(tsung.runtime / "erlexec"), "-boot", f"{tsung.erlang}/bin/start_clean", "-noshell",
            "-sname", "tsung_controller@localhost", "-setcookie", "riffle-benchmark", "+P", "250000", "+K", "true", *paths,
            "-kernel", "inet_dist_use_interface", "{127,0,0,1}", "-s", "tsung_controller",
            "-sasl", "sasl_error_logger", "false", "-ssl", "session_cb", "ts_ssl_session_cache",
            "-tsung_controller", "web_gui", "false", "-tsung_controller", "keep_web_gui", "false",
            "-tsung_controller", "smp_disable", "true", "-tsung_controller", "debug_level", "3",
            "-tsung_controller", "warm_time", "1", "-tsung_controller", "exclude_tag", '""',
            "-tsung_controller", "config_file", f'"{script}"', "-tsung_controller", "log_dir", log,
            "-tsung_controller", "mon_file", '"tsung.log"', "-stdlib", "log_dir", log])

    def _stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        subprocess.run([*self.environment, str(self.runtime / "epmd"), "-kill"], check=False, capture_output=True)


class RiffleLoad:
    name = "riffle load"
    note = "the same work, by its mode for any server"

    def __init__(self, chosen):
        self.version, self.chosen = "", chosen
        program = self._words("ws://127.0.0.1", 1)[0]
        done = subprocess.run([program, "load", "--help"], capture_output=True, text=True, check=False)
        if done.returncode != 0 or "--target" not in done.stdout:
            raise Absent("this riffle has no command `load`")

    def _words(self, target, users):
        return shlex.split(self.chosen.load.format(
            server=self.chosen.server, script=HERE / "users.riffle.yaml", target=target, users=users))

    def start(self, run, url, users):
        return Program(self.name, self._words(url.partition("/rooms/")[0], users))


def have(store, chosen, say):
    """The generators this machine can have, and for the others the reason."""
    found, absent = [], {}
    for make in (lambda: RiffleLoad(chosen), lambda: K6(store), lambda: Tsung(store)):
        try:
            found.append(make())
        except Absent as reason:
            name = ("riffle load", "k6", "Tsung")[len(found) + len(absent)]
            absent[name] = str(reason)
            say(f"  without {name}: {reason}")
    return found, absent
