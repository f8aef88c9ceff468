"""Server processor time per delivery, one round at a time."""

import dataclasses
import time

from .processes import Mover, RunFailed


@dataclasses.dataclass
class Round:
    """What one server did in one interval."""

    microseconds: float  # server processor time per delivery
    per_viewer_per_second: float
    payload_bytes: float  # per delivery, without the frame's header
    wire_bytes: float
    generator_percent: float  # of one core
    generator_lag_milliseconds: float
    p99_milliseconds: float  # from the making of a message to a viewer's socket


class Stage:
    """A server, the viewers on it, and what sets its deliveries going."""

    counted = "messages"

    def __init__(self, name, server, crowd, viewers):
        self.name, self.server, self.crowd, self.viewers = name, server, crowd, viewers
        self.rounds = []

    def begin(self, rate):
        raise NotImplementedError

    def finish(self):
        raise NotImplementedError

    def measure(self, rate, seconds, say):
        """One round; a round the generator spoilt is repeated, three times at most."""
        for _ in range(3):
            self.begin(rate)
            try:
                time.sleep(0.5)
                before, cpu_before = self.crowd.mark(), self.server.cpu_nanoseconds()
                time.sleep(seconds)
                cpu_after, after = self.server.cpu_nanoseconds(), self.crowd.mark()
            finally:
                self.finish()
            say(f"  {self.name}: {after['verdict']}")
            if after["closed"]:
                raise RunFailed(f"{self.name}: {after['closed']} viewers were dropped, code {after['closeCode']}")
            if not after["bottleneck"]:
                return self._round(before, after, cpu_after - cpu_before)
        raise RunFailed(f"{self.name}: the generator was the bottleneck three times; run on a quieter machine")

    def _round(self, before, after, cpu):
        deliveries = after[self.counted] - before[self.counted]
        if deliveries == 0:
            raise RunFailed(f"{self.name}: nothing was delivered")
        result = Round(
            microseconds=cpu / deliveries / 1000,
            per_viewer_per_second=deliveries / self.viewers / after["seconds"],
            payload_bytes=(after["payloadBytes"] - before["payloadBytes"]) / deliveries,
            wire_bytes=(after["wireBytes"] - before["wireBytes"]) / deliveries,
            generator_percent=after["utilisationPercent"],
            generator_lag_milliseconds=after["worstLagMilliseconds"],
            p99_milliseconds=after["deliveries"]["p99"])
        self.rounds.append(result)
        return result


class BareStage(Stage):
    """Deliveries of `payload_bytes` each from the bare server."""

    payload_bytes = 120

    def begin(self, rate):
        self.server.tell(f"start {self.payload_bytes} {rate}")

    def finish(self):
        self.server.ask("stop")


class RoomStage(Stage):
    """Offsets of an endless drag in a room of the server under test."""

    role, beside = "member", ""  # who drags, and what is done besides

    def __init__(self, name, server, crowd, viewers, tools, url):
        super().__init__(name, server, crowd, viewers)
        self.tools, self.url, self.mover = tools, url, None

    def begin(self, rate):
        self.mover = Mover(self.tools, self.url, self.role)
        # The newcomer is announced and has its snapshot before anything counts.
        time.sleep(0.5)
        self.mover.tell(f"drag {rate}{self.beside}")

    def finish(self):
        try:
            moved = self.mover.ask("rest")
            if moved["rejects"]:
                raise RunFailed(f"{self.name}: {moved['rejects']} inputs of the mover were rejected")
        finally:
            self.mover.end()


class RelayStage(Stage):
    """What a publisher says, handed on by a relay; however a relay packs it, payloads are counted."""

    counted = "offsets"
    payload_bytes = 64

    def __init__(self, name, server, crowd, viewers, publisher, wire):
        super().__init__(name, server, crowd, viewers)
        self.publisher, self.wire = publisher, wire

    def begin(self, rate):
        self.publisher.tell(self.wire.message(self.payload_bytes))
        self.publisher.tell(f"start {rate}")

    def finish(self):
        self.publisher.ask("stop")
