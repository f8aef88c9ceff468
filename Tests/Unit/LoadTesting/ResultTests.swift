import Scripting
import Testing

@testable import LoadTesting

@Suite struct ResultTests {
    private func result(_ fill: (inout LoadResult) -> Void) -> LoadResult {
        var result = LoadResult(title: "a test", seed: 1)
        fill(&result)
        return result
    }

    private func sightings(first: Int64, last: Int64, digest: String? = nil) -> RoomSightings {
        var sightings = RoomSightings()
        sightings.events[7] = RoomSightings.Seen(first: first, last: last, receivers: 1, digest: digest)
        sightings.spans[3] = RoomSightings.Span(at: 750_000, lowest: first, highest: last, windows: 1)
        return sightings
    }

    @Test func eventsSeenByTwoWorkersAreSpreadOverBoth() {
        var whole = result {
            $0.rooms["talk x"] = sightings(first: 1_000, last: 1_000)
            $0.timeline = [LoadResult.Slice()]
        }
        whole.merge(result { $0.rooms["talk x"] = sightings(first: 1_300, last: 1_400) })
        let folded = whole.folded()
        #expect(folded.latencies[.spread]?.corrected.steps.map(\.value) == [400])
        #expect(folded.latencies[.skew]?.corrected.steps.map(\.value) == [400])
        #expect(folded.timeline[0].latencies[.spread]?.count == 1)
        #expect(folded.rooms.isEmpty)
        #expect(whole.counts.diverged == 0)
    }

    /// Eight users of two workers are eight, also when all have left at the ends of the seconds.
    @Test func usersAtMostAreAddedUpBySecond() {
        func worker(_ most: [Int]) -> LoadResult {
            result {
                $0.timeline = most.map { users in
                    var slice = LoadResult.Slice()
                    slice.mostPlaying = users
                    return slice
                }
                $0.peakUsers = most.max() ?? 0
            }
        }
        var whole = worker([4, 0, 2])
        whole.merge(worker([4, 1]))
        #expect(whole.peakUsers == 8)
    }

    @Test func anEventOfOneMemberHasNoSpread() {
        let one = result { $0.rooms["talk x"] = sightings(first: 1_000, last: 9_000) }
        #expect(one.folded().latencies[.spread] == nil)
    }

    @Test func pictureOfTwoWorkersAreCompared() {
        var whole = result { $0.rooms["talk x"] = sightings(first: 1, last: 1, digest: "a") }
        whole.merge(result { $0.rooms["talk x"] = sightings(first: 1, last: 1, digest: "b") })
        whole.merge(result { $0.rooms["talk x"] = sightings(first: 1, last: 1) })
        whole.merge(result { $0.rooms["talk y"] = sightings(first: 1, last: 1, digest: "c") })
        #expect(whole.counts.diverged == 1)
    }

    @Test func countsAndSecondsAreAddedUp() {
        var whole = result {
            $0.counts.gaps = 2
            $0.counts.rejections = ["held": 1, "rate": 1]
            $0.timeline = [LoadResult.Slice(), LoadResult.Slice()]
            ($0.timeline[1].users, $0.timeline[1].mostPlaying) = (5, 5)
            ($0.timeline[1].sentMessages, $0.timeline[1].sentBytes) = (2, 60)
            ($0.timeline[1].receivedMessages, $0.timeline[1].receivedBytes) = (3, 900)
            $0.peakUsers = 5
            $0.connectFailure = ConnectFailure(.unreachable, "no server")
            $0.memory = GeneratorMemory(startBytes: 20, peakBytes: 100)
            $0.failures = ["a"]
            $0.failureCount = 1
        }
        whole.merge(
            result {
                $0.counts.gaps = 3
                $0.counts.rejections = ["held": 4]
                $0.timeline = Array(repeating: LoadResult.Slice(), count: 3)
                ($0.timeline[1].users, $0.timeline[1].mostPlaying) = (4, 4)
                ($0.timeline[1].sentMessages, $0.timeline[1].sentBytes) = (1, 30)
                ($0.timeline[1].receivedMessages, $0.timeline[1].receivedBytes) = (4, 100)
                $0.peakUsers = 6
                $0.memory = GeneratorMemory(startBytes: 30, peakBytes: 66)
                $0.connectFailure = ConnectFailure(.refused, "no")
                $0.failures = Array(repeating: "b", count: 100)
                $0.failureCount = 150
            })
        #expect(whole.counts.gaps == 5)
        #expect(whole.counts.rejections == ["held": 5, "rate": 1])
        #expect(whole.timeline.map(\.users) == [0, 9, 0])
        let second = whole.timeline[1]
        #expect(
            [second.sentMessages, second.sentBytes, second.receivedMessages, second.receivedBytes] == [3, 90, 7, 1_000])
        #expect(whole.peakUsers == 9)
        #expect(whole.memory == GeneratorMemory(startBytes: 50, peakBytes: 166))
        #expect(whole.memory?.bytesPerUser(of: 9) == 12)
        #expect(whole.connectFailure?.reason == "no")
        #expect(whole.failures.count == 100 && whole.failureCount == 151)
    }

    @Test func thresholdsAreComparedWithTheResult() throws {
        let run = result {
            $0.counts.expectedEvents = 1_000
            $0.counts.receivedEvents = 999
            $0.counts.rejections = ["held": 3, "rate": 1]
            $0.latencies[.ack] = LoadResult.Latencies()
            for value: Int64 in 1...1_000 {
                $0.latencies[.ack]?.corrected.record(value * 1_000)
                $0.latencies[.ack]?.naive.record(1_000)
            }
            $0.latencies[.skew] = LoadResult.Latencies()
            $0.latencies[.skew]?.corrected.record(32_768)
        }
        let expected: [(String, Bool)] = [
            ("ack.p50 < 501ms", true), ("ack.p50 < 500ms", false), ("ack.max <= 1.1s", true),
            ("naive.ack.p99 < 2ms", true), ("reach >= 99.9%", true), ("reach >= 99.95%", false), ("gaps == 0", true),
            ("rejected == 4", true), ("rejected.held < 3", false), ("skew.max < 0.51", true),
            ("skew.max < 0.5", false), ("ack.count == 1000", true), ("deliver.count == 0", true),
        ]
        let verdicts = Verdict.judge(try expected.map { try Threshold($0.0) }, run)
        for (verdict, expected) in zip(verdicts, expected) {
            #expect(verdict.held == expected.1, "\(expected.0): \(verdict.found ?? -1)")
        }
        let nothing = Verdict.judge([try Threshold("deliver.p95 < 100ms")], run)[0]
        #expect(nothing.found == nil && !nothing.held, "what was never measured is not fast")
    }
}
