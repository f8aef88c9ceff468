import PagingEngine

/// The state of a room that its records keep.
struct PersistedState: Hashable, Sendable {
    let rest: Pager.Rest
    let configuration: Configuration
    let loops: Bool
    let control: Control
    /// Sessions and tokens of removed members.
    let removed: [Credential]
    /// Steps shown of the page the room rests on.
    let shown: Int
}

/// The state according to a room's newest record, to record only changes.
struct RoomPersistence: Sendable {
    /// Whether the room was created by a join request, and so may go when it is empty.
    var isOnDemand = false
    /// The state in the newest record; nil before the first.
    private var lastRecorded: PersistedState?

    /// Continues after the records from which a room was restored.
    mutating func restored(_ state: PersistedState, isOnDemand: Bool) {
        lastRecorded = state
        self.isOnDemand = isOnDemand
    }

    /// The record of the changes since the last record, or nil without any. The first record is whole, and one for
    /// which `isWhole` is true.
    mutating func takeRecord(
        whole: Bool, of state: PersistedState, pages: RoomPages, roster: inout Roster, requests: inout RequestLogs,
        at sequence: Sequence
    ) -> RoomRecord? {
        let old = lastRecorded
        let isWhole = whole || old == nil
        let hasChanged = old != state || roster.hasUnrecordedChanges
        let done = requests.takeDone(hasChanged: hasChanged)
        guard isWhole || hasChanged else { return nil }
        lastRecorded = state
        let members = roster.takeRecord(whole: isWhole)
        let hasNewPages = isWhole || old?.rest.revision != state.rest.revision || old?.loops != state.loops
        return RoomRecord(
            isWhole: isWhole, sequence: sequence, rest: state.rest, lastMember: roster.lastMember,
            configuration: isWhole || old?.configuration != state.configuration ? state.configuration : nil,
            pages: hasNewPages ? RoomRecord.Pages(supplier: pages.supplier, loops: pages.loops) : nil,
            control: isWhole || old?.control != state.control ? state.control : nil, shown: state.shown,
            arrivals: members.arrivals, departures: members.departures,
            removed: isWhole || old?.removed != state.removed ? state.removed : nil, isOnDemand: isOnDemand,
            done: isWhole ? requests.done : done)
    }
}
