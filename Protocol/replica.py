"""A client's copy of a room: a snapshot brings it, events and offsets keep it up to date.

It follows README.md, "Keeping the state", word by word, without any check of the server. `check.py` uses it to replay
the state vectors, `record.py` to write them, and the conformance runner to know what a client must show.
"""

import math

UNIT = 65536
EXTRAPOLATION = 128


class Gap(Exception):
    """An event is missing: its `seq` is higher than expected."""


def fnv1a(text):
    """64-bit FNV-1a of the UTF-8 of `text`, as sixteen hexadecimal digits."""
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


def canonical_line(state):
    """The line that the digest hashes."""
    window = ",".join(f"{page['page']}:{len(page['id'].encode())}:{page['id']}" for page in state["window"])
    return (
        f"riffle1|settled={state['settled']}|target={state['target']}|pos={state['settled'] * UNIT}"
        f"|origin={state['origin']}|revision={state['revision']}|count={state['count']}|wrap={state['wrap']}"
        f"|window={window}" + (f"|shown={state['shown']}" if state.get("shown") else "")
    )


def evaluate(animation, now):
    """Position of an animation at `now`, not rounded."""
    start, end, origin, goal = (animation[key] for key in ("start", "end", "from", "to"))
    if now <= start:
        return origin
    if now >= end:
        return goal
    if animation["curve"] == "linear":
        return origin + (goal - origin) * (now - start) / (end - start)
    if animation["curve"] == "decay":
        rate = -math.log(0.998)
        return origin + animation["velocity"] / 1000 * (1 - 0.998 ** (now - start)) / rate
    seconds = (now - start) / 1000
    omega = 2 * math.pi / (animation["response"] / 1000)
    away = origin - goal
    return goal + (away + (animation["velocity"] + omega * away) * seconds) * math.exp(-omega * seconds)


def extrapolate(pos, velocity, since, now):
    """Position of a dragged pager at `now`, `since` it stood at `pos`; the quotient is truncated towards zero."""
    elapsed = min(max(now - since, 0), EXTRAPOLATION)
    way = abs(velocity) * elapsed // 1000
    return pos + (way if velocity > 0 else -way)


# Events after which a client at rest sends `drawn`.
PICTURE_EVENTS = {
    "dragBegan", "dragEnded", "target", "animation", "interrupted", "completed", "selected", "shift", "content",
    "revealed",
}  # fmt: skip

# Messages whose `seq` is not that of an event.
ANSWERS = {"ack", "reject", "welcome"}

PAGER_FIELDS = ("settled", "pos", "origin", "target", "loading", "dragEnabled", "revision", "count", "wrap")


class Replica:
    """The state of a room as events have told it."""

    def __init__(self, snapshot):
        self.take_snapshot(snapshot)

    def take_snapshot(self, snapshot):
        pager = snapshot["pager"]
        self.epoch, self.seq = snapshot["epoch"], snapshot["seq"]
        self.state = {name: pager[name] for name in PAGER_FIELDS}
        self.state.update(
            settings=snapshot["settings"],
            shown=pager.get("shown", 0),
            strip=pager.get("strip"),
            tabs=pager.get("tabs", []),
            window=snapshot["window"],
            members={member["member"]: member for member in snapshot["members"]},
            viewers=snapshot["viewers"],
            control=snapshot["control"],
            blank=snapshot.get("blank", False),
            pointer=snapshot.get("pointer"),
            top=snapshot.get("top"),
        )
        self.animation, self.drag, self.motion = (pager.get(key) for key in ("animation", "drag", "motion"))

    def take(self, message):
        """Applies a message of the room; returns whether it changed anything. Other messages are ignored."""
        kind = message["type"]
        if kind == "snapshot":
            self.take_snapshot(message)
            return True
        if kind == "offset":
            return self.take_offset(message)
        handler = getattr(self, "on_" + kind, None)
        if handler is None:
            # An event of a later revision counts, or the next one would look like a gap.
            if kind not in ANSWERS and message.get("seq") == self.seq + 1:
                self.seq += 1
            return False
        if message["seq"] > self.seq + 1:
            raise Gap(f"got event {message['seq']} after {self.seq}")
        if message["seq"] <= self.seq:
            return False
        self.seq = message["seq"]
        handler(message)
        return True

    def take_offset(self, offset):
        if offset["seq"] < self.seq:
            return False
        if offset.get("strip"):
            if self.state["strip"] is not None:
                self.state["strip"] = offset["pos"]
        elif self.drag:
            self.state["pos"] = offset["pos"]
            velocity = offset.get("velocity", 0)
            self.motion = {"velocity": velocity, "since": offset["now"]} if velocity else None
        return True

    @property
    def phase(self):
        if self.animation:
            return "settling"
        if self.drag:
            return "dragging"
        return "empty" if self.state["count"] == 0 and self.state["wrap"] != "unbounded" else "idle"

    @property
    def is_at_rest(self):
        return not self.animation and not self.drag

    @property
    def digest(self):
        return fnv1a(canonical_line(self.state))

    def position(self, now):
        """The position at `now` on the server's clock."""
        if self.animation:
            return round(evaluate(self.animation, now))
        if self.drag and self.motion:
            return extrapolate(self.state["pos"], self.motion["velocity"], self.motion["since"], now)
        return self.state["pos"]

    def difference(self, snapshot):
        """The first difference from a snapshot of the same moment, as text; None when there is none."""
        other = Replica(snapshot)
        if (self.epoch, self.seq) != (other.epoch, other.seq):
            return f"the snapshot is of event {other.seq}, this is of {self.seq}"
        if snapshot["digest"] != self.digest:
            return f"the snapshot has the digest {snapshot['digest']}, this has {self.digest}"
        if self.phase != snapshot["pager"]["phase"]:
            return f"the snapshot is {snapshot['pager']['phase']}, this is {self.phase}"
        # A dragged pager or strip moves on; an offset may be on its way to one of both.
        is_held = self.drag or None not in (self.state["strip"], other.state["strip"])
        for name, value in other.state.items():
            if name not in ("pos", "strip" if is_held else "") and self.state[name] != value:
                return f"{name}: the snapshot has {value}, this has {self.state[name]}"
        for name in ("animation", "drag"):
            if getattr(self, name) != getattr(other, name):
                return f"{name}: the snapshot has {getattr(other, name)}, this has {getattr(self, name)}"
        if self.drag:
            return None
        off = abs(self.position(snapshot["now"]) - snapshot["pager"]["pos"])
        if off > (1 if self.animation else 0):
            return f"pos: the snapshot has {snapshot['pager']['pos']}, this is {off} off"
        return None

    # Events.

    def stop(self, pos):
        self.state["pos"] = pos
        self.animation = self.drag = self.motion = None

    def on_dragBegan(self, event):
        self.stop(event["pos"])
        self.drag = {key: event[key] for key in ("drag", "by", "base", "pos")}

    def on_dragEnded(self, event):
        self.stop(event["pos"])

    def on_target(self, event):
        self.state.update(target=event["to"], shown=0)

    def on_animation(self, event):
        self.drag = self.motion = None
        self.animation = {key: value for key, value in event.items() if key not in ("type", "seq")}

    def on_interrupted(self, event):
        self.stop(event["pos"])

    def on_completed(self, event):
        self.stop(event["pos"])

    def on_selected(self, event):
        self.state.update(settled=event["new"], pos=event.get("pos", event["new"] * UNIT))

    def on_shift(self, event):
        self.state.update(origin=event["origin"], window=event["window"])

    def on_content(self, event):
        carried = event["carried"] * UNIT
        if self.animation:
            self.animation = {**self.animation, "from": self.animation["from"] + carried}
            self.animation["to"] += carried
        if self.drag:
            self.drag = {**self.drag, "base": event["target"], "pos": self.drag["pos"] + carried}
        self.motion = None
        self.state.update({key: event[key] for key in ("revision", "count", "wrap", "settled", "target", "pos")})
        self.state["tabs"] = event.get("tabs", [])

    def on_dragEnabled(self, event):
        self.state["dragEnabled"] = event["on"]

    def on_loading(self, event):
        self.state["loading"] = event["on"]

    def on_settings(self, event):
        self.state["settings"] = {key: value for key, value in event.items() if key not in ("type", "seq", "tabs")}
        self.state["tabs"] = event.get("tabs", [])

    def on_strip(self, event):
        self.state["strip"] = event["pos"] if "by" in event else None

    def on_member(self, event):
        if event["change"] == "left":
            self.state["members"].pop(event["member"], None)
        else:
            fields = {key: value for key, value in event.items() if key not in ("type", "seq", "change")}
            self.state["members"][event["member"]] = fields

    def on_audience(self, event):
        self.state["viewers"] = event["viewers"]

    def on_control(self, event):
        self.state["control"] = {key: value for key, value in event.items() if key not in ("type", "seq")}

    def on_revealed(self, event):
        self.state["shown"] = event["shown"]

    def on_blank(self, event):
        self.state["blank"] = event["on"]

    def on_pointer(self, event):
        fields = {key: event[key] for key in ("pageID", "at", "by") if key in event}
        self.state.update(pointer=fields or None, top=event.get("top"))
