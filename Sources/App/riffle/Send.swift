import ArgumentParser
import PagingClient
import PagingEngine
import PagingRoom
import Scripting
import WebSocketLoop

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send one request to a room, from scripts and hot-keys.",
        discussion: """
            VERB is one of:
              next, back           turn one page
              goto N               go to page N, as the status line counts
              drag PAGES           drag by PAGES, positive forward
              fling forward|back   make a short, quick drag
              control request      ask for the baton
              control release      return the baton
              control take         take the baton (presenters)
              control grant NAME   pass the baton on
              control policy WORD  who may move: open, baton or presenters (presenters)
              blank [on|off]       blank everybody's screen, or unblank it (presenters)
              address              print the address and a QR code; asks nothing

            Examples:
              riffle send ws://127.0.0.1:7420/rooms/talk next
              riffle send ws://127.0.0.1:7420/rooms/talk drag 0.8 --wait rest
              riffle send ws://127.0.0.1:7420/rooms/talk control grant Bob
              riffle send http://192.0.2.7:7420/talk address
              riffle send ws://one:7420/rooms/talk ws://two:7420/rooms/talk next

            Several URLs are addresses of the same room, tried in turn.

            A member that leaves loses the baton, and this command leaves at its end; use grant to pass the baton to a \
            member that stays.

            Ends with 0 when the request was accepted (with --wait rest: when the pager rests), with 77 when the room \
            refused it, with 69 without a server, and with 1 on a timeout.
            """)

    @Argument(
        help:
            "Address of the room: HOST/NAME, ws://HOST:PORT/rooms/NAME, or wss://HOST/rooms/NAME with TLS; more may follow."
    )
    var url: String

    /// A drag backwards begins with a minus, which is not an option.
    @Argument(parsing: .allUnrecognized, help: "The request.")
    var verb: [String]

    @OptionGroup var member: MemberOptions

    @Option(help: "Duration of a drag.")
    var over = Milliseconds(240)

    @Option(help: "Wait until the pager rests; the only value is rest.")
    var wait: SendWait?

    @Option(help: "Time limit for the whole command.")
    var timeout = Milliseconds(10_000)

    @Flag(
        help: "Print one JSON object: the state of the room, and the last event of this request (committed).")
    var json = false

    func run() throws {
        let more = verb.prefix { $0.contains("/") }
        let addresses = try RoomAddresses.parse([url] + more)
        let words = Array(verb.dropFirst(more.count))
        if words == ["address"] { return AddressSign(try ([url] + more).map(RoomAddress.parse)).print() }
        guard !words.isEmpty else { throw ValidationError("expected a request after the URLs, got none") }
        let action = try action(words)
        var steps = [Step(action, line: 1), Step(.expect(Expectation(outcome: .accepted)), line: 1)]
        if wait == .rest { steps.append(Step(.wait(Wait(.rest, withinMilliseconds: timeout.value)), line: 1)) }
        steps.append(Step(.leave, line: 1))
        let actor = Script.Actor(name: member.name ?? "send", role: member.role ?? .member, steps: steps, line: 1)
        let script = Script(file: "send", title: nil, room: .standard, seed: nil, actors: [actor])
        let player = try ScriptPlayer(
            script: script, decks: [:], only: nil, seed: 1, addresses: addresses, token: try member.token(),
            authorities: try member.trust.authorities())
        var refusal: String?
        player.log = { if $0.text.hasPrefix("refused: ") { refusal = $0.text } }
        player.deadline = ClientLoop.now.advanced(byMilliseconds: timeout.value)
        player.play()
        if json, let result = player.results.first, result.committed != nil { StandardStreams.print(result.json) }
        try finish(player, refusal: refusal)
    }

    private func finish(_ player: ScriptPlayer, refusal: String?) throws {
        if let failure = player.failures.first {
            StandardStreams.printError("riffle send: \(refusal ?? failure.found)")
            if let end = player.end { throw end.exitCode }
            throw failure.isOutOfTime && refusal == nil ? ExitStatus.failure : ExitStatus.refused
        }
        guard player.isLate else { return }
        let hasJoined = player.results.first?.page != nil
        let what = hasJoined ? "not done" : "no answer"
        StandardStreams.printError("riffle send: \(what) within \(timeout)")
        throw hasJoined ? ExitStatus.failure : ExitStatus.unreachable
    }

    private func action(_ verb: [String]) throws -> Step.Action {
        switch (verb.first, verb.count) {
        case ("next", 1): return .step(.forward, from: nil)
        case ("back", 1): return .step(.back, from: nil)
        case ("goto", 1): throw ValidationError("goto: expected the number of a page, such as goto 4")
        case ("goto", 2):
            guard let page = Int64(verb[1]) else {
                throw ValidationError("goto \(verb[1]): expected the number of a page")
            }
            return .jump(PageNumber(page), animated: true)
        case ("drag", 2):
            guard let pages = Double(verb[1]), abs(pages) <= 10 else {
                throw ValidationError("drag \(verb[1]): expected pages from -10 to 10")
            }
            let way = Distance(units: Int64((pages * Double(Position.unitsPerPage)).rounded()))
            let samples = Int(max(1, over.value / 16))
            return .drag(
                DragPlan(
                    by: way, overMilliseconds: over.value, samples: samples, ease: .smooth, ending: .released(.zero)))
        case ("fling", 2) where ["forward", "left"].contains(verb[1]): return .fling(.forward)
        case ("fling", 2) where ["back", "right"].contains(verb[1]): return .fling(.back)
        case ("control", 2...): return .control(try control(Array(verb.dropFirst())))
        case ("blank", 1): return .blank(nil)
        case ("blank", 2) where ["on", "off"].contains(verb[1]): return .blank(verb[1] == "on")
        default:
            let words = verb.joined(separator: " ")
            throw ValidationError(
                "\(words): expected one of next, back, goto N, drag PAGES, fling forward|back, control …, blank on|off, address"
            )
        }
    }

    private func control(_ words: [String]) throws -> ControlStep {
        switch (words[0], words.count) {
        case ("request", 1): return .request
        case ("release", 1): return .release
        case ("take", 1): return .take
        case ("grant", 2): return .grant(to: words[1])
        case ("policy", 2):
            if let policy = Policy(rawValue: words[1]) { return .policy(policy) }
        default: break
        }
        let choice = "expected one of request, release, take, grant NAME, policy open|baton|presenters"
        throw ValidationError("control \(words.joined(separator: " ")): \(choice)")
    }
}

enum SendWait: String, ExpressibleByArgument, CaseIterable {
    case rest
}
