package import PagingEngine

/// One end of a reliable stream between an edge and the owner of a room, in both directions: each item arrives once and
/// in order, or the link ends.
///
/// Effects of a turn come together: call `flush` after the last input of a turn, and again at `nextDeadline`.
package struct Link: Sendable {
    package enum Effect: Hashable, Sendable {
        case send(LinkFrame)
        case deliver([UInt8])
        case ended(EndReason)
    }

    package enum EndReason: String, Hashable, Sendable, CaseIterable {
        /// More than `LinkLimits.items` wait for their acknowledgement.
        case tooManyItems
        /// More than `LinkLimits.bytes` wait for their acknowledgement.
        case tooManyBytes
        /// An item waits for its acknowledgement for `LinkLimits.milliseconds`.
        case unacknowledged
    }

    package let key: LinkKey
    /// The direction in which this end sends.
    package let direction: LinkFrame.Direction
    /// The node at the other end.
    package let peer: NodeID
    /// Frames of another node, another life or the own direction, or that acknowledge items which were never sent.
    package private(set) var droppedFrames = 0
    package private(set) var end: EndReason?
    private var outgoing = OutgoingItems()
    private var incoming = IncomingItems()
    private var owesAcknowledgement = false
    /// Whether the last `flush` sent nothing because the owner has no lease.
    private var isSilent = false

    package init(_ key: LinkKey, sending direction: LinkFrame.Direction, to peer: NodeID) {
        self.key = key
        self.peer = peer
        self.direction = direction
    }

    /// The time of the next `flush` if nothing happens before; nil when none is needed.
    package var nextDeadline: Instant? {
        guard end == nil else { return nil }
        return isSilent ? nil : outgoing.nextDeadline
    }

    package var unacknowledgedItems: Int { outgoing.count }
    package var unacknowledgedBytes: Int { outgoing.bytes }
    /// Items and bytes that wait for an earlier one.
    package var earlyItems: Int { incoming.earlyCount }
    package var earlyBytes: Int { incoming.earlyBytes }

    /// Adds an item of at most `LinkFrame.maximumItemBytes` to the stream.
    package mutating func send(_ item: [UInt8], at now: Instant, into effects: inout [Effect]) {
        guard end == nil else { return }
        guard outgoing.count < LinkLimits.items else { return finish(.tooManyItems, into: &effects) }
        guard item.count <= LinkFrame.maximumItemBytes, outgoing.bytes + item.count <= LinkLimits.bytes else {
            return finish(.tooManyBytes, into: &effects)
        }
        outgoing.append(item, at: now)
    }

    /// Takes a frame that `sender` sent.
    package mutating func receive(
        _ frame: LinkFrame, from sender: NodeID, at now: Instant, into effects: inout [Effect]
    ) {
        guard end == nil else { return }
        guard sender == peer, frame.key == key, frame.direction == direction.opposite,
            outgoing.acknowledge(frame.acknowledged, at: now)
        else {
            droppedFrames += 1
            return
        }
        guard !frame.items.isEmpty else { return }
        owesAcknowledgement = true
        effects += incoming.take(frame.items, first: frame.first).map { .deliver($0) }
    }

    /// Sends everything again with the next `flush`: what was sent lately is probably lost.
    package mutating func fabricConnected() {
        outgoing.sendAllAgain()
    }

    /// Sends what it is time to send, and ends the link when the other end does not acknowledge.
    ///
    /// - Parameter valid: the end of the owner's lease, with which an owner stamps each frame. While it is nil, an owner
    ///   sends nothing, and its items do not age; call again when there is a lease. An edge ignores it.
    package mutating func flush(at now: Instant, valid: Instant? = nil, into effects: inout [Effect]) {
        guard end == nil else { return }
        let wasSilent = isSilent
        isSilent = direction == .down && valid == nil
        guard !isSilent else { return }
        if wasSilent { outgoing.restart(at: now) }
        guard !outgoing.isExpired(at: now) else { return finish(.unacknowledged, into: &effects) }
        var runs = outgoing.takeResend(at: now).map { [$0] } ?? []
        runs += outgoing.takeUnsent(at: now)
        if runs.isEmpty, owesAcknowledgement { runs = [(1, [])] }
        owesAcknowledgement = false
        for run in runs {
            let frame = LinkFrame(
                key, first: run.first, acknowledged: incoming.acknowledged, items: run.items,
                valid: direction == .down ? valid : nil)
            effects.append(.send(frame))
        }
    }

    private mutating func finish(_ reason: EndReason, into effects: inout [Effect]) {
        end = reason
        outgoing = OutgoingItems()
        incoming = IncomingItems()
        effects.append(.ended(reason))
    }
}
