"""What fails: nodes, NATS servers and the database, killed, stopped, drained. Each function returns its figures."""

import random
import signal
import time

from rig.figure import Figure
from rules import STAYED

# Stops shorter than a lease, about as long, and longer.
STOP_SECONDS = (0.3, 0.6, 0.8, 0.95, 1.1, 1.4, 2.0, 3.5)


def bounds(name, values, p50=None, most=None, unit="s", note=""):
    """A figure for the median, if it has a bound, and one for the largest value."""
    found = [Figure(f"{name}, p50", unit, p50, values, note)] if p50 is not None else []
    return [*found, Figure(f"{name}, max", unit, most, values, note, exact=True)]


def hold_journal(scene, victim):
    """Lets the last record of an owner be committed after its end, so that the request of a member at another node is
    performed and gets no answer from it."""
    scene.pressers[victim].habit.is_paused = True
    scene.watch.play(0.1)
    holder = scene.database.hold_journal(0.4)
    scene.watch.play(0.3)
    return holder


def moment(scene, room):
    """Waits for a drag, or for a step on its way, in which the failure comes."""
    if room is scene.talk:
        scene.watch.until(lambda: any(one.replica and one.replica.drag for one in scene.draggers), 3)
        scene.watch.play(random.uniform(0, 0.3))
    else:
        begin = time.monotonic()
        scene.watch.until(lambda: any(one.habit.pressed_at > begin for one in scene.pressers), 3)
        time.sleep(random.uniform(0, 0.005))


def owned(scene, number):
    return [room for room in scene.rooms if scene.owner(room) == number]


def back_home(scene, number):
    """A node whose process has ended is started again, and its members return."""
    scene.farm.start_node(number)
    scene.ready(number)
    scene.return_home(number)
    scene.expect()
    scene.in_step(time.monotonic())


def say_times(scene, name, number, what, *values):
    told = ", ".join(f"{value:.2f}" for value in values)
    scene.say(f"    {name} {number + 1}: {what}: {told} s")


def kills(scene, count):
    """The owner of a room is killed; every fourth time while its records wait for the database."""
    everybody, others, steps = [], [], 0
    for number in range(count):
        room = scene.rooms[number % 2]
        victim = scene.owner(room)
        changed = owned(scene, victim)
        with scene.staying(victim):
            holder = hold_journal(scene, victim) if number % 4 == 3 else moment(scene, room)
            scene.expect(changed)
            scene.nodes[victim].kill()
            found = scene.in_step(time.monotonic(), [victim])
            if holder:
                holder.wait(10)
            steps += scene.rest()
        everybody.append(found[0])
        others.append(found[1])
        say_times(scene, "kill", number, f"owner {victim} of {[one.name for one in changed]}, in step", *found)
        back_home(scene, victim)
    note = f"{steps} steps counted once"
    return (bounds(f"{count} × kill -9 of the owner: all members in step again", everybody, 1.5, 3, note=note)
            + bounds("the same, members at other nodes", others, 1.5, 3))


def edge_kills(scene, count):
    """A node that does not own the room is killed."""
    times, silences = [], []
    for number in range(count):
        drag_without_end(scene)
        victim = scene.edge()
        others = [one for one in scene.followers if one.home != victim]
        with scene.staying(victim):
            for one in others:
                one.longest = 0
            scene.expect(owned(scene, victim))
            scene.nodes[victim].kill()
            begin = time.monotonic()
            scene.watch.play(1)
            silences.append(max(one.silence for one in others))
            drag_again(scene)
            times.append(scene.in_step(begin + 1, [victim])[0])
            scene.rest()
        say_times(scene, "edge", number, f"node {victim}, longest silence at others, in step", silences[-1], times[-1])
        back_home(scene, victim)
    return (bounds(f"{count} × kill -9 of another node: longest silence of a drag elsewhere", silences, most=0.3)
            + bounds("the same: all in step, after a second", times, most=3))


def stops(scene, count):
    """The owner stands still for a while, and goes on; every fifth time another node."""
    times, readies = [], []
    for number in range(count):
        room = scene.rooms[number % 2]
        victim = scene.edge() if number % 5 == 4 else scene.owner(room)
        seconds = STOP_SECONDS[number % len(STOP_SECONDS)] + random.uniform(-0.1, 0.1)
        with scene.staying(victim):
            moment(scene, room)
            scene.nodes[victim].stop()
            scene.watch.play(seconds)
            scene.expect()
            for one in scene.rooms:
                one.wake([member.name for member in scene.members_of(one) if member.at == victim])
            scene.nodes[victim].go_on()
            begin = time.monotonic()
            times.append(scene.in_step(begin, [victim])[0])
            scene.rest()
        for one in scene.rooms:
            one.wake()
        ready = scene.ready(victim)
        readies.append((ready or begin + 20) - begin)
        say_times(scene, "stop", number, f"node {victim} for {seconds:.2f} s, in step, ready", times[-1], readies[-1])
        scene.return_home(victim)
    late = sum(one.all_late_words for one in scene.rooms)
    note = f"{late} words of a turn that was stopped, heard by members of the same node"
    return (bounds(f"{count} × SIGSTOP and SIGCONT: all in step after SIGCONT", times, most=3, note=note)
            + bounds("the same: the node is ready", readies))


def drag_without_end(scene):
    """One member drags to and fro, so that everybody hears of it all the time."""
    scene.rest(goes_on=False)
    hand = scene.draggers[scene.owner(scene.talk)]
    hand.habit.is_endless, hand.habit.is_paused = True, False
    for one in scene.pressers:
        one.habit.is_paused = False
    scene.watch.until(lambda: all(one.replica and one.replica.drag for one in scene.followers), 5)
    scene.watch.play(0.3)


def drag_again(scene):
    for one in scene.draggers:
        one.habit.is_endless = False
    scene.pause(False)


def reconnections(scene):
    """How often nodes connected to NATS, so far."""
    return sum("connected to NATS" in line for node in scene.nodes for line in node.said)


def nats_kills(scene, count):
    """One of three NATS servers is killed and started again."""
    silences, usual, connected = [], [], 0
    for number in range(count):
        drag_without_end(scene)
        for kept, server in ((usual, None), (silences, number % len(scene.nats))):
            for one in scene.followers:
                one.longest = 0
            with scene.staying():
                before = reconnections(scene)
                if server is not None:
                    scene.nats[server].kill()
                scene.watch.play(1.5)
            kept.append(max(one.silence for one in scene.followers))
        moved = reconnections(scene) - before
        connected += moved
        say_times(scene, "NATS", number, f"server {number % 3} of {moved} nodes, longest silence, and before", silences[-1],
                  usual[-1])
        drag_again(scene)
        scene.expect()
        with scene.staying():
            scene.in_step(time.monotonic())
            scene.rest()
        scene.farm.start_nats(number % len(scene.nats))
        # Until the servers have found one another again.
        scene.watch.until(scene.nats[number % len(scene.nats)].is_ready, 10)
        scene.watch.play(1.5)
    return (bounds(f"{count} × kill -9 of one of three NATS servers: longest silence of a drag", silences, most=0.3,
                   note=f"{connected} times a node was connected to it")
            + bounds("the same while nothing fails", usual))


def nats_stops(scene, count):
    """One of three NATS servers stands still for a while."""
    times = []
    for number in range(count):
        server = scene.nats[number % len(scene.nats)]
        server.process.send_signal(signal.SIGSTOP)
        scene.watch.play((0.5, 2.0, 5.0)[number % 3])
        scene.expect()
        server.process.send_signal(signal.SIGCONT)
        times.append(scene.in_step(time.monotonic())[0])
        scene.rest()
        say_times(scene, "NATS", number, "stopped, in step after SIGCONT", times[-1])
        scene.watch.play(2)
        for one in range(len(scene.nodes)):
            scene.ready(one)
        scene.return_home(*range(len(scene.nodes)))
    return bounds(f"{count} × SIGSTOP of a NATS server: all in step after SIGCONT", times, most=3)


def database_failures(scene, count):
    """PostgreSQL is restarted, killed or stopped; no connection ends by it."""
    times = []
    for number in range(count):
        how = ("restarted", "killed", "stopped")[number % 3]
        with scene.staying():
            if how == "stopped":
                scene.database.signal_all(signal.SIGSTOP)
            else:
                scene.database.end(signal.SIGINT if how == "restarted" else signal.SIGKILL)
            scene.watch.play((0.2, 3.0)[number % 2])
            if how == "stopped":
                scene.database.signal_all(signal.SIGCONT)
                begin = time.monotonic()
            else:
                scene.database.start()
                begin = scene.watch.until(scene.database.is_ready, 20)
            scene.expect()
            times.append(scene.in_step(begin)[0])
            scene.rest()
        say_times(scene, "database", number, f"{how}, in step after its return", times[-1])
        scene.watch.play(1.5)
    return bounds(f"{count} × PostgreSQL restarted, killed, stopped: all in step after its return", times, most=2)


def drains(scene, count):
    """The owner of a room at rest ends in good order: by SIGTERM and by `riffle admin drain`."""
    pauses, usual = [], []
    for number in range(count):
        scene.rest(goes_on=False)
        victim = scene.owner(scene.talk)
        probers = [one for one in scene.probers if one.home != victim]
        with scene.staying(victim):
            for kept, ends in ((usual, False), (pauses, True)):
                for one in probers:
                    one.habit.longest, one.habit.is_paused = 0.0, False
                scene.watch.play(0.4)
                if ends:
                    # The first wait is part of the life before.
                    for one in probers:
                        one.habit.longest = 0.0
                    if number % 2:
                        scene.nodes[victim].drain(scene.token)
                    else:
                        scene.nodes[victim].signal(signal.SIGTERM)
                    if not scene.watch.until(lambda: not scene.nodes[victim].is_alive, 15):
                        scene.falls.fall(STAYED, f"node {victim} does not end")
                    scene.watch.until(lambda: not any(one.habit.sent for one in probers), 5)
                kept.append(max(one.habit.longest for one in probers))
            for one in scene.probers:
                one.habit.is_paused = True
            if scene.nodes[victim].process.wait() != 0:
                scene.falls.fall(STAYED, f"node {victim} ended with {scene.nodes[victim].process.returncode}")
            scene.pause(False)
            scene.expect()
            scene.in_step(time.monotonic())
            scene.rest()
        say_times(scene, "drain", number, f"owner {victim}, longest wait for an answer, and before", pauses[-1], usual[-1])
        back_home(scene, victim)
    return (bounds(f"{count} × SIGTERM or `riffle admin drain`: pause of a room at rest", pauses, most=0.1)
            + bounds("the same while nothing happens", usual))
