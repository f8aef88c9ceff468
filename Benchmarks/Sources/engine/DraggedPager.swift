import PagingEngine

/// A pager that one member drags, with a clock that goes on by 16 ms with each input.
struct DraggedPager {
    private(set) var pager: Pager
    /// Offsets the pager has announced so far.
    private(set) var offsets = 0
    private var now = Instant(milliseconds: 0)
    private var outputs: [Output] = []

    init(order: PageOrder) {
        pager = Pager(configuration: Configuration(.threePage), order: order, now: now)
        outputs.reserveCapacity(64)
    }

    mutating func `do`(_ input: Input) {
        now = now.advanced(byMilliseconds: 16)
        outputs.removeAll(keepingCapacity: true)
        pager.handle(input, by: MemberID(1), at: now, into: &outputs)
        for output in outputs {
            if case .offset = output { offsets += 1 }
        }
    }

    /// Lets time pass until no deadline is left.
    mutating func rest() {
        while let deadline = pager.nextDeadline {
            now = max(now, deadline)
            self.do(.tick)
        }
    }
}
