"""A member of a room without a screen, which sends what a test tells it to."""

import json

from websockets.sync.client import connect

LIMIT = 60


class Member:
    def __init__(self, url, role="member", **fields):
        self.socket = connect(url, subprotocols=["riffle.v1"], max_size=None, proxy=None)
        self.last_id, self.waiting, self.snapshot, self.events = 1, [], None, []
        # All lines as they came.
        self.lines = []
        self.socket.send(json.dumps({"type": "join", "id": 1, "role": role, "epochs": True} | fields))
        self.welcome = self.wait(lambda message: message["type"] == "welcome")
        self.snapshot = self.wait(lambda message: message["type"] == "snapshot")

    def wait(self, condition):
        while True:
            while self.waiting:
                message = self.waiting.pop(0)
                if message["type"] not in ("offset", "welcome", "snapshot", "ack", "reject", "pong"):
                    self.events.append(message)
                if condition(message):
                    return message
            lines = [line for line in self.socket.recv(timeout=LIMIT).split("\n") if line]
            self.lines += lines
            self.waiting += [json.loads(line) for line in lines]

    def request(self, kind, /, **fields):
        """Sends a request; returns its answer."""
        self.last_id += 1
        number = self.last_id
        self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        answer = self.wait(lambda message: message.get("id") == number)
        assert answer["type"] != "reject", f"{kind}: {answer}"
        return answer

    def tell(self, kind, /, **fields):
        self.socket.send(json.dumps({"type": kind, **fields}))

    def close(self):
        self.socket.close()
