import FoundationEssentials
import LoadTesting
import Testing

@testable import riffle

/// Messages of workers of other machines: whatever numbers they have, the sums over all workers are right or there are none.
@Suite struct WorkerMessageTests {
    private var result: LoadResult {
        var result = LoadResult(title: "a test", seed: .max)
        var slice = LoadResult.Slice()
        slice.counts.closes = ["1001": 1]
        slice.latencies[.ack] = Distribution()
        slice.latencies[.ack]?.record(7, count: 3)
        result.timeline = [slice]
        result.counts = slice.counts
        result.counts.checks = ["all": CheckCount()]
        result.latencies[.ack] = LoadResult.Latencies()
        result.rooms = ["r": RoomSightings()]
        result.memory = GeneratorMemory(startBytes: 1, peakBytes: 2)
        return result
    }

    @Test func ordinaryMessagesAreRead() {
        for event in [WorkerEvent.result(result), .second(LoadSecond(number: 3, LoadResult.Slice()))] {
            #expect(WorkerEvent(line: Array(event.line.utf8)) != nil)
        }
    }

    /// Each number of the message in turn is as large, or as small, as it can be.
    @Test func numbersThatNoRunHasAreRefusedWhereTheyCouldOverflow() throws {
        let second = LoadSecond(number: 3, result.timeline[0])
        let barrier = BarrierState(name: "x", round: 1, waiting: 2, expected: 3)
        for event in [WorkerEvent.result(result), .second(second), .timeline([second.slice]), .barrier(barrier)] {
            let line = event.line
            for number in line.matches(of: /[:,\[](\d+)(?=[,\]}])/) {
                for extreme in ["\(Int64.max)", "\(Int64.min)"] {
                    var text = line
                    text.replaceSubrange(number.1.startIndex..<number.1.endIndex, with: extreme)
                    // What is still accepted can be added up.
                    var crew = CrewState(workers: 2)
                    for worker in 0..<2 { _ = crew.handle(WorkerEvent(line: Array(text.utf8)), from: worker) }
                    _ = crew.takeSeconds()
                    let whole = crew.merged()?.folded()
                    _ = (whole?.endedInWarmup, whole?.wholeCounts)
                }
            }
        }
        let counts = #""closes":{"1001":\#(Int64.max)}"#
        let line = WorkerEvent.second(second).line.replacing(#""closes":{"1001":1}"#, with: counts)
        #expect(line.contains(counts) && WorkerEvent(line: Array(line.utf8)) == nil)
    }
}
