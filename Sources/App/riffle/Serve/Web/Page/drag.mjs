// Turning pages: swipes, keys; scrolling by keys. Protocol/README.md, "Drags" and "Steps and jumps".
import { UNIT } from "./motion.mjs";

/** A shorter way of a finger or a mouse, in points, is a tap. */
const SLOP_POINTS = 8;
/** Samples of the last so many milliseconds give the velocity of a release. */
const VELOCITY_MS = 100;
/** Samples are sent at most so often. */
const SAMPLE_MS = 16;
/** Keys that scroll the page, for those who may not turn it; the part of its height, and the direction. */
const SCROLLS = {
  ArrowDown: 0.1, ArrowUp: -0.1, PageDown: 0.9, PageUp: -0.9, " ": 0.9, End: Infinity, Home: -Infinity,
};

/** Whether this member may move the pager: "Control". */
export function mayMove(replica, member) {
  const own = replica?.state.members.get(member);
  if (!own || own.role === "viewer") return false;
  const { policy, holder } = replica.state.control;
  if (policy === "baton") return holder === member;
  return policy === "open" || own.role === "presenter";
}

/** Whether it may also drag: "disabled". */
export function mayDrag(replica, member) {
  const { settings, dragEnabled } = replica?.state ?? {};
  return mayMove(replica, member) && dragEnabled && settings.release.rule !== "refused";
}

/** The velocity at the end of a drag, from samples { time, by }, in units per second. */
export function releaseVelocity(samples, now) {
  const recent = samples.filter(({ time }) => now - time <= VELOCITY_MS);
  if (recent.length < 2) return 0;
  const [first, last] = [recent[0], recent[recent.length - 1]];
  return last.time > first.time ? Math.round(((last.by - first.by) * 1000) / (last.time - first.time)) : 0;
}

export class Drags {
  #connection;
  #view;
  #stage = document.getElementById("stage");
  #last = 0;
  /** The drag of the pointer that is down; null without one. */
  #drag = null;

  constructor(connection, view) {
    this.#connection = connection;
    this.#view = view;
    const stage = this.#stage;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.#cancel());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The room has changed: rights may be gone, and another member may hold the pager. */
  update() {
    const { replica, member, phase } = this.#connection;
    const mayDragNow = phase === "following" && mayDrag(replica, member);
    this.#stage.classList.toggle("movable", mayDragNow);
    if (this.#drag?.isSent && (!mayDragNow || (replica.drag && replica.drag.by !== member))) this.#forget();
  }

  get #grant() {
    const { control } = this.#connection.replica.state;
    return control.policy === "baton" ? { grant: control.grant } : {};
  }

  #down(event) {
    const { replica, member } = this.#connection;
    if (!event.isPrimary || event.button !== 0 || this.#drag || !mayDrag(replica, member)) return;
    this.#drag = {
      number: 0, pointer: event.pointerId, x: event.clientX, y: event.clientY, isSent: false, by: 0, samples: [],
      sentAt: -SAMPLE_MS, timer: 0,
    };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    const [along, across] = this.#view.isVertical ? [y, x] : [x, y];
    if (!drag.isSent) {
      if (Math.abs(along) < SLOP_POINTS) return Math.abs(across) > 2 * SLOP_POINTS ? this.#forget() : undefined;
      if (Math.abs(across) > Math.abs(along) || !this.#begin(drag, event)) return this.#forget();
    }
    drag.by = Math.round((-along * UNIT) / this.#view.measures.stride);
    const now = performance.now();
    drag.samples.push({ time: now, by: drag.by });
    if (drag.samples.length > 64) drag.samples.shift();
    this.#view.held = this.#bounded(drag.from + drag.by);
    this.#view.draw();
    this.#sendSample(drag);
  }

  /** Sends the newest sample; also the last one before a finger rests, when it came too soon behind another. */
  #sendSample(drag) {
    if (this.#drag !== drag || drag.pointer < 0 || drag.timer) return;
    const wait = drag.sentAt + SAMPLE_MS - performance.now();
    if (wait > 0) {
      drag.timer = setTimeout(() => {
        drag.timer = 0;
        this.#sendSample(drag);
      }, wait);
      return;
    }
    drag.sentAt = performance.now();
    this.#connection.tell("dragMoved", { drag: drag.number, by: drag.by, ...this.#grant });
  }

  #begin(drag, event) {
    const { replica } = this.#connection;
    if (replica.drag) return false;
    this.#last += 1;
    drag.number = this.#last;
    drag.from = replica.position(this.#connection.time);
    drag.isSent = true;
    const { extent, stride } = this.#view.measures;
    const fields = { drag: drag.number, width: Math.max(1, Math.round(extent)), stride: Math.max(1, Math.round(stride)) };
    this.#stage.setPointerCapture(event.pointerId);
    return this.#connection.request("dragBegan", { ...fields, ...this.#grant }, (answer) => {
      if (answer.type === "reject" && this.#drag === drag) this.#forget();
    });
  }

  /** The drawn position of an own drag: beyond an end it follows by a third. */
  #bounded(position) {
    const { count, wrap, settings } = this.#connection.replica.state;
    if (wrap !== "finite" || count === 0) return position;
    const most = (count - 1) * UNIT;
    const inside = Math.min(Math.max(position, 0), most);
    return settings.edge === "clamp" ? inside : inside + (position - inside) / 3;
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (drag.isSent) {
      const velocity = releaseVelocity(drag.samples, performance.now());
      const fields = { drag: drag.number, by: drag.by, velocity, ...this.#grant };
      // The own position is drawn until the server's movement begins, so that nothing jumps.
      const release = () => this.#forget(drag);
      if (this.#connection.request("dragEnded", fields, release)) return void (drag.pointer = -1);
    }
    this.#forget();
  }

  #cancel() {
    const drag = this.#drag;
    if (drag?.isSent) this.#connection.request("dragCancelled", { drag: drag.number, ...this.#grant });
    this.#forget();
  }

  #forget(drag = this.#drag) {
    if (drag !== this.#drag) return;
    this.#drag = null;
    this.#view.held = null;
    this.#view.draw();
  }

  #key(event) {
    const { replica, member, phase } = this.#connection;
    if (event.ctrlKey || event.altKey || event.metaKey || !replica) return;
    // A link that has the focus is followed.
    if (event.key === "Enter" && event.target.closest("a")) return;
    if (phase === "following" && mayMove(replica, member) && this.#turn(event.key)) return event.preventDefault();
    if (!Object.hasOwn(SCROLLS, event.key) || !this.#view.scroll(SCROLLS[event.key])) return;
    event.preventDefault();
  }

  /** Performs the key of a turn; returns whether it is one. */
  #turn(key) {
    const { state } = this.#connection.replica;
    const isFinite = state.wrap !== "unbounded" && state.count > 0;
    if (["ArrowRight", "PageDown", " ", "Enter"].includes(key)) this.#step(1);
    else if (["ArrowLeft", "PageUp", "Backspace"].includes(key)) this.#step(-1);
    else if (key === "Home" && isFinite) this.#jump(0);
    else if (key === "End" && isFinite) this.#jump(state.count - 1);
    else return false;
    return true;
  }

  #step(by) {
    const { target, shown } = this.#connection.replica.state;
    this.#connection.request("step", { by, from: target, shown, ...this.#grant });
  }

  #jump(item) {
    this.#connection.request("jump", { item, ...this.#grant });
  }
}
