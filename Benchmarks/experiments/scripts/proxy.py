"""A path that is slower in one direction: hands on TCP connections, what goes to the server after --up milliseconds, what comes back after --down."""

import argparse
import asyncio
import time


async def hand_on(reader, writer, seconds):
    """Bytes in their order, each piece so many seconds after it came."""
    pieces = asyncio.Queue(maxsize=1000)

    async def read():
        while piece := await reader.read(65536):
            await pieces.put((time.monotonic() + seconds, piece))
        await pieces.put((time.monotonic() + seconds, b""))

    reading = asyncio.create_task(read())
    try:
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(due - time.monotonic())
            if not piece:
                break
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        reading.cancel()
        writer.close()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int, help="of the server on this machine")
    parser.add_argument("--up", type=float, default=0)
    parser.add_argument("--down", type=float, default=0)
    chosen = parser.parse_args()

    async def connect(reader, writer):
        try:
            ahead, back = await asyncio.open_connection("127.0.0.1", chosen.port)
        except OSError:
            return writer.close()
        await asyncio.gather(hand_on(reader, back, chosen.up / 1000), hand_on(ahead, writer, chosen.down / 1000), return_exceptions=True)

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(f"listening on ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
