import AllocationCount
import Glibc
import PagingEngine

/// Time and allocations of the paging machine alone; prints one line of JSON.
///
/// `engine [SAMPLES]`: drag samples per run, ten million when not given.
@main
enum EngineBenchmark {
    static let runs = 5

    static func main() {
        let samples = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000
        let three = PageOrder((0..<3).map { PageID("page\($0)") }, loops: true)!
        let million = PageOrder((0..<1_000_000).map { PageID("page\($0)") }, loops: true)!
        var moved: [Double] = []
        var swiped: [Double] = []
        var swipedOfMillion: [Double] = []
        var allocations: UInt64 = 0
        for _ in 0..<runs {
            let run = dragRun(samples: samples)
            moved.append(run.nanosecondsPerSample)
            allocations += run.allocations
            swiped.append(swipeRun(order: three, swipes: samples / 50))
            swipedOfMillion.append(swipeRun(order: million, swipes: samples / 50))
        }
        print(
            """
            {"samples":\(samples),"runs":\(runs),"dragMovedNanoseconds":\(moved),"allocations":\(allocations),\
            "allocationsSeenInControl":\(control()),"swipeMicroseconds":\(swiped),\
            "swipeOfMillionPagesMicroseconds":\(swipedOfMillion)}
            """)
    }

    /// One long drag on the endless row, a sample every 16 ms, back and forth within 0.4 page.
    static func dragRun(samples: Int) -> (nanosecondsPerSample: Double, allocations: UInt64) {
        var dragged = DraggedPager(order: .unbounded)
        dragged.do(.dragBegan(DragID(1), viewport: nil))
        let ways = (0..<128).map { Distance(units: Int64(abs($0 - 64) - 32) * 820) }
        let offsetsBefore = dragged.offsets
        let allocationsBefore = allocation_count()
        let begin = ContinuousClock.now
        for sample in 0..<samples {
            dragged.do(.dragMoved(DragID(1), by: ways[sample & 127]))
        }
        let took = begin.duration(to: .now)
        let allocations = allocation_count() - allocationsBefore
        let offsets = dragged.offsets - offsetsBefore
        insist(offsets == samples, "each sample gives one offset, got \(offsets) for \(samples)")
        return (took.nanoseconds / Double(samples), allocations)
    }

    /// Swipes of 12 samples and a release, each until the page has come to rest; microseconds per swipe.
    static func swipeRun(order: PageOrder, swipes: Int) -> Double {
        var dragged = DraggedPager(order: order)
        let reach = Position.unitsPerPage * 6 / 10
        let begin = ContinuousClock.now
        for swipe in 0..<swipes {
            let drag = DragID(Int64(swipe))
            dragged.do(.dragBegan(drag, viewport: nil))
            for sample in 1...12 {
                dragged.do(.dragMoved(drag, by: Distance(units: reach * Int64(sample) / 12)))
            }
            dragged.do(.dragEnded(drag, by: Distance(units: reach), velocity: Velocity(unitsPerSecond: reach * 5)))
            dragged.rest()
        }
        let took = begin.duration(to: .now)
        let settled = dragged.pager.settled.value
        insist(settled == Int64(swipes), "each swipe moves one page, got \(settled) for \(swipes)")
        return took.nanoseconds / Double(swipes) / 1_000
    }

    /// What the counter sees of a loop that does allocate, a thousand times: proof that it counts.
    static func control() -> UInt64 {
        let before = allocation_count()
        var total = 0
        for size in 1...1_000 {
            total += [Int](repeating: size, count: size).withUnsafeBufferPointer { opaque($0.count) }
        }
        insist(total == 500_500, "a thousand arrays hold 500,500 numbers, got \(total)")
        return allocation_count() - before
    }

    /// Ends the benchmark when what was measured did not do its work: a release build drops the sentence of a
    /// `precondition`.
    static func insist(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        guard !condition else { return }
        print("engine: \(sentence())")
        exit(1)
    }

    @inline(never)
    static func opaque(_ count: Int) -> Int { count }
}

extension Duration {
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}
