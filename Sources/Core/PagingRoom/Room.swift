package import PagingContent
package import PagingEngine

/// The authority over one room: a pager, the people at it, and the one order of events everybody sees.
///
/// A pure value. Each call takes the time and appends what follows from it to `effects`; nothing else changes.
package struct Room: Sendable {
    package let name: String
    package let epoch: Epoch
    package internal(set) var pager: Pager
    /// The last event's number; 0 before the first.
    package internal(set) var sequence = Sequence(0)
    /// Members who want offsets during animations too; the server counts them.
    package var framesWanted = 0
    var supplier: Supplier
    var roster = Roster()
    var pace = OffsetThrottle()
    /// Where the pager stood when the present drag took hold.
    var grabbedAt = Position(units: 0)
    /// Where the pager has come in the course of an input, and where it stands as far as reliable events tell.
    var place = Position(units: 0)
    var toldPlace = Position(units: 0)
    /// Whether everybody has been told that a hand is on the strip of tabs.
    var isStripTold = false
    /// Whether the list is to go round; a list too short to do so is asked again when it grows.
    var loops: Bool
    /// Pages under way.
    var delivery: PendingPages?
    var loadsBegun: Int64 = 0
    /// What the newest record says; nil without a memory.
    var remembered: PersistedState?
    /// Who may do what, as told.
    package internal(set) var control: Control
    /// When the baton's lease ends; later than told where inputs have renewed it since.
    var leaseEndsAt: Instant?
    /// How many may be in the room, those away included.
    package var capacity = Int.max
    /// Whether the room was made because somebody came, and so may go when nobody is left; told to its memory.
    package var isOnDemand = false
    /// Whether the window has changed since its notes were told.
    var areNotesDue = true
    var toldNotes: [PageNotes] = []
    /// Steps of the target that are shown.
    package internal(set) var shown = 0
    var isBlank = false
    var pointer: Pointer?
    /// Who has drawn what the room shows, and whether the picture has changed since that was last looked at.
    var rollCall = RenderAcks()
    var isRestDue = true
    /// Kept between calls so that a drag allocates nothing.
    var outputs: [Output] = []

    /// A room at rest on its first page; without pages until somebody joins where the supplier takes its time.
    package init(
        name: String, epoch: Epoch, supplier: Supplier, configuration: Configuration, policy: Policy = .open,
        now: Instant
    ) {
        self.name = name
        self.epoch = epoch
        self.supplier = supplier
        let order = supplier.order(wrap: configuration.wrap)
        loops = order.wrap == .loop
        control = Control(policy: policy)
        pager = Pager(configuration: configuration, order: order, now: now)
    }

    /// Members announced one by one and viewers counted.
    package var population: Int { roster.count }

    /// The member's role, or nil when there is no such member.
    package func role(of member: MemberID) -> Role? { roster[member]?.member.role }

    /// Lets time pass up to `now`: completes an animation, ends a lost drag, takes in pages that have arrived, sends an
    /// offset that is due, lets those go who have been away too long, tells presenters who is in step. A time before the last one counts as the last
    /// one, here and everywhere.
    package mutating func tick(at now: Instant, into effects: inout [RoomEffect]) {
        while let due = peopleDue, due <= now {
            advance(.tick, by: nil, at: due, into: &effects)
            for member in roster.departures(at: due) { depart(member, into: &effects) }
            endLease(at: due, into: &effects)
        }
        advance(.tick, by: nil, at: now, into: &effects)
        let now = pager.now
        announceAudience(at: now, into: &effects)
        sendOffsetIfDue(at: now, into: &effects)
        noteRest()
        tellInStep(at: now, into: &effects)
    }

    /// When `tick` has something to do, or nil while nothing is pending; never before the last call's time, which is
    /// what something due at once has.
    package var nextDeadline: Instant? {
        var deadline = pager.nextDeadline
        func consider(_ other: Instant?) {
            guard let other else { return }
            deadline = deadline.map { min($0, other) } ?? other
        }
        consider(delivery?.due)
        consider(peopleDue)
        consider(roster.audienceDue)
        consider(offsetDue)
        consider(inStepDue)
        return deadline.map { max($0, pager.now) }
    }

    /// When somebody has been away for too long, or a lease ends; each happens at its own time, whoever looks when.
    var peopleDue: Instant? {
        guard let leaseEndsAt, let departure = roster.nextDeparture else { return leaseEndsAt ?? roster.nextDeparture }
        return min(leaseEndsAt, departure)
    }

    /// Appends `change` as the next event.
    mutating func emit(_ change: Event.Change, into effects: inout [RoomEffect]) {
        sequence = sequence.next
        if change.changesPicture {
            rollCall.end(before: sequence)
            isRestDue = true
        }
        effects.append(.event(Event(sequence: sequence, change: change)))
    }
}
