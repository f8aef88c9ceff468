#!/usr/bin/env python3
"""The Python client with one fault, to see that the runner notices it: broken.py SCENARIO URL."""

import asyncio
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/System/PythonClient"))

from follower import Follower, main
from replica import Gap, fnv1a
from websockets.frames import Opcode
from websockets.protocol import Protocol


class SpeaksFirst(Follower):
    async def follow(self):
        await self.request("ping")
        await super().follow()


class WrongDigest(Follower):
    async def say_drawn(self, seq, digest):
        await super().say_drawn(seq, digest if seq == 10 else fnv1a("something else"))


class OneSnapshotOnly(Follower):
    async def take(self, message):
        if message["type"] != "snapshot" or not self.replica:
            await super().take(message)


class KeepsItsEpoch(Follower):
    async def take(self, message):
        if message["type"] == "snapshot" and self.replica:
            message = {**message, "epoch": self.replica.epoch}
        await super().take(message)


class FirstLineOnly(Follower):
    def lines(self, text):
        return super().lines(text)[:2]


class StrictAboutTypes(Follower):
    async def take(self, message):
        if message["type"] == "confetti":
            raise SystemExit("an unknown type")
        await super().take(message)


class StrictAboutWords(Follower):
    async def take(self, message):
        if "tired" in message.values():
            raise SystemExit("an unknown code")
        await super().take(message)


class BlindToGaps(Follower):
    async def take(self, message):
        try:
            await super().take(message)
        except Gap:
            self.replica.seq = message["seq"] - 1
            await super().take(message)


class SeqOfTheWelcome(Follower):
    def enter(self, welcome):
        super().enter(welcome)
        if welcome["recovered"]:
            self.replica.seq = welcome["seq"]


class KeepsItsSession(Follower):
    def enter(self, welcome):
        old = self.welcome
        super().enter(welcome)
        if old:
            self.welcome = {**welcome, "session": old["session"]}


class EpochOfTheWelcome(Follower):
    def enter(self, welcome):
        super().enter(welcome)
        if self.replica:
            self.replica.epoch = welcome["epoch"]


class NeverReturns(Follower):
    def returns(self, code):
        return False


class ReturnsAtOnce(Follower):
    def delay(self, attempt):
        return 0


class AlwaysReturns(Follower):
    def returns(self, code):
        return True


class RunsFromClosing(Follower):
    async def take(self, message):
        if message["type"] == "closing":
            self.socket.transport.abort()
        await super().take(message)


class NoJitter(Follower):
    def delay(self, attempt):
        return self.retry["min"] / 1000


class NoPong(Follower):
    async def run(self):
        send = Protocol.send_frame
        Protocol.send_frame = lambda self, frame: None if frame.opcode is Opcode.PONG else send(self, frame)
        return await super().run()


class Patient(Follower):
    def wait(self, seconds):
        super().wait(None)


class WaitsForever(Follower):
    welcome_seconds = 3600


class Touchy(Follower):
    async def take(self, message):
        if message["type"] == "reject":
            await self.socket.close()
        await super().take(message)


class SmallBuffer(Follower):
    message_bytes = 1 << 20


class BadReplica(Follower):
    """It takes over the window with another centre, and no revision."""

    async def take(self, message):
        wrong = {"shift": {"origin": 99}, "content": {"revision": 99}}
        await super().take({**message, **wrong.get(message["type"], {})})


FAULTS = {
    "join": SpeaksFirst,
    "picture": WrongDigest,
    "new-snapshot": OneSnapshotOnly,
    "new-epoch": KeepsItsEpoch,
    "packing": FirstLineOnly,
    "unknown": StrictAboutTypes,
    "unknown-words": StrictAboutWords,
    "gap": BlindToGaps,
    "recovered": SeqOfTheWelcome,
    "not-recovered": KeepsItsSession,
    "before-the-snapshot": EpochOfTheWelcome,
    "close-and-return": ReturnsAtOnce,
    "closing": RunsFromClosing,
    "backoff": NoJitter,
    "ping-frames": NoPong,
    "dead-connection": Patient,
    "no-welcome": WaitsForever,
    "rejects": Touchy,
    "large": SmallBuffer,
}


def fault(name):
    """The faulty client for a scenario."""
    return FAULTS.get(name) or (AlwaysReturns if name.startswith("close-") else BadReplica)


if __name__ == "__main__":
    sys.exit(main(fault(sys.argv[1])))
