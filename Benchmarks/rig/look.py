"""What colours, a theme and pictures in pages cost a server that turns them."""

import pathlib

from .part import dots, grid
from .figure import Figure
from .web import PAGES, Talk
from .turns import measure

CODE = """func open(_ name: String, at page: Int) throws -> Page? {
    // The page that everybody sees, or none.
    guard let room = rooms[name], page < room.count else { return nil }
    let step = room.steps[page] ?? 0
    for member in room.members where member.isAway == false {
        log("opening \\(name) for \\(member.name)", level: 2)
    }
    return Page(index: page, step: step, title: "page NUMBER")
}"""
# Pictures that are not there travel as the references that they are.
PICTURES = "\n".join(f"![picture {number}](pictures/NUMBER-{number}.png)" for number in range(3))
# A theme with a colour of its own for many roles, which travels as a text.
ROLES = ("text", "title", "heading", "link", "quote", "bullet", "table-header", "border", "faint", "code", "code-keyword",
         "code-type", "code-function", "code-string", "code-number", "code-comment", "status", "progress")


def deck(language, pictures, head=""):
    """A deck of pages with a list and code; the same text apart from what is asked for."""
    page = f"# Page NUMBER\n\n- one of some bullets\n- another one, with **more** text\n\n```{language}\n{CODE}\n```\n\n{pictures}\n"
    return head + "\n---\n\n".join(page.replace("NUMBER", str(number)) for number in range(PAGES))


def write(folder):
    """The three decks by name: plain, with colours and a built-in theme, and with a theme of its own and pictures, too."""
    theme = "\n".join(f"{role}: '#{number:02x}a0c0'" for number, role in enumerate(ROLES, 100))
    (folder / "own.theme").write_text(f"name: own\nground: '#101820'\n{theme}\n", encoding="utf-8")
    decks = {
        "plain": deck("", ""),
        "with colours and a theme": deck("swift", "", "---\ntheme: gruvbox\n---\n\n"),
        "with an own theme and three pictures, too": deck("swift", PICTURES, "---\ntheme: own.theme\n---\n\n")}
    for place, (name, text) in enumerate(decks.items()):
        path = folder / f"deck{place}.md"
        path.write_text(text, encoding="utf-8")
        yield name, path


def look_figures(run):
    places = [Talk(run, name, path) for name, path in write(pathlib.Path(run.scratch()))]
    for _ in range(run.settings["looks"]):
        for place in places:
            measure(place, run.settings["lookTurns"], None, run.say)
    run.part.lines += grid(
        ["deck", "messages", "bytes", "server processor time", "all per viewer and turn, each round"],
        [[place.name, *(dots([each[key] for each in place.rounds], digits) + unit
                        for key, digits, unit in (("messages", 1, ""), ("bytes", 0, " B"), ("cpu", 1, " µs"))), ""]
         for place in places])
    plain = places[0]

    def against(place, what, cost, bound):
        values = [cost(one) / cost(other) for one, other in zip(place.rounds, plain.rounds)]
        return Figure(f"look: {what} of a deck {place.name}, against without", "×", bound, values)

    # How many messages a turn takes depends on the machine's pace, and not on what pages hold.
    return [figure for place in places[1:] for figure in (
        against(place, "server processor time per delivery", lambda turn: turn["cpu"] / turn["messages"], 1.05),
        against(place, "bytes per viewer and turn", lambda turn: turn["bytes"], None))]
