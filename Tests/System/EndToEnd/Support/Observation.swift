import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// Everything a member has seen so far, in order.
struct Observation: Sendable {
    /// An item that came over one of the two lanes.
    enum Sight: Hashable, Sendable {
        case event(Event)
        case offset(Offset)
        /// The whole state again; the items after it continue from the position of that state.
        case snapshot
    }

    var sights: [Sight] = []
    var replica: Replica?
    var welcomes: [Welcome] = []
    /// The answers on the present connection.
    var answers: [RequestID: Answer] = [:]
    var notices: [Notice] = []
    /// Why it had to come back, each time.
    var waits: [String] = []
    var end: ClientEnd?
    var stage = ClientCore.Stage.apart
    var clock: ServerClock?
    /// Requests played at a pace that have not been sent yet.
    var unplayed = 0

    mutating func note(_ effect: ClientEffect) {
        switch effect {
        case .joined(let welcome):
            welcomes.append(welcome)
            answers = [:]
        case .replaced: sights.append(.snapshot)
        case .happened(let event): sights.append(.event(event))
        case .moved(let offset): sights.append(.offset(offset))
        case .answered(let id, let answer): answers[id] = answer
        case .notice(let notice): notices.append(notice)
        case .waiting(_, let reason): waits.append(reason)
        case .ended(let end): self.end = end
        default: break
        }
    }

    var events: [Event] {
        sights.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    var offsets: [Offset] {
        sights.compactMap { if case .offset(let offset) = $0 { offset } else { nil } }
    }

    var snapshots: Int {
        sights.count { if case .snapshot = $0 { true } else { false } }
    }

    func events(after sequence: Sequence) -> [Event] { events.filter { $0.sequence > sequence } }

    /// The words of the events after `sequence`, without people's comings and goings.
    func words(after sequence: Sequence) -> [String] {
        events(after: sequence).map(\.change.word).filter { $0 != "member" }
    }

    var sequence: Sequence { replica?.sequence ?? Sequence(-1) }
    var isFollowing: Bool { stage == .following && replica != nil }
    var isAtRest: Bool { replica?.isAtRest == true }

    func sees(_ member: String, away: Bool) -> Bool {
        replica?.members.contains { $0.name == member && $0.isAway == away } == true
    }
}

extension Event.Change {
    var word: String { name }
}

extension [Event] {
    var animations: [Animation] {
        compactMap { if case .animation(let animation) = $0.change { animation } else { nil } }
    }
}
