// A client's copy of a room: Protocol/README.md, "Keeping the state".
import { UNIT, evaluate, extrapolate } from "./motion.mjs";
import { canonicalLine, fnv1a } from "./digest.mjs";

/** Events after which a client at rest sends `drawn`. */
export const PICTURE_EVENTS = new Set([
  "dragBegan", "dragEnded", "target", "animation", "interrupted", "completed", "selected", "shift", "content",
  "revealed",
]);

/** Messages whose `seq` is not that of an event. */
const ANSWERS = new Set(["ack", "reject", "welcome"]);

const PAGER_FIELDS = [
  "settled", "pos", "origin", "target", "loading", "dragEnabled", "revision", "count", "wrap",
];

/** An event is missing: its `seq` is higher than expected. */
export class Gap extends Error {}

function without(object, ...names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export class Replica {
  constructor(snapshot) {
    this.takeSnapshot(snapshot);
  }

  takeSnapshot(snapshot) {
    const pager = snapshot.pager;
    this.epoch = snapshot.epoch;
    this.seq = snapshot.seq;
    this.state = {
      ...Object.fromEntries(PAGER_FIELDS.map((name) => [name, pager[name]])),
      settings: snapshot.settings,
      shown: pager.shown ?? 0,
      strip: pager.strip ?? null,
      tabs: pager.tabs ?? [],
      window: snapshot.window,
      members: new Map(snapshot.members.map((member) => [member.member, member])),
      viewers: snapshot.viewers,
      control: snapshot.control,
      blank: snapshot.blank ?? false,
      pointer: snapshot.pointer ?? null,
      top: snapshot.top ?? null,
    };
    this.animation = pager.animation ?? null;
    this.drag = pager.drag ?? null;
    this.motion = pager.motion ?? null;
  }

  /** Applies a message of the room; returns whether it changed anything. Other messages are ignored. */
  take(message) {
    if (message.type === "snapshot") {
      this.takeSnapshot(message);
      return true;
    }
    if (message.type === "offset") return this.#takeOffset(message);
    const handler = Object.hasOwn(HANDLERS, message.type) ? HANDLERS[message.type] : null;
    if (!handler) {
      // An event of a later revision counts, or the next one would look like a gap.
      if (!ANSWERS.has(message.type) && message.seq === this.seq + 1) this.seq += 1;
      return false;
    }
    if (message.seq > this.seq + 1) throw new Gap(`got event ${message.seq} after ${this.seq}`);
    if (message.seq <= this.seq) return false;
    this.seq = message.seq;
    handler(this, this.state, message);
    return true;
  }

  #takeOffset(offset) {
    if (offset.seq < this.seq) return false;
    if (offset.strip) {
      if (this.state.strip !== null) this.state.strip = offset.pos;
    } else if (this.drag) {
      this.state.pos = offset.pos;
      this.motion = offset.velocity ? { velocity: offset.velocity, since: offset.now } : null;
    }
    return true;
  }

  get phase() {
    if (this.animation) return "settling";
    if (this.drag) return "dragging";
    return this.state.count === 0 && this.state.wrap !== "unbounded" ? "empty" : "idle";
  }

  get isAtRest() {
    return !this.animation && !this.drag;
  }

  get digest() {
    return fnv1a(canonicalLine(this.state));
  }

  /** The position at `now` on the server's clock, in units. */
  position(now) {
    if (this.animation) return Math.round(evaluate(this.animation, now));
    if (this.drag && this.motion) return extrapolate(this.state.pos, this.motion.velocity, this.motion.since, now);
    return this.state.pos;
  }

  /** The number of steps that page `index` shows, or Infinity for all. */
  shownSteps(index) {
    if (index === this.state.target) return this.state.shown;
    return index < this.state.target ? Infinity : 0;
  }

  stop(pos) {
    this.state.pos = pos;
    this.animation = this.drag = this.motion = null;
  }
}

const HANDLERS = {
  dragBegan(replica, state, { drag, by, base, pos }) {
    replica.stop(pos);
    replica.drag = { drag, by, base, pos };
  },
  dragEnded: (replica, state, event) => replica.stop(event.pos),
  interrupted: (replica, state, event) => replica.stop(event.pos),
  completed: (replica, state, event) => replica.stop(event.pos),
  target(replica, state, event) {
    state.target = event.to;
    state.shown = 0;
  },
  animation(replica, state, event) {
    replica.drag = replica.motion = null;
    replica.animation = without(event, "type", "seq");
  },
  selected(replica, state, event) {
    state.settled = event.new;
    state.pos = event.pos ?? event.new * UNIT;
  },
  shift(replica, state, event) {
    state.origin = event.origin;
    state.window = event.window;
  },
  content(replica, state, event) {
    const carried = event.carried * UNIT;
    if (replica.animation) {
      const { from, to } = replica.animation;
      replica.animation = { ...replica.animation, from: from + carried, to: to + carried };
    }
    if (replica.drag) replica.drag = { ...replica.drag, base: event.target, pos: replica.drag.pos + carried };
    replica.motion = null;
    for (const name of ["revision", "count", "wrap", "settled", "target", "pos"]) state[name] = event[name];
    state.tabs = event.tabs ?? [];
  },
  revealed(replica, state, event) {
    state.shown = event.shown;
  },
  dragEnabled(replica, state, event) {
    state.dragEnabled = event.on;
  },
  loading(replica, state, event) {
    state.loading = event.on;
  },
  settings(replica, state, event) {
    state.settings = without(event, "type", "seq", "tabs");
    state.tabs = event.tabs ?? [];
  },
  strip(replica, state, event) {
    state.strip = event.by === undefined ? null : event.pos;
  },
  member(replica, state, event) {
    if (event.change === "left") state.members.delete(event.member);
    else state.members.set(event.member, without(event, "type", "seq", "change"));
  },
  audience(replica, state, event) {
    state.viewers = event.viewers;
  },
  control(replica, state, event) {
    state.control = without(event, "type", "seq");
  },
  blank(replica, state, event) {
    state.blank = event.on;
  },
  pointer(replica, state, { pageID, at, by, top }) {
    state.pointer = pageID === undefined ? null : { pageID, at, by };
    state.top = top ?? null;
  },
};
