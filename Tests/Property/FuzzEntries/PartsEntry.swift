import ClusterTraffic
import PagingEngine

/// Parts of large payloads, as several nodes may send them: payloads arrive whole or not at all, in bounded memory.
enum PartsEntry {
    static let cluster = must(ClusterName("test"))
    /// The node that receives.
    static let node = must(NodeID(9))

    private static let limits: PartJoiner.Limits = {
        var limits = PartJoiner.Limits()
        (limits.senderBytes, limits.totalBytes) = (4 * Envelope.maximumPayloadBytes, 6 * Envelope.maximumPayloadBytes)
        (limits.senders, limits.incompleteMessages) = (3, 2)
        return limits
    }()
    /// Parts of one input, each of which takes as long as a large message.
    private static let maximumParts = 24
    /// Bytes that the last part of a payload has fewer than the others.
    private static let missingBytes = 7

    /// Each five bytes stand for a part: its sender, the number of the message, the index, the number of all parts, and the
    /// time since the part before in 16 ms. Returns whether a payload was complete.
    static func enter(_ bytes: ArraySlice<UInt8>) -> Bool {
        var messenger = Messenger(cluster: cluster, node: node, limits: limits)
        var milliseconds: Int64 = 0
        var isComplete = false
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 5).prefix(maximumParts) {
            guard start + 5 <= bytes.endIndex else { break }
            let (sender, number, index, count) = (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
            milliseconds += 16 * Int64(bytes[start + 4])
            let now = Instant(milliseconds: milliseconds)
            messenger.expire(at: now)
            let part = part(from: sender, number: number, index: index, count: count)
            if let message = messenger.receive(part, on: .beat, at: now) {
                check(message.payload, number: number)
                isComplete = true
            }
            precondition(messenger.heldBytes <= limits.totalBytes, "memory is bounded")
        }
        messenger.expire(at: Instant(milliseconds: milliseconds + limits.milliseconds))
        precondition(messenger.heldBytes == 0 && messenger.nextDeadline == nil, "nothing is kept for ever")
        return isComplete
    }

    /// A message as `Envelope` describes it, also where its values do not fit each other. The bytes of a part say where it
    /// belongs.
    private static func part(from sender: UInt8, number: UInt8, index: UInt8, count: UInt8) -> [UInt8] {
        let largest = Envelope.maximumPayloadBytes
        let size = index &+ 1 == count ? largest - missingBytes : largest
        let total = UInt32(max(0, Int(count) * largest - missingBytes))
        var bytes = [UInt8(ascii: "R"), UInt8(ascii: "F"), 1]
        bytes.append(text: cluster.text)
        bytes.append(integer: UInt64(sender))
        bytes.append(1)
        bytes.append(integer: UInt64(number))
        bytes.append(integer: UInt16(index))
        bytes.append(integer: total)
        return bytes + [UInt8](repeating: number &+ index, count: size)
    }

    private static func check(_ payload: [UInt8], number: UInt8) {
        let largest = Envelope.maximumPayloadBytes
        precondition((payload.count + missingBytes).isMultiple(of: largest), "a payload arrives whole")
        for (index, start) in stride(from: 0, to: payload.count, by: largest).enumerated() {
            let (first, last) = (payload[start], payload[min(start + largest, payload.count) - 1])
            let expected = number &+ UInt8(index)
            precondition(first == expected && last == expected, "each part is in its place")
        }
    }

    private static func must<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("expected a valid constant, got none") }
        return value
    }
}
