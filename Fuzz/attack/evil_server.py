"""A hostile server for one command at a time."""

import base64
import hashlib
import re
import socket
import threading


class EvilServer:
    """Answers each upgrade, and each first message, with what it is told to."""

    def __init__(self, head=None, reply=b""):
        self.head, self.reply = head, reply
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            with connection:
                connection.settimeout(10)
                request = b""
                while b"\r\n\r\n" not in request:
                    request += connection.recv(4096)
                if self.head:
                    connection.sendall(self.head)
                    return
                key = re.search(rb"(?i)sec-websocket-key: *(\S+)", request).group(1)
                accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
                connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                   b"Sec-WebSocket-Protocol: riffle.v1\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
                connection.recv(4096)
                connection.sendall(self.reply)
                while connection.recv(4096):
                    pass
        except (OSError, AttributeError):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
