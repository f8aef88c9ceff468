// One member of a room, over any number of connections: Protocol/README.md, "Client states" to "Liveness".
import { backoff, isDefect, returnsAfter } from "./backoff.mjs";
import { Gap, PICTURE_EVENTS, Replica } from "./replica.mjs";
import { ServerClock } from "./clock.mjs";

const SUBPROTOCOL = "riffle.v1";
const WELCOME_MS = 10_000;
const PONG_MS = 10_000;
const PING_MS = 10_000;
const FIRST_PINGS = 3;
const FIRST_PING_MS = 100;

export class Connection {
  /** "connecting", "joining", "following", "waiting" or "over". */
  phase = "waiting";
  replica = null;
  clock = new ServerClock();
  /** The own number in the room. */
  member = null;
  /** The code and the reason of the end, in the phase "over". */
  end = null;
  /** A sentence for people that the server has sent. */
  notice = "";

  #url;
  #join;
  #changed;
  #isCut;
  #now;
  #socket = null;
  #session;
  #retry = { min: 200, max: 5000 };
  #attempts = 0;
  #defects = 0;
  #lostAt = 0;
  #nextID = 1;
  #sentAt = new Map();
  #answers = new Map();
  #awaitsSnapshot = false;
  #hasNewPicture = false;
  #pingCount = 0;
  #timers = { wait: 0, patience: 0, ping: 0, pong: 0 };

  /**
   * `join` has the fields of the room's `join` that stay the same: role, name, token. `changed` is called after each
   * change, with true when only the position has changed; `isCut` says whether the page is larger than the window.
   */
  constructor({ url, join, changed, isCut = () => false, now = () => performance.now() }) {
    this.#url = url;
    this.#join = join;
    this.#changed = changed;
    this.#isCut = isCut;
    this.#now = now;
  }

  /** The server's time now. */
  get time() {
    return this.clock.at(this.#now());
  }

  connect() {
    this.#clear("wait");
    this.phase = "connecting";
    const socket = new WebSocket(this.#url, SUBPROTOCOL);
    this.#socket = socket;
    this.#set("patience", WELCOME_MS, () => this.#lose(null, "no welcome"));
    const ifCurrent = (work) => (event) => {
      if (this.#socket === socket) work(event);
    };
    socket.onopen = ifCurrent(() => this.#sendJoin());
    socket.onmessage = ifCurrent((event) => this.#receive(event.data));
    // Not every implementation reports the close of a connection that was never open.
    socket.onerror = ifCurrent(() => this.phase === "connecting" && this.#lose(null, "cannot connect"));
    socket.onclose = ifCurrent((event) => this.#lose(event.code, event.reason));
    this.#changed();
  }

  /** Connects as soon as allowed: the network is back, or somebody looks again. */
  hurry() {
    if (this.phase === "following") return this.#ping();
    if (this.phase !== "waiting") return;
    const rest = this.#lostAt + this.#retry.min - this.#now();
    this.#set("wait", Math.max(0, rest), () => this.connect());
  }

  /** Sends a request; `answered` gets its `ack`, `reject` or `asset`. Nothing is sent, nor kept for later, without a connection. */
  request(type, fields, answered) {
    if (this.phase !== "following") return false;
    const id = this.#nextID++;
    if (answered) this.#answers.set(id, answered);
    this.#send({ type, id, ...fields });
    return true;
  }

  /** Sends an object without an answer. */
  tell(type, fields) {
    if (this.phase === "following") this.#send({ type, ...fields });
  }

  /** Reports the picture again because `cut` has changed. */
  reportPicture() {
    this.#hasNewPicture = true;
    this.#sendDrawn();
  }

  #send(object) {
    if (this.#socket.readyState === 1) this.#socket.send(JSON.stringify(object));
  }

  #sendJoin() {
    this.phase = "joining";
    this.#nextID = 1;
    this.#sentAt.clear();
    this.#answers.clear();
    const join = { type: "join", id: this.#nextID++, ...this.#join, offsets: "keyframes", epochs: true };
    if (this.#session) join.session = this.#session;
    if (this.replica) join.since = { epoch: this.replica.epoch, seq: this.replica.seq };
    this.#sentAt.set(join.id, this.#now());
    this.#send(join);
    this.#changed();
  }

  #receive(data) {
    if (typeof data !== "string") return;
    let isMove = true;
    try {
      for (const line of data.split("\n")) {
        if (!line) continue;
        const message = JSON.parse(line);
        isMove &&= message.type === "offset";
        this.#take(message);
      }
    } catch (error) {
      return this.#lose(null, error instanceof Gap ? "an event is missing" : "unreadable message");
    }
    this.#changed(isMove);
    this.#sendDrawn();
  }

  #take(message) {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "pong":
        this.#clear("pong");
        return this.#sample(message);
      case "ack":
      case "reject":
      case "asset":
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
        return;
      case "notice":
        this.notice = String(message.text);
        return;
      case "snapshot":
        this.#awaitsSnapshot = false;
        this.#hasNewPicture = true;
        if (this.replica) this.replica.take(message);
        else this.replica = new Replica(message);
        return;
    }
    if (this.#awaitsSnapshot || !this.replica) return;
    if (this.replica.take(message) && PICTURE_EVENTS.has(message.type)) this.#hasNewPicture = true;
  }

  #welcome(welcome) {
    this.#clear("patience");
    this.phase = "following";
    this.#attempts = this.#defects = 0;
    this.notice = "";
    this.member = welcome.member;
    this.#session = welcome.session;
    this.#retry = welcome.retry;
    if (this.replica?.epoch !== welcome.epoch) this.clock.reset();
    this.#sample(welcome);
    this.#awaitsSnapshot = !welcome.recovered;
    if (welcome.recovered) this.#hasNewPicture = true;
    this.#pingCount = 0;
    this.#set("ping", FIRST_PING_MS, () => this.#ping());
  }

  #sample({ id, now }) {
    const sent = this.#sentAt.get(id);
    this.#sentAt.delete(id);
    if (sent !== undefined) this.clock.add(sent, this.#now(), now);
  }

  #ping() {
    this.#pingCount += 1;
    this.#set("ping", this.#pingCount < FIRST_PINGS ? FIRST_PING_MS : PING_MS, () => this.#ping());
    // At most one is under way.
    if (this.#timers.pong) return;
    const id = this.#nextID++;
    this.#sentAt.set(id, this.#now());
    this.#set("pong", PONG_MS, () => this.#lose(null, "no pong"));
    this.#send({ type: "ping", id });
  }

  #sendDrawn() {
    const replica = this.replica;
    if (this.phase !== "following" || !this.#hasNewPicture || this.#awaitsSnapshot || !replica?.isAtRest) return;
    this.#hasNewPicture = false;
    const drawn = { type: "drawn", seq: replica.seq, digest: replica.digest };
    if (this.#isCut()) drawn.cut = true;
    this.#send(drawn);
  }

  /** The connection is gone, or of no use any longer. */
  #lose(code, reason) {
    for (const name of Object.keys(this.#timers)) this.#clear(name);
    const socket = this.#socket;
    this.#socket = null;
    if (socket.readyState < 2) socket.close();
    this.#answers.clear();
    if (!returnsAfter(code, this.#defects)) {
      this.phase = "over";
      this.end = { code, reason };
      return this.#changed();
    }
    if (isDefect(code)) this.#defects += 1;
    this.phase = "waiting";
    this.#attempts += 1;
    this.#lostAt = this.#now();
    this.#set("wait", backoff(this.#attempts, this.#retry, Math.random()), () => this.connect());
    this.#changed();
  }

  #set(name, milliseconds, work) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(() => {
      this.#timers[name] = 0;
      work();
    }, milliseconds);
  }

  #clear(name) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = 0;
  }
}
