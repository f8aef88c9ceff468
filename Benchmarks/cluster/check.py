#!/usr/bin/env python3
"""Tests of what members of a failing cluster notice: each rule falls when what they hear breaks it. No server, no network."""

import pathlib
import sys
import types
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / folder) for folder in ("Benchmarks/cluster", "Benchmarks", "Fuzz/attack", "Protocol")]

import rules
from members import Member, Presser
from replica import Replica
from rules import Falls, Ledger
from scene import Scene

PAGER = {"settled": 0, "pos": 0, "origin": 0, "target": 0, "loading": False, "dragEnabled": True, "revision": 0, "count": 0,
         "wrap": "unbounded"}


def snapshot(epoch, sequence=1, page=0):
    found = {"type": "snapshot", "epoch": epoch, "seq": sequence, "pager": {**PAGER, "settled": page, "target": page},
             "settings": {}, "window": [], "members": [], "viewers": 0, "control": {}}
    return {**found, "digest": Replica(found).digest}


def selected(sequence, page):
    return {"type": "selected", "seq": sequence, "old": page - 1, "new": page}


class Told(unittest.TestCase):
    """Two members of one room, and what they are told."""

    def setUp(self):
        self.falls = Falls(lambda text: None)
        self.room = Ledger("room", self.falls)
        self.ann, self.ben = (Member(name, self.room, [None], 0, Presser()) for name in ("ann", "ben"))

    def tell(self, member, *messages, at=0.0, lag=0.0):
        for message in messages:
            member._take(message, at, lag)

    def fell(self):
        return {rule for rule, _ in self.falls.found}

    def test_what_fits_holds(self):
        for member in (self.ann, self.ben):
            self.tell(member, snapshot("1-7"), selected(2, 1), snapshot("2-8", 1, 1), selected(2, 2))
        self.assertEqual(self.fell(), set())

    def test_an_event_that_comes_twice(self):
        self.tell(self.ann, snapshot("1-7"), selected(2, 1), selected(2, 1))
        self.assertEqual(self.fell(), {rules.GAP})

    def test_an_event_that_is_missing(self):
        self.ann.client = client = types.SimpleNamespace(objects=[], cut=lambda: None)
        waiting = [snapshot("1-7"), selected(3, 1)]
        client.receive = lambda seconds: waiting.pop(0)
        self.ann.receive(0.0, 0.0)
        self.assertEqual(self.fell(), {rules.GAP})

    def test_an_epoch_that_goes_back(self):
        self.tell(self.ann, snapshot("2-8"), snapshot("1-7"))
        self.assertIn(rules.BACK, self.fell())

    def test_two_owners(self):
        self.tell(self.ann, snapshot("1-7"))
        self.tell(self.ben, snapshot("1-7"), snapshot("2-8"), at=5.0)
        self.tell(self.ann, selected(2, 1), at=5.05)
        self.tell(self.ann, selected(3, 2), at=5.3, lag=0.25)
        self.assertEqual(self.fell(), set(), "on their way, or seen late")
        self.tell(self.ann, selected(4, 3), at=5.3)
        self.assertEqual(self.fell(), {rules.OBEYED})

    def test_a_node_that_goes_on_may_end_its_turn_for_its_own_members(self):
        self.tell(self.ann, snapshot("1-7"))
        self.tell(self.ben, snapshot("1-7"), snapshot("2-8"), at=5.0)
        self.room.wake(["ann"])
        late = [selected(2 + more, 1 + more) for more in range(rules.TURN_EVENTS + 1)]
        self.tell(self.ann, *late[:-1], at=6.0)
        self.assertEqual((self.fell(), self.room.all_late_words), (set(), rules.TURN_EVENTS))
        self.tell(self.ann, late[-1], at=6.0)
        self.assertEqual(self.fell(), {rules.OBEYED})

    def test_two_events_of_one_number(self):
        self.tell(self.ann, snapshot("1-7"), selected(2, 1))
        self.tell(self.ben, snapshot("1-7"), selected(2, 2))
        self.assertEqual(self.fell(), {rules.SAME})

    def test_two_pictures_of_one_event(self):
        self.tell(self.ann, snapshot("1-7"))
        self.tell(self.ben, snapshot("1-7", page=4))
        self.assertEqual(self.fell(), {rules.SAME})

    def test_a_page_that_is_lost(self):
        self.tell(self.ann, snapshot("1-7"), selected(2, 1))
        self.tell(self.ben, snapshot("2-8"))
        self.assertEqual(self.fell(), {rules.KEPT})

    def test_a_step_that_is_lost_or_counted_twice(self):
        for page in (1, 3):
            self.setUp()
            for _ in range(2):
                self.room.answered("ann", {"type": "ack", "id": 1})
            self.room.balance(page)
            self.assertEqual(self.fell(), {rules.ONCE})

    def test_a_step_without_an_answer_may_have_counted(self):
        self.room.answered("ann", {"type": "ack", "id": 1})
        self.ann.habit.pending = {2}
        self.ann.habit.reset(self.ann, True)
        self.room.balance(2)
        self.room.answered("ann", {"type": "reject", "id": 3, "code": "coalesced"})
        self.room.balance(2)
        self.assertEqual(self.fell(), set())

    def test_a_step_that_is_refused_for_another_reason(self):
        self.room.answered("ann", {"type": "reject", "id": 3, "code": "badRequest", "reason": "from"})
        self.assertEqual(self.fell(), {rules.ONCE})

    def test_in_step_is_who_heard_of_a_later_movement(self):
        self.tell(self.ann, snapshot("1-7"), {"type": "target", "seq": 2, "from": 0, "to": 1})
        self.room.expect(is_changed=True)
        self.tell(self.ann, {"type": "target", "seq": 3, "from": 1, "to": 2})
        self.assertFalse(self.room.is_met([(1, 3)]), "the owner before")
        self.tell(self.ann, snapshot("2-8"), {"type": "target", "seq": 2, "from": 0, "to": 1})
        self.assertTrue(self.room.is_met([(2, 2)]))
        for place in (None, (2, 1), (1, 900)):
            self.assertFalse(self.room.is_met([(2, 2), place]), place)


class Watched(unittest.TestCase):
    """A scene without a cluster."""

    def setUp(self):
        self.scene = Scene.__new__(Scene)
        self.scene.falls = Falls(lambda text: None)
        room = Ledger("room", self.scene.falls)
        self.member = Member("ann", room, [None], 0)
        self.member.client = types.SimpleNamespace(cut=lambda: None)
        self.scene.watch = types.SimpleNamespace(members=[self.member], until=lambda condition, seconds: None)
        self.scene.talk = self.scene.count = room

    def fell(self):
        return {rule for rule, _ in self.scene.falls.found}

    def test_a_connection_that_ends_elsewhere(self):
        with self.scene.staying(0):
            self.member.lose(0, 4005)
        self.assertEqual(self.fell(), set())
        self.member.client, self.member.at = types.SimpleNamespace(cut=lambda: None), 0
        with self.scene.staying(1):
            self.member.lose(0, 4005)
        self.assertEqual(self.fell(), {rules.STAYED})

    def test_nobody_in_step(self):
        self.assertEqual(self.scene.in_step(0, seconds=0.01), (0.01, 0.01))
        self.assertEqual(self.fell(), {rules.STEP})

    def test_a_request_without_an_answer(self):
        self.scene.draggers, self.scene.pressers = [], [self.member]
        self.member.habit = Presser()
        self.member.habit.pending = {1}
        self.scene.rest()
        self.assertIn(rules.ANSWERED, self.fell())


if __name__ == "__main__":
    unittest.main()
