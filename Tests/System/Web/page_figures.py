#!/usr/bin/env python3
"""Figures of the page in Chromium, for the benchmarks.

    page_figures.py HOST:PORT ROOM [COUNT]

opens the room's short address COUNT times, each time in a new profile, which has nothing in a cache, and then drags its
pages to and fro. Prints a line of JSON: `drawn`, milliseconds from the start of each navigation to the first frame with a
page of the room; `loaded`, to the answer's last byte; `frame`, the main thread's milliseconds for each frame of the drag,
and `frames`, how many frames a second there were.
"""

import json
import sys
import time

from browser import Browser, Profile, Window
from member import Member

# The second callback runs when the frame after the page's first one is made: the page has been drawn by then.
WATCH = """
new MutationObserver((changes, observer) => {
    if (!document.querySelector('#row article')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const { responseEnd } = performance.getEntriesByType('navigation')[0];
        globalThis.firstPage = { drawn: performance.now(), loaded: responseEnd };
    }));
}).observe(document, { childList: true, subtree: true })
"""
COUNT_FRAMES = "(function count() { globalThis.drawnFrames = (globalThis.drawnFrames ?? 0) + 1; requestAnimationFrame(count) })()"
DRAG_SECONDS, SAMPLES_PER_SECOND = 3, 60


def start(browser, address):
    profile = Profile(browser)
    try:
        return Window(profile, address, source=WATCH).until("return globalThis.firstPage")
    finally:
        profile.close()


def drag(browser, host, room):
    """Milliseconds of the main thread for a frame, and frames a second, while a member drags."""
    profile = Profile(browser)
    member = Member(f"ws://{host}/rooms/{room}")
    try:
        window = Window(profile, f"http://{host}/{room}", width=412, height=915)
        window.until("return document.getElementById('stage').dataset.room === 'idle'")
        member.request("dragBegan", drag=1, width=412, stride=412)
        window.until("return document.getElementById('stage').dataset.room === 'dragging'")
        window.run(COUNT_FRAMES)
        busy, frames, begin = window.metric("TaskDuration"), window.run("drawnFrames"), time.monotonic()
        for sample in range(DRAG_SECONDS * SAMPLES_PER_SECOND):
            member.tell("dragMoved", drag=1, by=1000 * abs(sample % 60 - 30))
            time.sleep(max(0, begin + (sample + 1) / SAMPLES_PER_SECOND - time.monotonic()))
        busy, frames = window.metric("TaskDuration") - busy, window.run("drawnFrames") - frames
        return busy * 1000 / frames, frames / (time.monotonic() - begin)
    finally:
        member.close()
        profile.close()


def main():
    host, room = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    browser = Browser()
    try:
        # The first one starts processes of the browser, which anybody with a browser has running.
        start(browser, f"http://{host}/{room}")
        found = [start(browser, f"http://{host}/{room}") for _ in range(count)]
        frame, frames = drag(browser, host, room)
    finally:
        browser.close()
    times = {name: [round(one[name], 1) for one in found] for name in ("drawn", "loaded")}
    print(json.dumps(times | {"frame": round(frame, 2), "frames": round(frames, 1)}), flush=True)


if __name__ == "__main__":
    main()
