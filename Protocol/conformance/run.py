#!/usr/bin/env python3
"""Plays scripted servers against a client and says what it did wrong.

    run.py [--only NAME[,NAME…]] [--list] [--jobs N] -- COMMAND … {url}

COMMAND starts the client; `{url}` in it is replaced by the address of the room. It runs once for each scenario, each
time against a server of its own, and is ended afterwards. The client joins as it likes (a viewer is enough) and stays.
Exit code 0 when every scenario passed, 1 when one failed. Needs the packages of `check.py` and `websockets`.
"""

import argparse
import asyncio
import contextlib
import signal
import sys
import time

from scenarios import SCENARIOS
from server import Failure, Server

# These take longest, so they start first.
SLOW = ["dead-connection", "no-welcome", "backoff"]


async def run_scenario(name, command):
    """Runs one scenario; returns the failure as text, or None."""
    async with Server() as server:
        words = [word.replace("{url}", server.url) for word in command]
        client = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        errors = asyncio.create_task(client.stderr.read())
        errors.add_done_callback(lambda _: server.client_ended.set())
        try:
            await SCENARIOS[name](server)
            server.check()
            return None
        except Failure as failure:
            return f"{failure}{await last_words(client, errors)}"
        finally:
            await end(client)


async def last_words(client, errors):
    """The end of a client that is gone, for the report."""
    if not errors.done():
        return ""
    await client.wait()
    text = (await errors).decode(errors="replace").strip().split("\n")[-1]
    return f" (the client ended with {client.returncode}{': ' + text[:200] if text else ''})"


async def end(client):
    with contextlib.suppress(ProcessLookupError):
        client.send_signal(signal.SIGTERM)
    try:
        async with asyncio.timeout(3):
            await client.wait()
    except TimeoutError:
        client.kill()
        await client.wait()


async def run(command_for, names, jobs, report=print):
    """Runs scenarios side by side; returns the failures by name."""
    places, failures = asyncio.Semaphore(jobs), {}

    async def one(name):
        async with places:
            began = time.monotonic()
            failure = await run_scenario(name, command_for(name))
        seconds = f"{time.monotonic() - began:.1f} s"
        if failure:
            failures[name] = failure
        report(f"FAIL {name}: {failure} ({seconds})" if failure else f"ok   {name} ({seconds})")

    await asyncio.gather(*(one(name) for name in sorted(names, key=lambda name: name not in SLOW)))
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", help="names of scenarios, with commas between them")
    parser.add_argument("--list", action="store_true", help="list the scenarios")
    parser.add_argument("--jobs", type=int, default=8, help="scenarios at one time (default 8)")
    parser.add_argument("command", nargs="*", help="the client, with {url} for the address")
    options = parser.parse_args()
    if options.list:
        for name, play in SCENARIOS.items():
            print(f"{name:22} {play.__doc__.split(chr(10))[0]}")
        return 0
    names = options.only.split(",") if options.only else list(SCENARIOS)
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown or not any("{url}" in word for word in options.command):
        parser.error(f"no scenario {unknown[0]}" if unknown else "expected a command with {url}")
    failures = asyncio.run(run(lambda _: options.command, names, options.jobs))
    print(f"{len(names) - len(failures)} of {len(names)} scenarios passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
