"""People who come by SSH: 500 of them in one room while a presenter turns pages."""

import subprocess

from .figure import Figure
from .processes import Program, RunFailed

ROOM = "gate"
# Viewers that pay for what all share, before memory is compared.
WARM = 20


class Gate(Program):
    """`riffle gate` before a server; its port is its own choice."""

    def __init__(self, riffle, url, folder, keys):
        words = ["gate", "--listen", "127.0.0.1:0", "--server", url, "--host-key", f"{folder}/host_key", "--authorized-keys", keys]
        super().__init__("riffle gate", [riffle, *words])
        self.port = self.line(r"listening on \S+:(\d+)").group(1)
        self.listening = False

    def _stop(self):
        if self.process.poll() is None:
            self.process.terminate()


class Viewers(Program):
    """SSH clients on terminals; with a key, one more that turns pages."""

    def __init__(self, tools, gate, count, key="-"):
        super().__init__("sshviewers", [f"{tools}/sshviewers", gate.port, ROOM, str(count), str(key)])
        self.line("^connected$", 120)
        mark = self.mark()
        if mark["shown"] != count or mark["closed"]:
            raise RunFailed(f"not all of {count} viewers see the room: {mark}")

    def mark(self):
        return self.ask("mark", 60)

    def turns(self, count):
        found = self.ask(f"turns {count}", 60 + 4 * count)
        if found["missed"]:
            raise RunFailed(f"{found['missed']} pictures did not come: {found}")
        return found


def gate_figures(run):
    """Memory with and without viewers; then turns in turn with nobody else, and beside one that never reads and stalled ones."""
    settings, tools, folder = run.settings, run.chosen.tools, run.scratch()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{folder}/key"], check=True)
    with open(f"{folder}/key.pub", encoding="ascii") as public, open(f"{folder}/keys", "w", encoding="ascii") as keys:
        keys.write(f"presenter {public.read()}")
    server = run.start_server("riffle behind a gate", [ROOM])
    gate = run.own(Gate(run.chosen.server, server.url, folder, f"{folder}/keys"))
    run.own(Viewers(tools, gate, WARM))
    before = gate.settled_resident_bytes()
    viewers = run.own(Viewers(tools, gate, settings["guests"], f"{folder}/key"))
    viewers.turns(10)
    kilobytes = (gate.settled_resident_bytes() - before) / settings["guests"] / 1000
    spent, calm, rough = gate.cpu_nanoseconds(), [], []
    for _ in range(settings["rounds"]):
        calm.append(viewers.turns(settings["guestTurns"]))
        viewers.ask("deaf 1")
        viewers.ask("stall 200", 60)
        rough.append(viewers.turns(settings["guestTurns"]))
        viewers.ask("calm")
    turned = 2 * settings["rounds"] * settings["guestTurns"] * settings["guests"]
    each = " · ".join(f"{one['eachP99']:.1f} → {other['eachP99']:.1f}" for one, other in zip(calm, rough))
    busiest = max(found["percent"] for found in calm + rough)
    return [
        Figure("gate: memory per viewer, of the gate", "kB", 100, [kilobytes], f"{settings['guests']} viewers, {gate.resident_bytes() / 1e6:.1f} MB in all"),
        Figure("gate: key of the presenter to the last viewer's bytes, p99", "ms", 100, [found["lastP99"] for found in calm],
               "p50 " + " · ".join(f"{found['lastP50']:.1f}" for found in calm) + f" ms; the clients used {busiest} % of a core"),
        Figure("gate: p99 at every viewer beside one that never reads and 200 stalled handshakes", "×", 1.1,
               [other["eachP99"] / one["eachP99"] for one, other in zip(calm, rough)], f"{each} ms"),
        Figure("gate: processor time per page turn and viewer", "µs", None, [(gate.cpu_nanoseconds() - spent) / 1000 / turned],
               "all pictures of a turn"),
    ]
