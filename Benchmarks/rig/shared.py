"""Figures a to e, on servers they share: one room's fan-out, idle members, the machine alone, swipes."""

from . import figures


def shared_figures(run, wanted):
    wanted = wanted - (set("bc") if run.chosen.url else set())
    found, stages, quiet = [], run.part.stages, None
    if "d" in wanted:
        run.say("engine")
        found += figures.engine_figures(run.chosen.tools, run.settings["samples"])
    if wanted & set("abe"):
        run.say("server without idle members")
        quiet = run.room_stage("riffle", run.start_shared_server("riffle", 0))
    if wanted & set("ab"):
        stages += [run.bare_stage("bare"), quiet, run.bare_stage("bare, a second one")]
    if wanted & set("bc"):
        found += with_idle_members(run, wanted, stages)
    if wanted & set("ab"):
        found = all_rounds(run, quiet, stages) + found
    if "e" in wanted:
        found += swipes(run, quiet)
    return found


def with_idle_members(run, wanted, stages):
    run.say("server with idle members")
    idle, rooms = run.settings["idle"], run.settings["rooms"]
    server = run.start_shared_server("riffle with idle members", rooms)
    figure, crowds = figures.memory_figure(
        server, run.chosen.tools, f"{server.url}/rooms/idle{{}}", f"{server.url}/rooms/warm", idle, rooms)
    for crowd in crowds:
        run.own(crowd)
    if "b" in wanted:
        stages.append(run.room_stage(f"riffle with {idle:,} idle members", server))
    return [figure]


def all_rounds(run, quiet, stages):
    rate, seconds = run.settings["rate"], run.settings["seconds"]
    # A first round tells the size of this server's offsets: the bare one sends the same.
    quiet.measure(rate, min(seconds, 3), run.say)
    size = round(quiet.rounds.pop().payload_bytes)
    for stage in stages:
        stage.payload_bytes = size
    for number in range(run.settings["rounds"]):
        run.say(f"round {number + 1} of {run.settings['rounds']}")
        for stage in stages:
            stage.measure(rate, seconds, run.say)
    bare, _, second = stages[:3]
    found = [
        figures.ratio("noise: the bare server against a second one", None, second, bare, "1 if nothing disturbed"),
        figures.ratio("a. server processor time per delivery, against one bare `write(2)`", 1.25, quiet, bare, ""),
    ]
    if len(stages) > 3:
        name = f"b. the same with {run.settings['idle']:,} idle members, against without"
        found.append(figures.ratio(name, 1.2, stages[3], quiet, ""))
    return found


def swipes(run, quiet):
    run.say("swipes")
    room = "bench" if run.chosen.url else "swipe"
    url = f"{quiet.server.url}/rooms/{room}"
    traffics = [
        figures.swipe_traffic(run.chosen.tools, url, 10, run.settings["swipes"], "keyframes")
        for _ in range(run.settings["rounds"])]
    # A frame is an offset; its size is that of the drag's offsets where they were measured.
    frame = quiet.rounds[-1].wire_bytes if quiet.rounds else 122
    return figures.swipe_figures(traffics, frame)
