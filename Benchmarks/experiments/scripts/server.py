"""A WebSocket server with one fault: it echoes messages, and pushes numbered ones with its time (milliseconds since 1970).

At the end (SIGTERM) it writes a line of JSON: its stalls, and how many pushes it sent and left out.
"""

import argparse
import asyncio
import itertools
import json
import signal
import time

from websockets.asyncio.server import serve


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stall-first", type=float, default=0, help="seconds from the first connection to the first stall; 0: none")
    parser.add_argument("--stall-every", type=float, default=20)
    parser.add_argument("--stall-for", type=float, default=2)
    parser.add_argument("--feed", type=float, default=0, help="pushes a second to each connection")
    parser.add_argument("--drop-every", type=int, default=0, help="leaves out each push whose number is a multiple of this")
    parser.add_argument("--drop-at", type=int, default=3, help="for this connection alone, from 1")
    parser.add_argument("--ahead", type=float, default=0, help="how far the server's clock is ahead, in milliseconds")
    return parser.parse_args()


class Server:
    def __init__(self, chosen):
        self.chosen, self.connections, self.numbers = chosen, {}, itertools.count(1)
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        self.stalls, self.sent, self.dropped = [], 0, 0

    async def answer(self, connection):
        number = next(self.numbers)
        self.connections[number] = connection
        if not self.begun.is_set():
            self.began = time.monotonic()
            self.begun.set()
        try:
            async for message in connection:
                await connection.send(message)
        except OSError:
            pass
        finally:
            self.connections.pop(number, None)

    async def stall(self):
        await self.begun.wait()
        due = self.began + self.chosen.stall_first
        while self.chosen.stall_first:
            await asyncio.sleep(due - time.monotonic())
            begin = time.monotonic()
            # The whole process stands still, as in a collection of garbage or behind a lock.
            time.sleep(self.chosen.stall_for)
            self.stalls.append([round(moment - self.began, 3) for moment in (begin, time.monotonic())])
            due += self.chosen.stall_every

    async def feed(self):
        await self.begun.wait()
        for number in itertools.count(1):
            if not self.chosen.feed:
                return
            await asyncio.sleep(self.began + number / self.chosen.feed - time.monotonic())
            message = json.dumps({"seq": number, "t": round(time.time() * 1000 + self.chosen.ahead)})
            for place, connection in list(self.connections.items()):
                if self.chosen.drop_every and place == self.chosen.drop_at and number % self.chosen.drop_every == 0:
                    self.dropped += 1
                    continue
                self.sent += 1
                try:
                    await connection.send(message)
                except Exception:
                    self.sent -= 1

    async def run(self):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.over.set)
        # Without pings: Tsung does not answer them, and would be cut off after 40 s.
        async with serve(self.answer, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
            print(f"listening on ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
            tasks = [asyncio.create_task(work()) for work in (self.stall, self.feed)]
            await self.over.wait()
            for task in tasks:
                task.cancel()
            print(json.dumps({"stalls": self.stalls, "sent": self.sent, "dropped": self.dropped}), flush=True)


async def main():
    await Server(options()).run()


if __name__ == "__main__":
    asyncio.run(main())
