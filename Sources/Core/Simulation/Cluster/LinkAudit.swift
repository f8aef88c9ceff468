import ClusterTraffic
import PagingEngine

/// Compares the items that arrive with those that were sent.
struct LinkAudit {
    /// One direction of one life of the link.
    private struct Stream: Hashable {
        let life: Int
        let sender: Int
    }

    private(set) var violations: [LinkViolation] = []
    private(set) var deliveredCount = 0
    private var sent: [Stream: Int] = [:]
    private var delivered: [Stream: Int] = [:]

    /// The next item of a stream: its life, sender and number, then `padding` bytes.
    mutating func item(life: Int, sender: Int, padding: Int) -> [UInt8] {
        let number = sent[Stream(life: life, sender: sender), default: 0] + 1
        sent[Stream(life: life, sender: sender)] = number
        return LinkAudit.mark + [life, sender, number].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            + [UInt8](repeating: 7, count: padding)
    }

    private static let mark: [UInt8] = [1, 2, 3, 4]

    /// An item arrives at a node in a life of its link.
    mutating func delivered(_ item: [UInt8], to node: Int, life: Int, at now: Instant) {
        deliveredCount += 1
        guard item.count >= 10, Array(item.prefix(4)) == LinkAudit.mark else {
            return note(.separation, at: now, "node \(node) got an item that nobody sent")
        }
        let numbers = [4, 6, 8].map { Int(item[$0]) << 8 | Int(item[$0 + 1]) }
        let (itemLife, sender, number) = (numbers[0], numbers[1], numbers[2])
        guard sender != node else { return note(.separation, at: now, "node \(node) got its own item") }
        guard itemLife == life else {
            return note(.life, at: now, "node \(node) got an item of life \(itemLife) in life \(life)")
        }
        let stream = Stream(life: life, sender: sender)
        let last = delivered[stream, default: 0]
        if number <= last {
            note(.once, at: now, "node \(node) got item \(number) again after \(last)")
        } else if number > last + 1 {
            note(.order, at: now, "node \(node) got item \(number) after \(last)")
        }
        delivered[stream] = max(last, number)
    }

    /// A link ends although the fabric carries everything.
    mutating func endedWithoutFault(life: Int, _ reason: Link.EndReason, at now: Instant) {
        note(.convergence, at: now, "the link of life \(life) ended without a fault: \(reason.rawValue)")
    }

    /// Everything that was sent in this life has had the time to arrive.
    mutating func settled(life: Int, at now: Instant) {
        for sender in 0...1 {
            let stream = Stream(life: life, sender: sender)
            let (sent, delivered) = (sent[stream, default: 0], delivered[stream, default: 0])
            if sent != delivered {
                note(.convergence, at: now, "\(delivered) of \(sent) items of node \(sender) arrived in life \(life)")
            }
        }
    }

    mutating func checkBounds(of link: Link, _ messenger: Messenger, at now: Instant) {
        let limits = PartJoiner.Limits()
        let measures = [
            ("unacknowledged items", link.unacknowledgedItems, LinkLimits.items),
            ("unacknowledged bytes", link.unacknowledgedBytes, LinkLimits.bytes),
            ("early items", link.earlyItems, LinkLimits.items),
            ("early bytes", link.earlyBytes, LinkLimits.bytes),
            ("bytes of parts", messenger.heldBytes, limits.totalBytes),
        ]
        for (name, value, limit) in measures where value > limit {
            note(.bounds, at: now, "\(value) \(name), more than \(limit)")
        }
    }

    private mutating func note(_ rule: LinkViolation.Rule, at now: Instant, _ text: String) {
        guard violations.count < 20 else { return }
        violations.append(LinkViolation(rule: rule, milliseconds: now.milliseconds, text: text))
    }
}
