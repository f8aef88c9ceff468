"""A server with logins, tickets and WebSockets, for tests of HTTP steps: prints its port, then a line for each request.

With two arguments, a certificate and a key, it speaks TLS.
"""

import base64
import hashlib
import http.server
import json
import secrets
import ssl
import struct
import sys
import threading
import time
import urllib.parse

sessions, tickets, lock = {}, set(), threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def note(self, status):
        with lock:
            print(self.command, self.path, status, self.headers.get("User-Agent"), self.client_address[1], flush=True)

    def answer(self, status, body=b"{}", headers=()):
        self.note(status)
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def session(self):
        cookies = dict(
            part.strip().split("=", 1) for part in self.headers.get("Cookie", "").split(";") if "=" in part)
        return sessions.get(cookies.get("session"))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path == "/login":
            if self.headers["Content-Type"] == "application/json":
                fields = json.loads(body)
            else:
                fields = dict(urllib.parse.parse_qsl(body.decode()))
            if fields.get("password") != "secret of " + fields.get("name", ""):
                return self.answer(401)
            token = secrets.token_hex(8)
            sessions[token] = fields["name"]
            path = fields.get("path", "/")
            kinds = {key: type(value).__name__ for key, value in fields.items()}
            body = json.dumps({"kinds": kinds, "echo": fields.get("echo")}).encode()
            return self.answer(200, body, [("Set-Cookie", f"session={token}; Path={path}; HttpOnly"), ("X-Csrf", "c+" + token)])
        self.answer(404)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/ticket":
            if self.session() is None:
                return self.answer(401)
            ticket = secrets.token_urlsafe(8) + "+/&="
            tickets.add(ticket)
            return self.answer(200, json.dumps({"ticket": ticket}).encode())
        if path == "/moved":
            return self.answer(302, b"", [("Location", "/ticket")])
        if path == "/elsewhere":
            return self.answer(302, b"", [("Location", f"http://localhost:{self.server.server_port}/ticket")])
        if path == "/around":
            return self.answer(302, b"", [("Location", "/around")])
        if path == "/slow":
            self.note(200)
            time.sleep(30)
            return None
        if path == "/broken":
            self.note(200)
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            self.close_connection = True
            return None
        if path == "/large":
            return self.answer(200, b"x" * (2 << 20))
        if path == "/ws":
            return self.socket(urllib.parse.parse_qs(query))
        self.answer(404)

    def socket(self, query):
        ticket = query.get("ticket", [None])[0]
        with lock:
            isKnown = ticket in tickets
            tickets.discard(ticket)
        if not isKnown and self.session() is None:
            return self.answer(401)
        self.note(101)
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.wfile.write(
            f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())
        self.close_connection = True
        while True:
            head = self.rfile.read(2)
            if len(head) < 2:
                return
            code, length = head[0] & 15, head[1] & 127
            if length == 126:
                length = struct.unpack("!H", self.rfile.read(2))[0]
            mask = self.rfile.read(4)
            body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(length)))
            frame = bytes([0x80 | code]) + (bytes([len(body)]) if len(body) < 126 else struct.pack("!BH", 126, len(body)))
            self.wfile.write(frame + body)
            if code == 8:
                return


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 4096
    daemon_threads = True

    def handle_error(self, request, address):
        pass

    def finish_request(self, request, address):
        # The handshake belongs to the thread of the connection.
        if context:
            request = context.wrap_socket(request, server_side=True)
        super().finish_request(request, address)


context = None
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
server = Server(("127.0.0.1", 0), Handler)
print("port", server.server_port, flush=True)
server.serve_forever()
