"""How much is measured, and the sentence of the report that says it."""

import os


def parameters(quick):
    common = {"viewers": 1000, "idle": 8000, "rooms": 80, "rate": 60, "cores": max(os.cpu_count(), 2), "asleep": 30,
              "awake": 10, "naps": 2, "crowd": 5000, "storms": 3, "spread": 200, "journalled": 1000, "touches": 100,
              "resting": 10, "many": 5000, "turners": 200, "members": 9000, "secured": 2000, "idleCounts": [15_800, 8000, 1000], "roomCounts": [1, 10, 1000, 10_000],
              "users": 300, "guests": 500, "guestTurns": 100, "journals": 5, "heats": 5, "heat": 4, "starts": 20, "drags": 5, "looks": 21, "lookTurns": 12}
    if quick:
        return common | {"idle": 2000, "rooms": 20, "rounds": 1, "seconds": 3, "swipes": 5, "samples": 1_000_000, "secured": 500,
                         "idleCounts": [2000, 1000, 500],
                         "awake": 5, "naps": 1, "storms": 1, "touches": 20, "resting": 5, "brief": 2, "members": 2000,
                         "many": 2000, "roomCounts": [1, 10, 1000], "users": 100, "guests": 100, "guestTurns": 20,
                         "journals": 1, "heats": 1, "heat": 3, "starts": 5, "drags": 2, "looks": 1, "lookTurns": 7}
    return common | {"rounds": 3, "seconds": 10, "swipes": 30, "samples": 10_000_000, "brief": 3}


ROUNDS = "{rounds} interleaved rounds of {seconds} s"
BRIEF = "{rounds} interleaved rounds of {brief} s"
HEATS = "{heats} interleaved rounds of {heat} s"
TWICE = "{rounds} interleaved rounds of {twice} s"
SENTENCES = {
    "shared": "{viewers:,} viewers, {rate} offsets/s, {idle:,} idle members in {rooms} rooms, " + ROUNDS
    + ", {swipes} swipes; one loop, memory only",
    "peers": "{viewers:,} viewers of each server, {rate} messages/s, " + HEATS + "; one loop, memory only",
    "sizes": "10, 100 and {many:,} viewers of each server, " + BRIEF + "; one loop, memory only",
    "turns": "{turners} viewers of each server, {rounds} interleaved rounds of {turns} page turns",
    "members": "{members:,} members, {rounds} interleaved rounds, each with a new server; one loop, memory only",
    "rooms": TWICE + ", all servers with all members throughout; one loop, memory only",
    "generators": "{users} users of one room with 10 offsets/s, {rounds} rounds of {twice} s in turn",
    "users": "a page a second and a half, {rounds} rounds of 38 s, each with a new server; {cores} loops, memory only",
    "sleeper": "{viewers:,} viewers, {naps} naps of {asleep} s; one loop, memory only",
    "storm": "{storms} storms of {crowd:,} members, {cores} loops",
    "loops": "{viewers:,} viewers, " + ROUNDS + ", {spread} rooms",
    "journal": "{journalled:,} rooms, a page a second each; {journals} interleaved rounds of {seconds} s, {cores} loops",
    "cluster": "nodes, three NATS servers and PostgreSQL on this machine; times: 4 viewers at each of three nodes, {rate} samples/s, "
    "{journals} rounds of {seconds} s; turns: {journalled:,} rooms, a page a second each, {rounds} rounds of {seconds} s, "
    "{cores} loops; processor time: {viewers:,} viewers, " + HEATS,
    "web": "{starts} starts of the page; {turners} viewers of each server, {rounds} interleaved rounds of {turns} page turns",
    "gate": "{guests} clients of SSH in one room, {rounds} interleaved rounds of {guestTurns} page turns; one loop, memory only",
    "drawing": "{drags} drags of three pages full of highlighted code in a terminal of 200 by 60, and as many openings",
    "look": "{turners} viewers of each deck, {looks} interleaved rounds of {lookTurns} page turns; one loop each, memory only",
    "scale": "{viewers:,} viewers, {rate} offsets/s, " + BRIEF + "; memory only",
    "idle": "members in rooms of 100, 20 s each; one loop, memory only",
    "tls": "{viewers:,} viewers of each server, {rate} messages/s, " + HEATS + "; {secured:,} connections, 128 handshakes at a "
    "time, {rounds} rounds; TLS 1.3 with a key on P-256, clients that resume no session; one loop, memory only",
    "instructions": BRIEF + ", each with a new server, {rate} messages/s; outside the kernel, of one message with all its deliveries; "
    "one loop, memory only",
    "sends": "{looks} interleaved rounds of {lookTurns} page turns; one loop each, memory only",
    "way": "{rounds} times {touches} keys, {starts} starts, {rounds} losses; one loop, memory only",
    "terminal": "{rounds} times {touches} keys and as many movements of the mouse",
}


def turns(settings):
    """Page turns of one round."""
    return max(settings["swipes"] // 4, 2)


def described(name, settings):
    return SENTENCES[name].format(**settings, twice=2 * settings["brief"], turns=turns(settings))
