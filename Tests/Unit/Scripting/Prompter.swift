import PagingContent
import PagingEngine
import PagingRoom
import Scripting
import Testing

/// Drives a runner by hand: time and everything the room would say come from the test.
struct Prompter {
    var runner: ScriptRunner
    /// Effects since last asked for, log lines aside.
    private(set) var effects: [RunnerEffect] = []
    private(set) var log: [String] = []
    var replica: Replica

    init(
        _ text: String, decks: [String: [Page]] = [:], only: [String]? = nil, seed: UInt64 = 1,
        replica: Replica = .standing(on: 0)
    ) throws {
        let script = try ScriptReader.read(text, file: "test")
        runner = try ScriptRunner(script: script, decks: decks, only: only, seed: seed, start: Instant(milliseconds: 0))
        self.replica = replica
    }

    /// A runner of one actor, `solo`, that has been let in at 0 ms.
    init(solo steps: String..., decks: [String: [Page]] = [:], room: String? = nil, replica: Replica = .standing(on: 0))
        throws
    {
        try self.init(
            (room.map { "room: \($0)\n" } ?? "") + solo(steps), decks: decks, replica: replica)
        tick(at: 0)
        #expect(takeEffects() == [.connect(actor: 0)])
        join(at: 0)
    }

    mutating func handle(_ input: RunnerInput, at milliseconds: Int64) {
        var new: [RunnerEffect] = []
        runner.handle(input, at: Instant(milliseconds: milliseconds), into: &new)
        for effect in new {
            if case .log(let line) = effect { log.append("\(line.actor) \(line.text)") } else { effects.append(effect) }
        }
    }

    mutating func tick(at milliseconds: Int64) { handle(.tick, at: milliseconds) }

    mutating func join(actor: Int = 0, at milliseconds: Int64) {
        handle(
            .joined(actor: actor, replica, serverTime: Instant(milliseconds: milliseconds + 1_000)), at: milliseconds)
    }

    /// The actor learns of `change`; the room's clock is a second ahead of the runner's.
    mutating func tell(actor: Int = 0, _ change: Event.Change, at milliseconds: Int64) {
        let event = Event(sequence: replica.sequence.next, change: change)
        replica.apply(event)
        show(actor: actor, by: event, at: milliseconds)
    }

    /// The actor learns of several changes at once: of each, with the room as it is after all of them.
    mutating func tell(actor: Int = 0, together changes: [Event.Change], at milliseconds: Int64) {
        var events: [Event] = []
        for change in changes {
            events.append(Event(sequence: replica.sequence.next, change: change))
            replica.apply(events[events.count - 1])
        }
        for event in events { show(actor: actor, by: event, at: milliseconds) }
    }

    mutating func show(actor: Int = 0, by event: Event? = nil, at milliseconds: Int64) {
        let serverTime = Instant(milliseconds: milliseconds + 1_000)
        handle(.changed(actor: actor, by: event, replica, serverTime: serverTime), at: milliseconds)
    }

    mutating func accept(actor: Int = 0, _ tag: Int64, through sequence: Int64? = nil, at milliseconds: Int64) {
        let sequence = sequence.map { Sequence($0) } ?? replica.sequence
        handle(.answered(actor: actor, RequestTag(tag), .accepted(RequestID(tag), sequence)), at: milliseconds)
    }

    mutating func refuse(actor: Int = 0, _ tag: Int64, _ code: Refusal.Code, at milliseconds: Int64) {
        let answer = Answer.refused(RequestID(tag), Refusal(code, "so it is"), replica.sequence)
        handle(.answered(actor: actor, RequestTag(tag), answer), at: milliseconds)
    }

    mutating func takeEffects() -> [RunnerEffect] {
        defer { effects = [] }
        return effects
    }

    /// The requests since last asked for.
    mutating func takeRequests() -> [Request] {
        takeEffects().compactMap { if case .request(_, _, let request) = $0 { request } else { nil } }
    }

    var failures: [String] { runner.failures.map(\.description) }
    var deadline: Int64? { runner.nextDeadline?.milliseconds }
}

extension Replica {
    /// A room at rest on a page; listed when `pages` are given.
    static func standing(on page: Int64, pages: [Page]? = nil, wrap: PageOrder.Wrap = .finite) -> Replica {
        let index = PageIndex(page)
        let window = pages.map { pages in
            pages.indices.filter { abs(Int64($0) - page) <= 1 }.map {
                WindowPage(index: PageIndex(Int64($0)), item: $0, page: pages[$0])
            }
        }
        return Replica(
            sequence: Sequence(0), configuration: Configuration(.threePage), phase: .idle, settled: index,
            position: Position(page: index), origin: index, target: index, loading: false, dragEnabled: true,
            revision: 0, count: pages?.count ?? 0, wrap: pages == nil ? .unbounded : wrap, window: window ?? [],
            members: [], viewers: 0)
    }
}

extension Position {
    /// Exactly on a page.
    static func page(_ number: Int64) -> Position { Position(page: PageIndex(number)) }
}

extension Page {
    /// Pages `p1` … as a deck would have them.
    static func list(_ count: Int) -> [Page] {
        (1...count).map { Page(id: PageID("p\($0)"), title: "Page \($0)", body: "Text \($0)") }
    }
}

/// Whether the first actor has left since the effects were last taken.
func hasLeft(_ prompter: inout Prompter) -> Bool { prompter.takeEffects().contains(.leave(actor: 0)) }

/// An animation of 100 ms that starts at `start` on the room's clock.
func flight(from: Int64, to: Int64, start: Int64, by: UInt32 = 1) -> Animation {
    Animation(
        id: AnimationID(1), from: Position(page: PageIndex(from)), to: Position(page: PageIndex(to)),
        startVelocity: .zero, start: Instant(milliseconds: start), end: Instant(milliseconds: start + 100),
        curve: .linear, cause: .step, by: MemberID(by))
}
