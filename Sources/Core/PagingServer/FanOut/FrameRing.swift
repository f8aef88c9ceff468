package import PagingRoom

/// The last reliable frames of a room by number, limited in number and in bytes. It holds at least the newest frame.
package struct FrameRing: Sendable {
    /// Frames by number modulo `capacity`; those that are no longer held are empty.
    private var slots: [Frame] = []
    let capacity: Int
    private let byteLimit: Int
    /// The number before the ring's very first frame, which stands in slot 0.
    private let start: Sequence
    /// The number of the newest frame.
    package private(set) var last: Sequence
    private(set) var count = 0
    /// Bytes of all frames held.
    package private(set) var byteCount = 0

    /// An empty ring that goes on after `last`.
    package init(capacity: Int, byteLimit: Int = .max, after last: Sequence) {
        precondition(capacity > 0, "a ring holds at least one frame")
        self.capacity = capacity
        self.byteLimit = byteLimit
        self.last = last
        start = last
    }

    /// Bytes of all frames but the newest, which `trim` can remove.
    package var olderByteCount: Int { count > 1 ? byteCount - slots[index(of: last)].count : 0 }

    /// The number of the oldest frame held, or the next one's when empty.
    package var first: Sequence { Sequence(last.number - Int64(count) + 1) }

    package mutating func append(_ frame: Frame) {
        if count == capacity { removeFirst() }
        last = last.next
        let index = index(of: last)
        if index == slots.count { slots.append(frame) } else { slots[index] = frame }
        count += 1
        byteCount += frame.count
        trim(to: byteLimit)
    }

    /// Removes the oldest frames until no more than `limit` bytes are held, but never the newest.
    package mutating func trim(to limit: Int) {
        while byteCount > limit, count > 1 { removeFirst() }
    }

    private mutating func removeFirst() {
        let index = index(of: first)
        byteCount -= slots[index].count
        count -= 1
        slots[index] = []
    }

    /// Whether everything after `sequence` is still here.
    package func reaches(back sequence: Sequence) -> Bool {
        sequence.next >= first && sequence <= last
    }

    subscript(sequence: Sequence) -> Frame {
        precondition(sequence >= first && sequence <= last, "only frames the ring holds are read")
        return slots[index(of: sequence)]
    }

    /// The frames after `sequence` in order.
    package func frames(after sequence: Sequence) -> [Frame] {
        precondition(reaches(back: sequence), "only frames the ring holds are read")
        return stride(from: sequence.number + 1, through: last.number, by: 1).map { self[Sequence($0)] }
    }

    private func index(of sequence: Sequence) -> Int {
        Int((sequence.number - start.number - 1) % Int64(capacity))
    }
}
