// A WebSocket as browsers have it, for a node without one (before 20.10), as far as the page's connection needs it:
// text both ways, close codes, pings.
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export class NodeWebSocket {
  readyState = 0;
  onopen = null;
  onmessage = null;
  onerror = null;
  onclose = null;
  #socket;
  #unread = Buffer.alloc(0);
  #fragments = [];
  #closing = { code: 1006, reason: "" };
  #key = randomBytes(16).toString("base64");

  constructor(address, subprotocol) {
    const { hostname, port, pathname } = new URL(address);
    this.#socket = connect(Number(port), hostname, () =>
      this.#socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${this.#key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`,
      ),
    );
    this.#socket.on("data", (bytes) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      if (this.readyState !== 0 || this.#open()) while (this.#takeFrame());
    });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.#end());
  }

  send(text) {
    if (this.readyState === 1) this.#write(TEXT, Buffer.from(text));
  }

  close() {
    if (this.readyState === 0) this.#socket.destroy();
    if (this.readyState !== 1) return;
    this.readyState = 2;
    this.#write(CLOSE, Buffer.alloc(0));
    this.#socket.end();
  }

  #open() {
    const end = this.#unread.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const head = this.#unread.subarray(0, end).toString("latin1");
    this.#unread = this.#unread.subarray(end + 4);
    const accept = createHash("sha1").update(this.#key + GUID).digest("base64");
    if (!head.startsWith("HTTP/1.1 101 ") || !head.includes(accept)) {
      this.#socket.destroy();
      return false;
    }
    this.readyState = 1;
    this.onopen?.({});
    return true;
  }

  #takeFrame() {
    const bytes = this.#unread;
    if (bytes.length < 2) return false;
    let [size, start] = [bytes[1] & 0x7f, 2];
    if (size === 126) [size, start] = [bytes.length < 4 ? Infinity : bytes.readUInt16BE(2), 4];
    else if (size === 127) [size, start] = [bytes.length < 10 ? Infinity : Number(bytes.readBigUInt64BE(2)), 10];
    if (bytes.length < start + size) return false;
    const payload = bytes.subarray(start, start + size);
    this.#unread = bytes.subarray(start + size);
    this.#take(bytes[0] & 0x0f, bytes[0] >> 7, payload);
    return true;
  }

  #take(opcode, isLast, payload) {
    if (opcode === PING) return this.#write(PONG, payload);
    if (opcode === PONG) return;
    if (opcode === CLOSE) {
      this.#closing = payload.length < 2
        ? { code: 1005, reason: "" }
        : { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() };
      if (this.readyState === 1) this.#write(CLOSE, payload.subarray(0, 2));
      this.readyState = 2;
      return this.#socket.end();
    }
    this.#fragments.push(payload);
    if (!isLast) return;
    const data = Buffer.concat(this.#fragments).toString();
    this.#fragments = [];
    if (this.readyState === 1) this.onmessage?.({ data });
  }

  #write(opcode, payload) {
    const mask = randomBytes(4);
    const size = payload.length;
    const head = size < 126 ? Buffer.from([0x80 | opcode, 0x80 | size]) : Buffer.from([0x80 | opcode, 0xfe, size >> 8, size & 255]);
    this.#socket.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index & 3])]));
  }

  #end() {
    if (this.readyState === 0) this.onerror?.({});
    this.readyState = 3;
    this.onclose?.(this.#closing);
  }
}
