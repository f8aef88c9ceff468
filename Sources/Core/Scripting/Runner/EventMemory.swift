import PagingEngine
import PagingRoom

/// The events an actor has seen and not yet waited for.
struct EventMemory: Hashable {
    private struct Sighting: Hashable {
        let name: EventName
        let by: String?
    }

    /// The number of events kept; the oldest are dropped.
    static let limit = 1_024

    private var unseen: [Sighting] = []
    /// The page that came to rest last.
    private(set) var selected: PageIndex?

    /// - Parameter isWaitedFor: whether a step waits for an event; otherwise none is kept.
    mutating func note(_ event: Event, in replica: Replica, isWaitedFor: Bool) {
        if case .selected(_, let page, _, _) = event.change { selected = page }
        guard isWaitedFor, let name = EventName(event.change) else { return }
        if unseen.count == EventMemory.limit { unseen.removeFirst() }
        unseen.append(Sighting(name: name, by: event.change.author(in: replica)))
    }

    /// Drops the events before an action of the actor.
    mutating func clear() { unseen.removeAll() }

    /// Finds an event, and drops it and all before it.
    mutating func take(_ name: EventName, by author: String?) -> Bool {
        let place = unseen.firstIndex { $0.name == name && (author == nil || $0.by == author) }
        guard let place else { return false }
        unseen.removeFirst(place + 1)
        return true
    }
}

extension Event.Change {
    /// The name of the member that caused it, or that it is about; nil when the event has none or the member is
    /// unknown.
    fileprivate func author(in replica: Replica) -> String? {
        switch self {
        case .member(let member, _): member.name
        default: member.flatMap { id in replica.members.first { $0.id == id }?.name }
        }
    }

    private var member: MemberID? {
        switch self {
        case .dragBegan(_, let by, _, _): by
        case .dragEnded(_, let by, _, _): by
        case .animation(let animation): animation.by
        case .interrupted(_, _, let by): by
        case .content(_, _, let by): by
        case .strip(_, _, let by): by
        case .dragEnabled(_, let by): by
        case .control(let control): control.holder
        default: nil
        }
    }
}

extension Script.Actor {
    /// Whether a step waits for an event or expects a selected page, so that events must be kept.
    var heedsEvents: Bool {
        steps.lazy.flatMap(\.flattened).contains { step in
            switch step.action {
            case .wait(let wait): if case .event = wait.condition { true } else { false }
            case .expect(let expectation): expectation.selected != nil
            default: false
            }
        }
    }

    /// Whether a step expects all actors in step.
    var looksAtOthers: Bool {
        steps.lazy.flatMap(\.flattened).contains { step in
            if case .expect(let expectation) = step.action { expectation.inStep } else { false }
        }
    }
}
