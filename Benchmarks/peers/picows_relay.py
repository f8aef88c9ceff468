"""A relay on picows: what one client of a room says, all others of the room hear.

First line of output: listening on ws://127.0.0.1:PORT; ends with standard input.
"""

import asyncio
import collections
import sys

import picows

try:
    import uvloop
except ImportError:
    uvloop = None

rooms = collections.defaultdict(set)


class Member(picows.WSListener):
    def __init__(self, room):
        super().__init__()
        self.room = room

    def on_ws_connected(self, transport):
        self.room.add(transport)
        transport.send(picows.WSMsgType.TEXT, b'{"type":"welcome"}')

    def on_ws_frame(self, transport, frame):
        if frame.msg_type not in (picows.WSMsgType.TEXT, picows.WSMsgType.BINARY):
            if frame.msg_type == picows.WSMsgType.CLOSE:
                transport.disconnect()
            return
        kind, payload = frame.msg_type, frame.get_payload_as_bytes()
        for member in self.room:
            if member is not transport:
                member.send(kind, payload)

    def on_ws_disconnected(self, transport):
        self.room.discard(transport)


def enter(request):
    return Member(rooms[request.path])


async def main():
    ended = asyncio.Event()
    server = await picows.ws_create_server(enter, "127.0.0.1", 0, backlog=4096)
    port = server.sockets[0].getsockname()[1]
    asyncio.get_running_loop().add_reader(sys.stdin, lambda: sys.stdin.read(1) or ended.set())
    print(f"listening on ws://127.0.0.1:{port}", flush=True)
    await ended.wait()


if uvloop is not None:
    uvloop.run(main())
else:
    asyncio.run(main())
