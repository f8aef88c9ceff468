"""Servers of protocols on top of WebSocket for the tests of load profiles: `profile_servers.py json-rpc|socket.io|graphql`
prints `port N` once it listens on 127.0.0.1."""

import asyncio
import json
import sys
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


if __name__ == "__main__":
    asyncio.run({"json-rpc": json_rpc, "socket.io": socket_io, "graphql": graphql}[sys.argv[1]]())
