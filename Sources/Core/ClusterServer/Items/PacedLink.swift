import ClusterTraffic
import PagingEngine

/// One end of a link that takes any number of items at once, such as all connections of a large room: those beyond half of
/// the link's limits wait here until the other end has acknowledged earlier ones.
struct PacedLink: Sendable {
    private static let items = LinkLimits.items / 2
    private static let bytes = LinkLimits.bytes / 2
    /// Bytes that wait, beyond which the link ends.
    private static let queuedBytes = 4 * LinkLimits.bytes

    private var link: Link
    private var queue: [[UInt8]] = []
    private var queuedBytes = 0

    init(_ link: Link) {
        self.link = link
    }

    var key: LinkKey { link.key }
    var peer: NodeID { link.peer }
    var hasEnded: Bool { link.end != nil }
    /// The time of the next `flush` if nothing happens before.
    var nextDeadline: Instant? { link.nextDeadline }
    /// Items that wait, or whose acknowledgement is missing.
    var unacknowledgedItems: Int { link.unacknowledgedItems + queue.count }
    /// Whether items wait.
    var isFull: Bool { !queue.isEmpty }

    mutating func send(_ item: [UInt8], at now: Instant, into effects: inout [Link.Effect]) {
        queue.append(item)
        queuedBytes += item.count
        sendQueue(at: now, into: &effects)
    }

    mutating func receive(
        _ frame: LinkFrame, from sender: NodeID, at now: Instant, into effects: inout [Link.Effect]
    ) {
        link.receive(frame, from: sender, at: now, into: &effects)
    }

    /// Sends what it is time to send. `valid` is that of `Link.flush`.
    mutating func flush(at now: Instant, valid: Instant? = nil, into effects: inout [Link.Effect]) {
        sendQueue(at: now, into: &effects)
        link.flush(at: now, valid: valid, into: &effects)
    }

    mutating func fabricConnected() { link.fabricConnected() }

    private mutating func sendQueue(at now: Instant, into effects: inout [Link.Effect]) {
        var count = 0
        while count < queue.count, !hasEnded, hasRoom(for: queue[count]) || queuedBytes > PacedLink.queuedBytes {
            queuedBytes -= queue[count].count
            link.send(queue[count], at: now, into: &effects)
            count += 1
        }
        queue.removeFirst(count)
    }

    private func hasRoom(for item: [UInt8]) -> Bool {
        link.unacknowledgedItems == 0
            || link.unacknowledgedItems < PacedLink.items
                && link.unacknowledgedBytes + item.count <= PacedLink.bytes
    }
}
