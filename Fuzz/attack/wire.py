"""Bytes on the wire: frames, requests and sockets, right or wrong."""

import base64
import json
import os
import select
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
# A second's worth of patience on a busy machine; nothing that holds takes nearly as long.
PATIENCE_SECONDS = 20
# Lets the kernel choose the port when it connects, so that many sockets of one address can reach one server.
BIND_ADDRESS_NO_PORT = 24


def frame(payload=b"", opcode=TEXT, final=True, reserved=0, masked=True, length=None):
    """One frame; `length` may lie. A mask of zeros leaves the payload as it is."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    return head + (bytes(4) if masked else b"") + payload


def lines(*objects):
    """Objects, or text in their place, as one message."""
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in objects).encode("utf-8", "surrogatepass")


def connected(port, source="127.0.0.1", receive_bytes=None, timeout=PATIENCE_SECONDS):
    """A TCP connection from `source`."""
    found = socket.socket()
    try:
        found.settimeout(timeout)
        if receive_bytes:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        found.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        found.bind((source, 0))
        found.connect(("127.0.0.1", port))
    except BaseException:
        found.close()
        raise
    return found


def is_readable(one, seconds):
    """Waits for input; unlike `select`, for descriptors above 1,023, too."""
    waiting = select.poll()
    waiting.register(one, select.POLLIN)
    return bool(waiting.poll(max(0, seconds) * 1000))


def upgrade_request(room="main", extra=(), host="127.0.0.1", subprotocol="riffle.v1"):
    key = base64.b64encode(os.urandom(16)).decode()
    head = [f"GET /rooms/{room} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *extra]
    if subprotocol:
        head.append(f"Sec-WebSocket-Protocol: {subprotocol}")
    return ("\r\n".join(head) + "\r\n\r\n").encode()
