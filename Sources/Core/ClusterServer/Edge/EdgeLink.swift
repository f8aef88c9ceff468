import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer

/// The edge's end of a link to the owner of a room.
///
/// Answers come over the link, events on the fabric. What the owner said after an event waits until the edge has it.
struct EdgeLink: Sendable {
    /// An item from the owner, and the edge's offsets when it arrived.
    struct ReceivedItem: Sendable {
        let item: DownItem
        let offsets: Int
    }

    /// Items that may wait for events, and their bytes: a repair takes a moment, in which everybody may join.
    private static let waitingItems = 16 * LinkLimits.items
    private static let waitingBytes = 4 * LinkLimits.bytes

    private var link: PacedLink
    private var waiting: [ReceivedItem] = []
    private var waitingBytes = 0
    /// The first of `waiting` that was not taken.
    private var firstWaiting = 0
    /// The event after which the next item was said.
    private var reached = Sequence(0)
    private var isOverrun = false
    /// Since when the owner has something to acknowledge and acknowledges nothing.
    private(set) var unacknowledgedSince: Instant?

    init(_ key: LinkKey) {
        link = PacedLink(Link(key, sending: .up, to: key.epoch.owner))
    }

    var key: LinkKey { link.key }
    var owner: NodeID { link.peer }
    var hasEnded: Bool { link.hasEnded || isOverrun }
    /// Whether the owner has everything.
    var isIdle: Bool { link.unacknowledgedItems == 0 }
    /// Whether only what must arrive may still be sent.
    var isFull: Bool { link.isFull }
    var nextDeadline: Instant? { link.nextDeadline }

    // MARK: Sending

    mutating func send(_ item: [UInt8], at now: Instant) {
        // Nothing but the end of the link, which `hasEnded` tells.
        var effects: [Link.Effect] = []
        link.send(item, at: now, into: &effects)
        if unacknowledgedSince == nil { unacknowledgedSince = now }
    }

    mutating func flush(at now: Instant, into output: inout ClusterOutput) {
        var effects: [Link.Effect] = []
        link.flush(at: now, into: &effects)
        for case .send(let frame) in effects { output.send(frame, to: owner) }
    }

    mutating func fabricConnected() { link.fabricConnected() }

    // MARK: Receiving

    /// Takes a frame of the owner; `offsets` is the edge's number of offsets.
    mutating func receive(_ frame: LinkFrame, from sender: NodeID, offsets: Int, at now: Instant) {
        var effects: [Link.Effect] = []
        let before = link.unacknowledgedItems
        link.receive(frame, from: sender, at: now, into: &effects)
        if link.unacknowledgedItems < before { unacknowledgedSince = isIdle ? nil : now }
        for case .deliver(let bytes) in effects {
            waitingBytes += bytes.count
            // An item of a later version: only the link's order counts.
            guard let item = DownItem(bytes, room: key.room) else { continue }
            waiting.append(ReceivedItem(item: item, offsets: offsets))
        }
        isOverrun = waiting.count > EdgeLink.waitingItems || waitingBytes > EdgeLink.waitingBytes
    }

    /// Takes the next item, if the edge has all events before it, up to `last`.
    mutating func next(at last: Sequence) -> ReceivedItem? {
        while firstWaiting < waiting.count {
            let arrival = waiting[firstWaiting]
            guard case .reached(let sequence) = arrival.item else {
                guard event(before: arrival.item, after: reached) <= last else { return nil }
                firstWaiting += 1
                return arrival
            }
            reached = max(reached, sequence)
            firstWaiting += 1
        }
        (firstWaiting, waitingBytes) = (0, 0)
        waiting.removeAll(keepingCapacity: true)
        return nil
    }

    /// The event for which the next item waits; nil when none waits.
    var awaited: Sequence? {
        var reached = reached
        for arrival in waiting[firstWaiting...] {
            guard case .reached(let sequence) = arrival.item else { return event(before: arrival.item, after: reached) }
            reached = max(reached, sequence)
        }
        return nil
    }

    /// The event that must be here before an item which the owner sent after `reached`.
    private func event(before item: DownItem, after reached: Sequence) -> Sequence {
        switch item {
        case .joinGranted(_, let granted): max(granted.sequence, reached)
        case .reset(_, _, let sequence): max(sequence, reached)
        case .reached, .reply, .sideAnswer, .dismissed, .audienceRules, .audienceNumbers: reached
        }
    }
}
