import PagingRoom

/// The last reliable frames of a room by number.
struct FrameRing: Sendable {
    private var slots: [Frame] = []
    let capacity: Int
    /// The number before the ring's very first frame, which stands in slot 0.
    private let start: Sequence
    /// The number of the newest frame.
    private(set) var last: Sequence

    var count: Int { slots.count }

    /// An empty ring that goes on after `last`.
    init(capacity: Int, after last: Sequence) {
        precondition(capacity > 0, "a ring holds at least one frame")
        self.capacity = capacity
        self.last = last
        start = last
    }

    /// The number of the oldest frame held, or the next one's when empty.
    var first: Sequence { Sequence(last.number - Int64(slots.count) + 1) }

    mutating func append(_ frame: Frame) {
        last = last.next
        if slots.count < capacity { slots.append(frame) } else { slots[index(of: last)] = frame }
    }

    /// Whether everything after `sequence` is still here.
    func reaches(back sequence: Sequence) -> Bool {
        sequence.next >= first && sequence <= last
    }

    subscript(sequence: Sequence) -> Frame {
        precondition(sequence >= first && sequence <= last, "only frames the ring holds are read")
        return slots[index(of: sequence)]
    }

    /// The frames after `sequence` in order.
    func frames(after sequence: Sequence) -> [Frame] {
        precondition(reaches(back: sequence), "only frames the ring holds are read")
        return stride(from: sequence.number + 1, through: last.number, by: 1).map { self[Sequence($0)] }
    }

    private func index(of sequence: Sequence) -> Int {
        Int((sequence.number - start.number - 1) % Int64(capacity))
    }
}
