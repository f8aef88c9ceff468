#!/usr/bin/env python3
"""Tests of the rig's own arithmetic; no server, no network."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import types
import unittest

import compare
import run
from experiments import results
from rig import confidence, fanout, history, instructions, peers, report, trees, turns
from rig.figure import Figure
from rig.part import Part, bars
from rig.processes import RunFailed
from rig.store import Absent, Store, carry_out
from rig.wires import MQTTWire, NATSWire, Wire, remaining_length


class Wires(unittest.TestCase):
    def test_lengths_of_mqtt_are_those_of_its_standard(self):
        # MQTT 3.1.1, table 2.4: the ends of each number of bytes.
        ends = {0: "00", 127: "7f", 128: "8001", 16383: "ff7f", 16384: "808001", 2097151: "ffff7f", 2097152: "80808001"}
        self.assertEqual({size: remaining_length(size).hex() for size in ends}, ends)

    def test_a_published_packet_counts_its_bytes(self):
        before, after = MQTTWire().around(100)
        self.assertEqual((before[0], before[1], after), (0x30, len(before) - 2 + 100, b""))
        self.assertEqual(NATSWire().around(64), (b"PUB bench 64\r\n", b"\r\n"))
        self.assertEqual(Wire().message(64), "message 64 - -")

    def test_who_is_idle_hears_something_else(self):
        for wire in (NATSWire(), MQTTWire()):
            self.assertIn(b"bench", wire.greeting)
            self.assertNotIn(b"bench", wire.idle_greeting())


class Report(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "README.md"
        self.place.write_text("".join(
            f"<!-- figures {name}: begin -->\nold {name}\n<!-- figures {name}: end -->\n" for name in ("one", "two", "three")))

    def test_a_group_is_recorded_and_the_others_stay(self):
        report.record(self.place, "two", "new words")
        text = self.place.read_text()
        self.assertIn("old one", text)
        self.assertIn("old three", text)
        self.assertIn("new words", text)
        self.assertNotIn("old two", text)
        report.record(self.place, "two", "newer words")
        self.assertNotIn("new words", self.place.read_text())

    def test_a_group_without_a_place_is_refused(self):
        with self.assertRaises(SystemExit):
            report.record(self.place, "four", "words")

    def test_every_group_has_its_place_in_the_real_page(self):
        page = (pathlib.Path(__file__).parent / "README.md").read_text(encoding="utf-8")
        for name in ["shared", *run.APART]:
            self.assertEqual(page.count(f"<!-- figures {name}: begin -->"), 1, name)
            self.assertEqual(page.count(f"<!-- figures {name}: end -->"), 1, name)

    def test_bars_are_as_long_as_their_values(self):
        lines = [line for line in bars([("a", 2.0), ("bb", 1.0), ("c", 0.0)], "µs", width=10) if "#" in line]
        self.assertEqual([line.count("#") for line in lines], [10, 5, 1])


class Instructions(unittest.TestCase):
    def test_calls_are_counted_once(self):
        # The manual of callgrind, "Callgrind Format Specification": positions are absolute, relative, or the same.
        text = ["positions: instr line", "ob=(1) /bin/a", "fn=(1) main", "0x1000 3 10", "+4 * 10", "cob=(2) /lib/b", "cfn=(2) sent",
                "calls=10 0x1000 7", "* * 500", "+4 3 10", "ob=(2)", "fn=(2)", "0x1000 7 20", "-4 7 5", "* 8"]
        self.assertEqual(instructions.executions(text), {
            ("(1)", 0x1000): 10, ("(1)", 0x1004): 10, ("(1)", 0x1008): 10, ("(2)", 0x1000): 20, ("(2)", 0xffc): 5})

    def test_code_that_runs_once_in_a_while_is_left_out(self):
        counts = {("(1)", 0x1000): 10, ("(1)", 0x103c): 10, ("(1)", 0x1040): 5, ("(2)", 0x1000): 5, ("(2)", 0x3000): 4}
        found = instructions.work(counts, messages=10)
        self.assertEqual((found.instructions, found.lines, found.pages), (3.4, 3, 2))


def stage(name, microseconds):
    rounds = [types.SimpleNamespace(microseconds=value, p99_milliseconds=value) for value in microseconds]
    return types.SimpleNamespace(name=name, rounds=rounds)


class Bounds(unittest.TestCase):
    def field(self, riffle, floor=((3.0, 3.1, 3.0), (3.0, 3.0, 2.9))):
        return types.SimpleNamespace(
            viewers=1000, rate=60, riffle=stage("Riffle", riffle), floor=[stage("bare", one) for one in floor], ring=None,
            relays=[stage("slow", (9.0, 9.0, 9.0)), stage("fast", (4.0, 4.0, 40.0))])

    def test_without_a_bound_the_one_against_peers_is_the_noise_of_the_floor(self):
        figures = fanout.figures(self.field((3.3, 4.2, 4.2)), floor_bound=1.25, peer_bound=None)
        against = figures[2]
        self.assertAlmostEqual(against.median, 4.2 / 4.0)
        self.assertAlmostEqual(against.bound, 1.07)
        self.assertTrue(against.met)
        slower = self.field((4.4, 4.4, 4.4))
        self.assertFalse(fanout.figures(slower, floor_bound=1.25, peer_bound=None)[2].met)

    def test_a_bound_against_peers_is_for_processor_time_only(self):
        found = fanout.figures(self.field((3.3, 4.2, 4.2)), floor_bound=0.85, peer_bound=0.9)
        self.assertEqual([round(figure.bound, 2) for figure in found[1:]], [0.85, 0.9, 1.07])
        self.assertEqual([figure.met for figure in found[1:]], [False, False, True])

    def test_a_bare_server_with_io_uring_is_one_more_floor(self):
        field = self.field((3.0, 3.3, 3.1), floor=((3.0, 3.0, 3.0), (3.0, 3.0, 3.0)))
        field.ring = stage("bare, io_uring", (2.4, 2.7, 2.5))
        ring, riffle = fanout.figures(field, floor_bound=0.85, peer_bound=None)[2:4]
        self.assertEqual((round(ring.median, 2), ring.bound), (0.83, None))
        self.assertEqual((round(riffle.median, 2), riffle.bound), (1.24, None))

    def test_without_peers_there_is_only_the_floor(self):
        field = self.field((3.0, 3.0, 3.0))
        field.relays = []
        self.assertEqual(len(fanout.figures(field, floor_bound=1.25, peer_bound=None)), 2)

    def test_a_page_turn_is_held_against_the_peer_that_needs_least(self):
        def place(name, cpu):
            rounds = [{"messages": messages, "cpu": cpu, "bytes": 1.0} for messages in (9.0, 9.0, 9.0)]
            return types.SimpleNamespace(name=name, rounds=rounds, milliseconds=508, settle=300)
        place_of_report = types.SimpleNamespace(part=Part("turns", "", 0))
        found = turns.figures(place_of_report, place("Riffle", 60.0), [place("dear", 300.0), place("cheap", 100.0)], {})
        self.assertIn("through cheap", found[2].name)
        self.assertEqual((found[2].median, found[2].bound, found[2].met), (0.6, 0.5, False))

    def test_an_exact_figure_is_as_good_as_its_worst_round(self):
        self.assertFalse(Figure("lost", "", 0, [0, 0, 1], exact=True).met)
        self.assertTrue(Figure("time", "s", 1, [0.5, 0.5, 3]).met)


class Comparison(unittest.TestCase):
    def test_the_interval_is_that_of_the_sign_test(self):
        # Tables of the sign test: with 15 values and 99 % the third from both ends, with 8 the outermost, with 7 none.
        self.assertEqual(confidence.interval(range(1, 16)), (3, 13))
        self.assertEqual(confidence.interval([8, 1, 2, 3, 4, 5, 6, 7]), (1, 8))
        self.assertIsNone(confidence.interval(range(7)))

    def test_a_verdict_needs_the_whole_interval_on_one_side(self):
        def word(ratios):
            return confidence.verdict(ratios)[0]
        self.assertEqual(word([1.02 + 0.01 * number for number in range(15)]), "slower")
        self.assertEqual(word([0.98 - 0.01 * number for number in range(15)]), "faster")
        self.assertEqual(word([0.99, 0.99, 0.99] + [1.05] * 12), "no difference found")
        self.assertEqual(word([0.99, 0.99] + [1.05] * 13), "slower")
        self.assertIn("too few", confidence.verdict([2.0] * 7)[1])

    def test_a_comparison_of_too_few_rounds_is_refused(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as words:
            compare.main(["HEAD", "--rounds", "7"])
        self.assertIn("expected 8 or more", words.getvalue())

    def test_an_unknown_revision_is_named(self):
        with self.assertRaisesRegex(SystemExit, "no-such-revision"):
            compare.built("no-such-revision")

    def test_the_history_has_a_line_for_each_group(self):
        path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "history.jsonl"
        part = Part("turns", "two rounds", 0.25, [Figure("cost", "×", 1.05, [1.0, 1.2, 1.1])])
        for _ in range(2):
            history.append(path, part, "0123456789ab")
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self.assertEqual([line["group"] for line in lines], ["turns", "turns"])
        self.assertEqual(lines[0]["figures"]["cost"], {
            "unit": "×", "bound": 1.05, "median": 1.1, "minimum": 1.0, "maximum": 1.2, "rounds": 3})
        self.assertIn("cores", lines[0]["machine"])
        self.assertEqual(lines[0]["revision"], "0123456789ab")

    def test_the_revision_is_that_of_the_checkout(self):
        self.assertRegex(history.revision(pathlib.Path(__file__).parent), "^[0-9a-f]{12}(-dirty)?$")


class Absences(unittest.TestCase):
    def test_what_cannot_be_had_is_named_with_the_reason(self):
        with self.assertRaisesRegex(Absent, "no-such-program"):
            carry_out(["no-such-program-anywhere"])
        with self.assertRaisesRegex(Absent, "sh: the last word"):
            carry_out(["sh", "-c", "echo first >&2; echo the last word >&2; exit 3"])

    def test_a_peer_that_fails_leaves_the_others_alone(self):
        class Missing(peers.Peer):
            name = "missing"

            def __init__(self, store):
                raise Absent("not today")

        class Present(peers.Peer):
            name = "present"

            def __init__(self, store):
                pass

        kinds, peers.KINDS = peers.KINDS, [Missing, Present]
        self.addCleanup(setattr, peers, "KINDS", kinds)
        with tempfile.TemporaryDirectory() as folder:
            found, absent = peers.have(Store(folder), lambda text: None)
        self.assertEqual(([peer.name for peer in found], absent), (["present"], {"missing": "not today"}))

    def test_a_group_that_fails_is_void_and_the_next_one_runs(self):
        chosen = types.SimpleNamespace(quick=True, record=False)
        bench = run.Run(chosen)
        bench.say = lambda text: None

        def fail(_):
            raise RunFailed("it broke")

        with contextlib.redirect_stdout(io.StringIO()):
            bench.apart("peers", fail)
            bench.apart("rooms", lambda _: [Figure("one", "", None, [1.0])])
        self.assertEqual(bench.void, ["peers: it broke"])
        self.assertEqual([part.name for part in bench.parts], ["rooms"])


class Trees(unittest.TestCase):
    def test_children_count_with_their_parent(self):
        work = ("import sys, time", "while time.process_time() < 0.2: pass", "print(1, flush=True)", "sys.stdin.read()")
        busy = f"{sys.executable} -c '{chr(10).join(work)}'"
        with subprocess.Popen(["sh", "-c", f"{busy}; true"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            program.stdout.readline()
            self.assertEqual(len(trees.family(program.pid)), 2)
            self.assertGreater(trees.cpu_nanoseconds(program.pid), 0.2e9)
            own = time.clock_gettime_ns((~program.pid << 3) | 2)
            self.assertLess(own, 0.2e9)
            program.stdin.close()

    def test_a_connection_is_counted_once(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            self.assertEqual(trees.connections(port), 0)
            with socket.create_connection(("127.0.0.1", port)), server.accept()[0]:
                self.assertEqual(trees.connections(port), 1)


class Pictures(unittest.TestCase):
    """Pictures and tables of documents are what their scripts draw."""

    folder = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures"

    def test_the_experiments_are_drawn_from_their_results(self):
        page, pictures = results.drawn()
        self.assertEqual(results.PAGE.read_text(encoding="utf-8"), page, "run Benchmarks/experiments/run.py --draw")
        self.assertEqual(sorted(pictures), [f"experiment-{name}.svg" for name in ("delay", "drop", "stall")])
        for name, svg in pictures.items():
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), svg, name)

    def test_the_time_lines_are_drawn(self):
        loader = importlib.machinery.SourceFileLoader("timelines", str(self.folder / "timelines"))
        timelines = importlib.util.module_from_spec(importlib.util.spec_from_loader("timelines", loader))
        loader.exec_module(timelines)
        for name, svg in timelines.drawn().items():
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), svg, "run docs/pictures/timelines")

    def test_the_plan_of_a_stalled_server_is_that_of_each_due_request(self):
        part = {"seconds": 10, "users": 1, "rows": [{"server": {"stalls": [[4.0, 6.0]]}}]}
        plan = results.planned(part)
        self.assertEqual((plan["count"], plan["p50"]), (100, 0.0))
        # Twenty of a hundred are due in the stall and wait from 100 ms to 2 s: the 95th waits for 1.5 s.
        self.assertAlmostEqual(plan["p95"], 1500)
        self.assertAlmostEqual(plan["p99"], 1900)
        self.assertAlmostEqual(plan["max"], 2000)
        self.assertAlmostEqual(plan["mean"], 210)


if __name__ == "__main__":
    unittest.main()
