"""What viewers and a publisher say to a server besides the payload, as bytes."""

import dataclasses

TOPIC = b"bench"


@dataclasses.dataclass(frozen=True)
class Wire:
    """A plain relay: a client that connects to a path receives what others send there."""

    subprotocol: str = "riffle.v1"
    path: str = "/rooms/bench"
    idle_path: str = "/rooms/idle"
    greeting: bytes = b""  # of a viewer
    answers: int = 1  # messages after which a viewer is in
    first_words: bytes = b""  # of a publisher

    def around(self, size):
        """The bytes before and after a payload of that size."""
        return b"", b""

    def idle_greeting(self):
        """Of somebody who hears nothing of what is published."""
        return self.greeting

    def message(self, size):
        """The publisher's command that sets the payload."""
        before, after = (part.hex() or "-" for part in self.around(size))
        return f"message {size} {before} {after}"


class NATSWire(Wire):
    """The text protocol of NATS, here within binary messages."""

    CONNECT = (b'CONNECT {"verbose":false,"pedantic":false,"headers":false,"lang":"c","version":"1","protocol":0}\r\n')

    def __init__(self):
        # The PONG comes when the subscription stands; the server's INFO was the first message.
        super().__init__(subprotocol="nats", path="/", idle_path="/", greeting=self._viewer(TOPIC), answers=2,
                         first_words=self.CONNECT)

    def _viewer(self, topic):
        return self.CONNECT + b"SUB " + topic + b" 1\r\nPING\r\n"

    def idle_greeting(self):
        return self._viewer(b"idle")

    def around(self, size):
        return b"PUB " + TOPIC + f" {size}\r\n".encode(), b"\r\n"


def remaining_length(size):
    """MQTT 3.1.1 §2.2.3: seven bits a byte, the lowest first."""
    found = bytearray()
    while True:
        size, low = divmod(size, 128)
        found.append(low | (0x80 if size else 0))
        if not size:
            return bytes(found)


def text(words):
    return len(words).to_bytes(2, "big") + words


def packet(kind, body):
    return bytes([kind]) + remaining_length(len(body)) + body


class MQTTWire(Wire):
    """MQTT 3.1.1 with the lowest quality of service, no keep-alive and no session."""

    CONNECT = packet(0x10, text(b"MQTT") + b"\x04\x02\x00\x00" + text(b""))

    def __init__(self):
        # One answer to the greeting's connect, one to its subscription.
        super().__init__(subprotocol="mqtt", path="/mqtt", idle_path="/mqtt", greeting=self._viewer(TOPIC), answers=2,
                         first_words=self.CONNECT)

    def _viewer(self, topic):
        return self.CONNECT + packet(0x82, b"\x00\x01" + text(topic) + b"\x00")

    def idle_greeting(self):
        return self._viewer(b"idle")

    def around(self, size):
        # The line's end lets a viewer that knows nothing of MQTT find the payload.
        topic = text(TOPIC) + b"\n"
        return b"\x30" + remaining_length(len(topic) + size) + topic, b""
