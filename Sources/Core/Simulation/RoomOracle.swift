import PagingEngine
import PagingRoom
import PagingWire

/// The expected state of one room: its events, what its members were promised, and what they must find.
struct RoomOracle {
    /// The events of one life of the room, and what follows from them.
    private struct Life {
        let base: Sequence
        var events: [Event] = []
        var auditor: Auditor
        var controls: [(from: Sequence, control: Control)]
    }

    let name: String
    private var lives: [Int: Life] = [:]
    private(set) var life = 0
    /// The event before the call of each record that is not committed.
    private var unsafe: [(RecordNumber, before: Sequence)] = []
    /// The greatest published, over all lives.
    private(set) var grant = FencingToken(0)
    private(set) var revision: Int64 = 0
    private(set) var settled = PageIndex(0)
    private var sessions: [MemberID: Session] = [:]
    /// Steps of a march that were answered, and those with an unknown outcome.
    private(set) var stepsDone: Int64 = 0
    private(set) var stepsUnknown: Int64 = 0
    private(set) var eventCount = 0

    init(name: String) {
        self.name = name
    }

    /// Begins a life of the room; `isPersisted` when it continues the one before.
    mutating func begin(life: Int, as room: Replica, isPersisted: Bool) {
        self.life = life
        lives[life] = Life(
            base: room.sequence, auditor: Auditor(room), controls: [(room.sequence, room.control)])
        unsafe = []
        guard !isPersisted else { return }
        (grant, revision, settled, sessions) = (FencingToken(0), 0, PageIndex(0), [:])
        (stepsDone, stepsUnknown) = (0, 0)
    }

    var lastPublished: Sequence { lives[life].map { Sequence($0.base.number + Int64($0.events.count)) } ?? Sequence(0) }

    /// Takes the room's next event and returns its violations.
    mutating func published(_ event: Event) -> [(Violation.Rule, String)] {
        eventCount += 1
        lives[life]?.events.append(event)
        if case .control(let control) = event.change {
            lives[life]?.controls.append((event.sequence, control))
        }
        return lives[life]?.auditor.follow(event).map { ($0, "\(name): \($1)") } ?? []
    }

    /// The event of that number in `life`.
    func event(_ sequence: Sequence, in life: Int) -> Event? {
        guard let known = lives[life] else { return nil }
        let place = Int(sequence.number - known.base.number) - 1
        return known.events.indices.contains(place) ? known.events[place] : nil
    }

    /// The control by the events up to `sequence`.
    func control(at sequence: Sequence, in life: Int) -> Control? {
        lives[life]?.controls.last { $0.from <= sequence }?.control
    }

    mutating func issued(_ number: RecordNumber, before: Sequence) { unsafe.append((number, before)) }

    mutating func committed(_ number: RecordNumber) { unsafe.removeAll { $0.0 <= number } }

    /// Counts a step of a march that was answered, or never will be.
    mutating func settledStep(_ answer: Answer?) {
        switch answer {
        case .accepted: stepsDone += 1
        case nil: stepsUnknown += 1
        case .refused: break
        }
    }

    /// Whether event `sequence` is in a record that is not committed.
    func isUnsafe(_ sequence: Sequence) -> Bool { unsafe.first.map { $0.before < sequence } ?? false }
}

extension RoomOracle {
    /// Takes a message that a member got, which must stay true, and returns its violations.
    mutating func sent(_ message: ServerMessage) -> [(Violation.Rule, String)] {
        switch message {
        case .event(let event):
            guard self.event(event.sequence, in: life) == event else {
                return [(.order, "\(name): event \(event.sequence.number) is not what the room said")]
            }
            promise(event.change)
            guard event.change.isKept, isUnsafe(event.sequence) else { return [] }
            return [(.durability, "\(name): event \(event.sequence.number) is told before it is safe")]
        case .snapshot(let snapshot):
            grant = max(grant, snapshot.replica.control.grant)
            revision = max(revision, snapshot.replica.revision)
            return []
        case .welcome(let welcome):
            guard let known = sessions.updateValue(welcome.session, forKey: welcome.member), known != welcome.session
            else { return [] }
            return [(.identity, "\(name): member \(welcome.member.number) is somebody else now")]
        default: return []
        }
    }

    private mutating func promise(_ change: Event.Change) {
        switch change {
        case .control(let control): grant = max(grant, control.grant)
        case .content(let content, _, _): revision = max(revision, content.revision)
        case .selected(_, let page, _, _): settled = page
        default: break
        }
    }

    /// The violations of a restored room that lost published state.
    func losses(in room: Replica) -> [(Violation.Rule, String)] {
        var losses: [(Violation.Rule, String)] = []
        if room.control.grant < grant {
            losses.append(
                (.fencing, "\(name): grant \(grant.number) was told, and now it is \(room.control.grant.number)"))
        }
        if room.revision < revision {
            losses.append((.durability, "\(name): pages \(revision) were told, and now they are \(room.revision)"))
        }
        return losses
    }

    /// As `losses`, of a march, which only goes forward.
    func lossesOfMarch(in room: Replica) -> [(Violation.Rule, String)] {
        guard room.settled < settled else { return [] }
        return [(.durability, "\(name): page \(settled.value) was told, and now it is \(room.settled.value)")]
    }
}

/// Durability.
extension RoomOracle {
    /// The differences between a restored room, at rest, and the room of its newest record.
    func changes(from left: Replica, to room: Replica) -> [(Violation.Rule, String)] {
        var changes: [(Violation.Rule, String)] = []
        for (now, then) in zip(RoomOracle.lasting(room), RoomOracle.lasting(left)) where now != then {
            changes.append((.durability, "\(name) was \(then) and came back as \(now)"))
        }
        // A restored page is entered from one side: from behind, all its steps are shown.
        let steps = room.window.first { $0.index == room.settled }?.page.steps ?? 0
        let shown = room.settled == left.target ? left.shown : room.settled < left.target ? steps : 0
        if room.shown != shown {
            changes.append((.durability, "\(name) showed \(shown) steps and came back with \(room.shown)"))
        }
        // A drag that ends leaves the pager at its window, which is reported elsewhere.
        if case .dragging = left.phase { return changes }
        if room.settled != left.target {
            changes.append(
                (.durability, "\(name) went to \(left.target.value) and came back on \(room.settled.value)"))
        }
        return changes
    }

    private static func lasting(_ room: Replica) -> [String] {
        let control = room.control
        return [
            "pages \(room.revision) \(room.count) \(room.wrap)", "\(room.configuration)",
            "drags \(room.dragEnabled)", "\(control.policy) \(control.leash) \(control.isLocked)",
        ]
    }
}
