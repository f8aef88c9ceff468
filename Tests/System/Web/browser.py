"""Chromium without a window, driven over the DevTools protocol."""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from websockets.sync.client import connect

# A limit for events that come within milliseconds; a test never waits for time.
LIMIT = 60


def eventually(what, condition, limit=LIMIT):
    """Waits until `condition` returns something, and returns that."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"expected within {limit} s: {what}; got {value!r}")
        time.sleep(0.03)


class Browser:
    """One process for all scenes, which start slowly; each has its own `Profile` in it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="riffle-web-"))
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-sync", "--disable-extensions",
             "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
             "--disable-backgrounding-occluded-windows", "--ignore-certificate-errors", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
             f"--user-data-dir={self.folder / 'profile'}", "--remote-debugging-port=0", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "wb"),
            env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        log = self.folder / "log"
        found = eventually(
            "Chromium's DevTools address",
            lambda: re.search(r"DevTools listening on (ws://\S+)", log.read_text(errors="replace")),
        )
        self.socket = connect(found.group(1), max_size=None, proxy=None)
        self.last_id, self.events = 0, []

    def call(self, method, params=None, session=None):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv(timeout=LIMIT))
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        self.events.append(event)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Profile:
    """Windows that share nothing with others and end together."""

    def __init__(self, browser):
        self.browser, self.call = browser, browser.call
        self.id = self.call("Target.createBrowserContext")["browserContextId"]

    def close(self):
        self.call("Target.disposeBrowserContext", {"browserContextId": self.id})
        self.browser.events.clear()


class Window:
    """A window of its own, which takes part in drawing as if it were in front."""

    def __init__(self, profile, url, width=800, height=600, media=None, source=""):
        self.profile = profile
        asked = {"url": "about:blank", "newWindow": True, "browserContextId": profile.id}
        target = profile.call("Target.createTarget", asked)["targetId"]
        self.session = profile.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Performance", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.resize(width, height)
        if media:
            self.call("Emulation.setEmulatedMedia", {"features": [{"name": k, "value": v} for k, v in media.items()]})
        # Counts what the policy refuses from the first byte on.
        watch = "addEventListener('securitypolicyviolation', (e) => (globalThis.refused ??= []).push(e.violatedDirective))"
        self.call("Page.addScriptToEvaluateOnNewDocument", {"source": watch + ";" + source})
        self.open(url)

    def open(self, url):
        self.call("Page.navigate", {"url": url})

    def call(self, method, params=None):
        return self.profile.call(method, params, self.session)

    def resize(self, width, height):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def run(self, expression):
        answer = self.call(
            "Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True}
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise AssertionError(f"{expression}: {details.get('exception', {}).get('description', details)}")
        return answer["result"].get("value")

    def until(self, expression, limit=LIMIT):
        # Before the page is there, nothing is found in it.
        return eventually(expression, lambda: self.run(f"(() => {{ try {{ {expression} }} catch {{}} }})()"), limit)

    def touch(self, kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        self.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def key(self, key, code=0):
        text = {"Enter": "\r", " ": " "}.get(key)
        for kind in ("keyDown", "keyUp"):
            fields = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
            self.call("Input.dispatchKeyEvent", fields | ({"text": text} if text and kind == "keyDown" else {}))

    def frames(self, way):
        """The texts of the WebSocket's frames so far: `Received` or `Sent`."""
        # An answer comes behind all events before it.
        self.run("0")
        name = "Network.webSocketFrame" + way
        found = [event for event in self.profile.browser.events if event["method"] == name]
        return [event["params"]["response"]["payloadData"] for event in found if event["sessionId"] == self.session]

    def requests(self):
        """The addresses that the window has asked for."""
        self.run("0")
        found = [event for event in self.profile.browser.events if event.get("sessionId") == self.session]
        return [event["params"]["request"]["url"] for event in found if event["method"] == "Network.requestWillBeSent"]

    def spoken(self):
        """Role and name of everything that a screen reader finds, in order."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        value = lambda node, field: node.get(field, {}).get("value", "")
        return [(value(node, "role"), value(node, "name")) for node in nodes if not node.get("ignored")]

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"])

    def metric(self, name):
        return {entry["name"]: entry["value"] for entry in self.call("Performance.getMetrics")["metrics"]}[name]

    # The page

    def pages_moved(self):
        """How many pages the row is moved from the first page, with the parts of pages."""
        return self.run(
            """(() => {
                const article = document.querySelector('#row article');
                if (!article) return null;
                const stage = document.getElementById('stage').getBoundingClientRect();
                const box = article.getBoundingClientRect();
                return Number(article.dataset.page) - (box.left - stage.left) / box.width;
            })()"""
        )
