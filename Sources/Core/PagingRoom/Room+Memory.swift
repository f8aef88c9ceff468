import PagingContent
package import PagingEngine

extension Room {
    /// What the newest record says, to tell what has changed since.
    struct PersistedState: Hashable, Sendable {
        let rest: Pager.Rest
        let configuration: Configuration
        let loops: Bool
        let control: Control
        let shown: Int
    }

    private var present: PersistedState {
        let rest = pager.rest
        return PersistedState(
            rest: rest, configuration: pager.configuration, loops: loops, control: control.lasting,
            shown: shown(restingAt: rest.position.nearestPage))
    }

    /// How much of `page` is shown once the pager rests there: a hand may have taken it to another page than the
    /// target, which it then comes to as by letting go.
    private func shown(restingAt page: PageIndex) -> Int {
        guard page != pager.target, !pager.order.isEmpty else { return shown }
        return page < pager.target ? steps(of: page) : 0
    }

    /// The record of what has changed since the one before, or nil when nothing that is kept has; everything the first
    /// time, and when `whole` is asked for. Only a room whose records are taken after every call is remembered right.
    ///
    /// It says where a flight that has begun will end, so a record is due when the flight begins, not when it ends.
    package mutating func takeRecord(whole: Bool = false) -> RoomRecord? {
        let (old, new) = (remembered, present)
        let isWhole = whole || old == nil
        guard isWhole || old != new || roster.hasNews else { return nil }
        remembered = new
        let people = isWhole || roster.hasNews ? roster.takeNews(whole: isWhole) : (arrivals: [], departures: [])
        let hasNewPages = isWhole || old?.rest.revision != new.rest.revision || old?.loops != new.loops
        return RoomRecord(
            isWhole: isWhole, sequence: sequence, rest: new.rest, lastMember: roster.lastMember,
            configuration: isWhole || old?.configuration != new.configuration ? new.configuration : nil,
            pages: hasNewPages ? RoomRecord.Pages(supplier: supplier, loops: loops) : nil,
            control: isWhole || old?.control != new.control ? new.control : nil, shown: new.shown,
            arrivals: people.arrivals, departures: people.departures, isOnDemand: isOnDemand)
    }

    /// A room as it is remembered, at rest, a flight that was in progress completed. Its members are away, and expected
    /// back as anybody is whose connection is lost.
    ///
    /// The events go on from the record's number, in a new epoch: numbers given away after the record was written mean
    /// something else now. nil when `record`, the sum of a room's records, lacks pages or configuration.
    package init?(name: String, epoch: Epoch, restoring record: RoomRecord, policy: Policy = .open, now: Instant) {
        guard let configuration = record.configuration, let pages = record.pages else { return nil }
        self.init(
            name: name, epoch: epoch, supplier: pages.supplier, configuration: configuration, policy: policy, now: now)
        loops = pages.loops
        let order = pages.supplier.order(wrap: loops ? .loop : .finite)
        pager = Pager(configuration: configuration, order: order, resting: record.rest, now: now)
        sequence = record.sequence
        control = record.control ?? control
        shown = min(record.shown, targetSteps)
        isOnDemand = record.isOnDemand
        (place, toldPlace) = (pager.position, pager.position)
        roster.restore(record.arrivals, lastMember: record.lastMember, at: pager.now)
        remembered = present
    }
}

extension Event.Change {
    /// Whether it tells of something a memory keeps, and so may only be told once the memory has it. The beginning of a
    /// flight is not: what comes of it is told at its end.
    package var isKept: Bool {
        switch self {
        case .completed, .selected, .shift, .content, .settings, .dragEnabled, .control, .revealed: true
        case .dragBegan, .dragEnded, .target, .animation, .interrupted, .loading, .strip, .member, .audience, .blank,
            .pointer:
            false
        }
    }
}
