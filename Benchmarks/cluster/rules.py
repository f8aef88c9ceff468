"""What the members of a room were told, together, and whether it fits."""

import collections
import datetime

# Time for which a word of the owner before may come after the first word of the next: one on its way to another socket.
OVERLAP_SECONDS = 0.1
KEPT_EVENTS = 4_000
# A process may be stopped between the look at its lease and the end of what it then says; its own members hear the rest
# when it goes on, as from a slow network. So many events are the rest of one turn.
TURN_EVENTS = 16

GAP = "no gap within an epoch, no event twice"
BACK = "epochs never go back"
OBEYED = "never two owners obeyed"
SAME = "one event per epoch and number, one picture"
KEPT = "what was announced is in every later epoch"
ONCE = "a request counts exactly once"
ANSWERED = "each request is answered"
STAYED = "connections at other nodes stay"
STEP = "in step again"
RULES = (GAP, BACK, OBEYED, SAME, KEPT, ONCE, ANSWERED, STAYED, STEP)


class Falls:
    """Rules that fell, with what was seen."""

    def __init__(self, say):
        self.say, self.found = say, []

    def fall(self, rule, text):
        self.found.append((rule, text))
        now = datetime.datetime.now(datetime.timezone.utc)
        self.say(f"      FELL  {now:%H:%M:%S.%f}Z  {rule}: {text}")

    def of(self, rule):
        return [text for found, text in self.found if found == rule]


def order(epoch):
    """The number of an epoch, by which epochs of a cluster are ordered."""
    return int(epoch.partition("-")[0])


class Epoch:
    """What was said under one ownership."""

    def __init__(self):
        self.events, self.pictures = collections.OrderedDict(), {}
        self.announced = None  # the highest page that was told to be selected

    def note(self, sequence, event):
        """Keeps an event; false when another one had this number."""
        if sequence in self.events:
            return self.events[sequence] == event
        self.events[sequence] = event
        if len(self.events) > KEPT_EVENTS:
            self.pictures.pop(self.events.popitem(last=False)[0], None)
        return True

    def show(self, sequence, digest):
        return self.pictures.setdefault(sequence, digest) == digest


class Ledger:
    """A room whose pages only ever turn forward."""

    def __init__(self, name, falls):
        self.name, self.falls = name, falls
        self.epochs = collections.defaultdict(Epoch)
        self.newest, self.newest_name, self.newest_at = 0, "", 0.0
        self.worst_overlap = 0.0
        # Members of a node that goes on after a stop, and the late words of its former life that they heard since.
        self.waking, self.late_words, self.all_late_words = set(), 0, 0
        self.acknowledged = self.unknown = self.base = 0
        self.probe, self.least = None, 0

    def _fall(self, rule, text):
        self.falls.fall(rule, f"room {self.name}, {text}")

    # What members hear.

    def _hear(self, who, epoch, message, at, lag):
        """Somebody was told something under this epoch; `lag` is how late the observer may have been."""
        number = order(epoch)
        if number > self.newest:
            self.newest, self.newest_name, self.newest_at = number, epoch, at
        elif number < self.newest:
            overlap = at - self.newest_at - lag
            if overlap > OVERLAP_SECONDS and self._is_rest_of_turn(who):
                return self.epochs[number]
            self.worst_overlap = max(self.worst_overlap, overlap)
            if overlap > OVERLAP_SECONDS:
                what = f"{message['type']} {message['seq']} of {epoch}"
                self._fall(OBEYED, f"{who}: heard {what} {overlap:.3f} s after the first word of {self.newest_name}")
        return self.epochs[number]

    def _is_rest_of_turn(self, who):
        if who not in self.waking:
            return False
        self.late_words += 1
        self.all_late_words += 1
        return self.late_words <= TURN_EVENTS * len(self.waking)

    def wake(self, names=()):
        """A node with these members goes on; without names, that was a while ago."""
        self.waking, self.late_words = set(names), 0

    def snapshot(self, who, before, message, at, lag=0.0):
        """`before` is the epoch that the member was told last, if any."""
        epoch, settled = message["epoch"], message["pager"]["settled"]
        number = order(epoch)
        if before and number < order(before):
            self._fall(BACK, f"{who}: {epoch} after {before}")
        found = self._hear(who, epoch, message, at, lag)
        for earlier, one in self.epochs.items():
            if earlier < number and one.announced is not None and settled < one.announced:
                self._fall(KEPT, f"{who}: page {settled} in {epoch}, after page {one.announced} in {earlier}")
        if not found.show(message["seq"], message["digest"]):
            self._fall(SAME, f"{who}: the snapshot of {epoch} at {message['seq']} differs")

    def event(self, who, epoch, message, at, lag=0.0):
        found, sequence, kind = self._hear(who, epoch, message, at, lag), message["seq"], message["type"]
        if not found.note(sequence, message):
            self._fall(SAME, f"{who}: {message} in {epoch}, others heard {found.events[sequence]}")
        if kind == "selected":
            found.announced = max(found.announced or 0, message["new"])
        number = order(epoch)
        if kind in ("dragBegan", "target") and number >= self.least and (not self.probe or number > self.probe[0]):
            self.probe = (number, sequence)

    def picture(self, who, epoch, sequence, digest):
        if not self.epochs[order(epoch)].show(sequence, digest):
            self._fall(SAME, f"{who}: the picture of {epoch} at {sequence} differs")

    # Being in step.

    def expect(self, is_changed):
        """From now on a movement counts that begins now; in a later epoch, if the owner changes."""
        self.probe, self.least = None, self.newest + 1 if is_changed else self.newest

    def is_met(self, places):
        """Whether all have heard of the movement: their epochs and event numbers, None for one that does not follow."""
        return self.probe is not None and all(place is not None and place >= self.probe for place in places)

    # Requests that count.

    def answered(self, who, message):
        """An answer to a step by one page."""
        if message["type"] == "ack":
            self.acknowledged += message.get("changed", True)
        # An owner does not know why a request that is sent again was refused by the one before, but that it was.
        elif message["code"] not in ("coalesced", "rate") and "is not above the last one" not in message["reason"]:
            self._fall(ONCE, f"{who}: a step was refused: {message}")

    def balance(self, page):
        """Compares the page at rest with what was acknowledged since the last time."""
        least = self.base + self.acknowledged
        if not least <= page <= least + self.unknown:
            what = f"{self.acknowledged} steps acknowledged, {self.unknown} lost with their connections"
            self._fall(ONCE, f"page {self.base}, then {what}, then page {page}")
        counted = self.acknowledged
        self.base, self.acknowledged, self.unknown = page, 0, 0
        return counted
