"""One loop that lets all members receive and act."""

import select
import time

WAIT_MILLISECONDS = 4


class Watch:
    def __init__(self):
        self.members, self.lag = [], 0.0
        self.poll, self.polled = select.poll(), {}

    def add(self, member):
        self.members.append(member)
        return member

    def _register(self):
        """Polls the present connections."""
        wanted = {member.client.fileno(): member for member in self.members if member.client}
        for descriptor in self.polled.keys() - wanted.keys():
            try:
                self.poll.unregister(descriptor)
            except (KeyError, ValueError, OSError):
                pass
        for descriptor in wanted.keys() - self.polled.keys():
            self.poll.register(descriptor, select.POLLIN)
        self.polled = wanted

    def turn(self):
        self._register()
        before = time.monotonic()
        ready = self.poll.poll(WAIT_MILLISECONDS)
        now = time.monotonic()
        # How long something may have waited to be seen here.
        self.lag = max(self.lag * 0.8, now - before - WAIT_MILLISECONDS / 1000, 0)
        for descriptor, _ in ready:
            member = self.polled[descriptor]
            if member.client and member.client.fileno() == descriptor:
                member.receive(now, self.lag)
        for member in self.members:
            member.act(now)
        self.lag = max(self.lag, time.monotonic() - now)

    def play(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def until(self, condition, seconds):
        """Plays until the condition holds, and says when; None when it does not come true in time."""
        end = time.monotonic() + seconds
        while True:
            if condition():
                return time.monotonic()
            if time.monotonic() > end:
                return None
            self.turn()
