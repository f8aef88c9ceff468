"""A node and its NATS server are cut off from the others and from the database, and come back."""

import random
import time

from failures import bounds, moment, say_times
from places import Namespaces

COUNT = 3
# Shorter than a lease, about as long, and longer; TCP sends again after pauses that double.
CUT_SECONDS = (0.5, 1.1, 2.5, 6.0, 9.0, 13.0)
FROM = ("everything", "nodes", "everything", "sending", "database")


def place():
    return Namespaces(COUNT)


def partitions(scene, count):
    """The owner of a room is cut off, from everything or from a part; every seventh time another node."""
    times, others, readies = [], [], []
    for number in range(count):
        room = scene.rooms[number % 2]
        victim = scene.edge() if number % 7 == 6 else scene.owner(room)
        what = FROM[number % len(FROM)]
        seconds = CUT_SECONDS[number % len(CUT_SECONDS)] + random.uniform(-0.1, 0.1)
        with scene.staying(victim):
            moment(scene, room)
            scene.expect()
            scene.place.cut(victim, what)
            scene.watch.play(seconds)
            scene.expect()
            scene.place.heal(victim, what)
            begin = time.monotonic()
            found = scene.in_step(begin, [victim])
            scene.rest()
        times.append(found[0])
        others.append(found[1])
        ready = scene.ready(victim)
        readies.append((ready or begin + 20) - begin)
        say_times(scene, "cut", number, f"node {victim} from {what} for {seconds:.1f} s, in step, others, ready", *found, readies[-1])
        scene.return_home(victim)
    return (bounds(f"{count} × partition: all in step after healing", times, most=3)
            + bounds("the same, members at other nodes", others, most=3) + bounds("the same: the node is ready", readies))
