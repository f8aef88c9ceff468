"""Servers of protocols on top of WebSocket for the tests of load profiles: `profile_servers.py NAME` with a name of the last
line prints `port N` once it listens on 127.0.0.1."""

import asyncio
import ctypes
import json
import signal
import socket as sockets
import subprocess
import sys
import tempfile
import time


def listening(port):
    print("port", port, flush=True)


def tick(number):
    return {"n": number, "t": int(time.time() * 1000)}


async def json_rpc():
    """Echoes, refuses, and pushes numbered ticks; the number 3 is left out where the request says so."""
    import websockets

    async def serve(socket):
        async for text in socket:
            request = json.loads(text)
            method, params = request["method"], request.get("params")
            if method == "ticks":
                for number in range(1, params["count"] + 1):
                    if number != params.get("without"):
                        push = {"jsonrpc": "2.0", "method": "tick", "params": tick(number)}
                        await socket.send(json.dumps(push))
            if "id" not in request:
                continue
            answer = {"jsonrpc": "2.0", "id": request["id"]}
            if method == "unknown":
                answer["error"] = {"code": -32601, "message": "Method not found"}
            else:
                answer["result"] = params
            await socket.send(json.dumps(answer))

    async with websockets.serve(serve, "127.0.0.1", 0) as server:
        listening(server.sockets[0].getsockname()[1])
        await asyncio.Future()


async def ages():
    """Answers a request for an age in milliseconds with a message that says to be so old."""
    import websockets

    async def serve(socket):
        async for text in socket:
            await socket.send(json.dumps({"at": int(time.time() * 1000) - json.loads(text)["age"]}))

    async with websockets.serve(serve, "127.0.0.1", 0) as server:
        listening(server.sockets[0].getsockname()[1])
        await asyncio.Future()


async def run(app):
    from aiohttp import web

    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    listening(site._server.sockets[0].getsockname()[1])
    await asyncio.Future()


async def socket_io():
    """Ends a connection whose client does not answer the pings, one a second. `secret` in the auth lets a client in."""
    import socketio
    from aiohttp import web

    server = socketio.AsyncServer(async_mode="aiohttp", ping_interval=1, ping_timeout=1, cors_allowed_origins="*")
    app = web.Application()
    server.attach(app)

    @server.event
    async def connect(sid, environ, auth):
        if auth and auth.get("secret") == "wrong":
            raise socketio.exceptions.ConnectionRefusedError("the secret is wrong")

    @server.event
    async def echo(sid, data):
        return data

    @server.event
    async def ticks(sid, data):
        for number in range(1, data["count"] + 1):
            await server.emit("tick", tick(number), to=sid)

    await run(app)


async def graphql():
    """A schema with a query and a subscription, served by Strawberry."""
    from typing import AsyncGenerator

    import strawberry
    from aiohttp import web
    from strawberry.aiohttp.views import GraphQLView

    @strawberry.type
    class Tick:
        n: int
        t: float

    @strawberry.type
    class Query:
        @strawberry.field
        def echo(self, text: str) -> str:
            return text

    @strawberry.type
    class Subscription:
        @strawberry.subscription
        async def ticks(self, count: int) -> AsyncGenerator[Tick, None]:
            for number in range(1, count + 1):
                yield Tick(**tick(number))

    app = web.Application()
    schema = strawberry.Schema(query=Query, subscription=Subscription)
    app.router.add_route("*", "/graphql", GraphQLView(schema=schema))
    await run(app)


def free_port():
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(words):
    """A program that ends with this one, however that ends."""
    return subprocess.Popen(
        words, stdout=sys.stderr, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))


async def reach(port, process):
    while True:
        try:
            return (await asyncio.open_connection("127.0.0.1", port))[1].close()
        except OSError:
            if process.poll() is not None:
                sys.exit(f"{process.args[0]} ended with {process.returncode}")
            await asyncio.sleep(0.05)


async def mosquitto():
    port = free_port()
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        # It wants a listener without WebSocket, too. As another user it would not end with this process.
        file.write(
            f"user root\nallow_anonymous true\nlistener {free_port()} 127.0.0.1\nlistener {port} 127.0.0.1\nprotocol websockets\n")
        file.flush()
        await reach(port, start(["/usr/sbin/mosquitto", "-c", file.name]))
        listening(port)
        await asyncio.Future()


async def stomp():
    """CoilMQ, and a WebSocket in front of it: each message goes on over a TCP connection, and each frame comes back as one."""
    import websockets

    # It takes a client only where the header `host` is this machine's name, which may need a server of names to find out.
    code = "import socket; socket.getfqdn = lambda: 'localhost'; from coilmq.start import main; main()"
    port = free_port()
    await reach(port, start([sys.executable, "-c", code, "-b", "127.0.0.1", "-p", str(port)]))

    async def serve(socket):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def pass_on():
            async for message in socket:
                writer.write(message if isinstance(message, bytes) else message.encode())
                await writer.drain()

        passing = asyncio.create_task(pass_on())
        try:
            while True:
                await socket.send((await reader.readuntil(b"\0")).decode())
        except (asyncio.IncompleteReadError, ConnectionError, websockets.ConnectionClosed):
            pass
        finally:
            passing.cancel()
            writer.close()

    async with websockets.serve(serve, "127.0.0.1", 0, subprotocols=["v12.stomp"]) as server:
        listening(server.sockets[0].getsockname()[1])
        await asyncio.Future()


if __name__ == "__main__":
    servers = {
        "json-rpc": json_rpc,
        "ages": ages,
        "socket.io": socket_io,
        "graphql": graphql,
        "mosquitto": mosquitto,
        "stomp": stomp,
    }
    asyncio.run(servers[sys.argv[1]]())
