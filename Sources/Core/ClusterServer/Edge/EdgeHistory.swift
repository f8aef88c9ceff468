import ClusterTraffic
import PagingRoom
import PagingServer

/// The events of a room's present epoch, as an edge has told them to its members.
struct EdgeHistory: Sendable {
    /// Nil before the room was followed. It never becomes an earlier one.
    private(set) var epoch: RoomEpoch?
    /// Offsets so far: those that come after a moment have a higher number.
    private(set) var offsetCount = 0
    private(set) var ring: FrameRing?
    private var offset: EncodedOffset?
    private let settings: ClusterCoreSettings

    init(_ settings: ClusterCoreSettings) {
        self.settings = settings
    }

    /// The newest event.
    var last: Sequence { ring?.last ?? Sequence(0) }

    mutating func halve() { ring?.halve() }

    /// Goes on in `epoch` after `sequence`.
    mutating func begin(_ epoch: RoomEpoch, after sequence: Sequence) {
        self.epoch = epoch
        ring = settings.ring(after: sequence)
        offset = nil
    }

    /// Whether all events after `sequence` are known.
    func reaches(back sequence: Sequence) -> Bool { ring?.reaches(back: sequence) ?? false }

    /// Whether events before these are missing.
    func hasGap(before events: RelayedEvents) -> Bool { events.first > last.next.number }

    /// Takes what the owner published and returns what is new of it. There must be no gap before it.
    mutating func take(_ events: RelayedEvents) -> Publication? {
        let known = last.next.number - events.first
        let isNew = events.frames.isEmpty ? known == 0 && events.offset != nil : known < events.frames.count
        guard known >= 0, isNew else { return nil }
        var publication = Publication(first: last.next, canWait: events.canWait)
        for frame in events.frames.dropFirst(Int(known)) {
            ring?.append(frame)
            publication.frames.append(frame)
        }
        publication.offset = events.offset.flatMap { note($0) }
        return publication
    }

    /// Takes the newest offset, which an owner says again after a silence; returns it if it is new.
    mutating func takeAgain(_ newest: RelayedOffset, at sequence: Sequence) -> Publication? {
        guard sequence == last, newest.frame != offset?.frame, let offset = note(newest) else { return nil }
        return Publication(first: last.next, offset: offset)
    }

    private mutating func note(_ newest: RelayedOffset) -> EncodedOffset? {
        guard let newest = EncodedOffset(newest), newest.sequence <= last else { return nil }
        offsetCount += 1
        offset = newest
        return newest
    }

    /// The grant with everything that came after it, for a connection whose loop may have none of it. Nil when that is no
    /// longer known.
    ///
    /// - Parameter offsets: `offsetCount` when the grant arrived. Its picture is newer than earlier offsets of its event.
    func extend(_ granted: JoinGranted, since offsets: Int) -> JoinGranted? {
        guard let ring, ring.reaches(back: granted.sequence) else { return nil }
        var extended = granted
        var later: EncodedOffset?
        if let offset, offset.isWanted(by: granted) {
            let isLater = offset.sequence > granted.sequence || offsetCount > offsets
            if isLater, offset.sequence >= granted.sequence { later = offset }
        }
        var number = granted.sequence
        if let later, later.sequence == number { extended.frames.append(later.frame) }
        for frame in ring.frames(after: granted.sequence) {
            number = number.next
            extended.frames.append(frame)
            if let later, later.sequence == number { extended.frames.append(later.frame) }
        }
        extended.sequence = ring.last
        return extended
    }
}

extension EncodedOffset {
    fileprivate func isWanted(by granted: JoinGranted) -> Bool {
        switch granted.offsets {
        case .frames: audience != .keyframes
        case .keyframes: audience != .frames
        case .none: false
        }
    }

    fileprivate init?(_ offset: RelayedOffset) {
        guard let audience = OffsetAudience(relayed: offset.audience) else { return nil }
        self.init(
            frame: offset.frame, sequence: Sequence(offset.sequence), audience: audience, isDragged: offset.isDragged)
    }
}
