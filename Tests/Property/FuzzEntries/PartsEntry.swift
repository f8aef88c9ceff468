import ClusterTraffic
import PagingEngine

/// Parts of large payloads, as several nodes may send them: payloads arrive whole or not at all, in bounded memory.
enum PartsEntry {
    private static let limits: PartJoiner.Limits = {
        var limits = PartJoiner.Limits()
        (limits.senderBytes, limits.totalBytes) = (4 * Envelope.maximumPayloadBytes, 6 * Envelope.maximumPayloadBytes)
        (limits.senders, limits.incompleteMessages) = (3, 2)
        return limits
    }()
    private static let maximumParts = 64
    /// Bytes that the last part of a payload has fewer than the others.
    private static let missingBytes = 7

    /// Each five bytes stand for a part: its sender, the number of the message, the index, the number of all parts, and the
    /// time since the part before in 16 ms. Returns whether a payload was complete.
    static func enter(_ bytes: ArraySlice<UInt8>) -> Bool {
        var (joiner, drops) = (PartJoiner(limits: limits), DropCounts())
        var milliseconds: Int64 = 0
        var isComplete = false
        for start in stride(from: bytes.startIndex, to: bytes.endIndex - 4, by: 5).prefix(maximumParts) {
            let values = Array(bytes[start..<start + 5])
            milliseconds += 16 * Int64(values[4])
            let now = Instant(milliseconds: milliseconds)
            joiner.expire(at: now, dropping: &drops)
            guard let sender = NodeID(UInt64(values[0])),
                let part = part(of: values[1], index: Int(values[2]), count: Int(values[3]))
            else { continue }
            if let payload = joiner.add(part, from: sender, at: now, dropping: &drops) {
                check(payload, of: values[1], count: Int(values[3]))
                isComplete = true
            }
            precondition(joiner.heldBytes <= limits.totalBytes, "the memory for all is bounded")
            precondition(joiner.heldBytes(of: sender) <= limits.senderBytes, "the memory for one sender is bounded")
            precondition(joiner.senderCount <= limits.senders, "few senders are remembered")
        }
        joiner.expire(at: Instant(milliseconds: milliseconds + limits.milliseconds), dropping: &drops)
        precondition(joiner.heldBytes == 0 && joiner.senderCount == 0, "nothing is kept for ever")
        precondition(joiner.nextDeadline == nil, "nothing is waited for")
        return isComplete
    }

    /// Bytes of whole parts by their place and the number of their message, so that parts in a wrong place are noticed.
    /// They are made once: they are large.
    private static let wholeParts: [[[UInt8]]] = (0..<marks.messages).map { number in
        (0..<marks.parts).map { [UInt8](repeating: mark(number, $0), count: Envelope.maximumPayloadBytes) }
    }
    /// Messages and parts whose bytes differ; the limits let in a few parts of two messages of a sender.
    private static let marks = (messages: UInt8(7), parts: UInt8(5))

    private static func mark(_ number: UInt8, _ index: UInt8) -> UInt8 {
        number % marks.messages * marks.parts + index % marks.parts
    }

    private static let lastParts = wholeParts.map { $0.map { Array($0.dropLast(missingBytes)) } }

    /// Nil where the values do not fit each other.
    private static func part(of number: UInt8, index: Int, count: Int) -> Part? {
        let parts = index + 1 == count ? lastParts : wholeParts
        return Part(
            number: UInt64(number), index: index, totalBytes: count * Envelope.maximumPayloadBytes - missingBytes,
            bytes: parts[Int(number % marks.messages)][index % Int(marks.parts)])
    }

    private static func check(_ payload: [UInt8], of number: UInt8, count: Int) {
        let largest = Envelope.maximumPayloadBytes
        precondition(payload.count == count * largest - missingBytes, "a payload arrives whole")
        for (index, start) in stride(from: 0, to: payload.count, by: largest).enumerated() {
            let (first, last) = (payload[start], payload[min(start + largest, payload.count) - 1])
            let expected = mark(number, UInt8(index))
            precondition(first == expected && last == expected, "each part is in its place")
        }
    }
}
