"""Users of Locust with websocket-client: ten requests a second, or (FEED=1) only what is pushed."""

import json
import os
import time

import gevent
import gevent.queue
import websocket
from locust import User, constant_pacing, task


class Asker(User):
    wait_time = constant_pacing(0.1)

    def on_start(self):
        self.socket = websocket.create_connection(os.environ["URL"], timeout=60)
        self.number, self.last, self.answers = 0, 0, gevent.queue.Queue()
        self.receiving = gevent.spawn(self.receive)

    def on_stop(self):
        self.receiving.kill()
        self.socket.close()

    def report(self, name, milliseconds, size):
        self.environment.events.request.fire(
            request_type="WS", name=name, response_time=milliseconds, response_length=size, exception=None, context={})

    def receive(self):
        """Locust has nothing for messages that nobody asked for: own code."""
        while text := self.socket.recv():
            found = json.loads(text)
            if "seq" not in found:
                self.answers.put(text)
                continue
            self.report("push", time.time() * 1000 - found["t"], len(text))
            if self.last and found["seq"] > self.last + 1:
                for _ in range(found["seq"] - self.last - 1):
                    self.report("gap", 0, 0)
            self.last = found["seq"]

    @task
    def ask(self):
        if os.environ.get("FEED"):
            return
        begin, self.number = time.perf_counter(), self.number + 1
        self.socket.send(json.dumps({"id": self.number}))
        text = self.answers.get(timeout=60)
        self.report("reply", (time.perf_counter() - begin) * 1000, len(text))
