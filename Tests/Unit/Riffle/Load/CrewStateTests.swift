import LoadTesting
import Scripting
import Testing

@testable import riffle

@Suite struct CrewStateTests {
    private func result(users: Int) -> LoadResult {
        var result = LoadResult(title: "a test", seed: 1)
        result.users = users
        return result
    }

    @Test func theRunStartsWhenAllWorkersAreReady() {
        var state = CrewState(workers: 2)
        #expect(state.handle(.ready, from: 1).isEmpty && !state.isReady)
        #expect(state.handle(.ready, from: 0).isEmpty && state.isReady)
    }

    @Test func aSecondIsTheSumOfItsWorkers() {
        var state = CrewState(workers: 2)
        for (worker, users) in [(0, 3), (1, 5)] {
            #expect(state.takeSeconds().isEmpty)
            var slice = LoadResult.Slice()
            slice.playing = users
            _ = state.handle(.second(LoadSecond(number: 0, slice)), from: worker)
        }
        #expect(state.takeSeconds().map(\.slice.playing) == [8])
        _ = state.handle(.second(LoadSecond(number: 1, LoadResult.Slice())), from: 0)
        _ = state.handle(.result(result(users: 0)), from: 1)
        #expect(state.takeSeconds().map(\.number) == [1])
    }

    @Test func theTimelineOfALongRunComesInSeveralLines() {
        var long = result(users: 3)
        long.timeline = (0..<1_000).map { second in
            var slice = LoadResult.Slice()
            slice.actions = second
            return slice
        }
        var state = CrewState(workers: 1)
        let lines = WorkerEvent.all(of: long).map(\.line)
        for line in lines { _ = state.handle(WorkerEvent(line: Array(line.utf8)), from: 0) }
        #expect(state.merged() == long && lines.count == 21)
    }

    @Test func aBarrierOpensWhenNoUserOfAnyWorkerIsMissing() {
        var state = CrewState(workers: 2)
        let full = BarrierState(name: "all", round: 0, waiting: 2, expected: 2)
        #expect(state.handle(.barrier(full), from: 0).isEmpty)
        #expect(state.handle(.barrier(full), from: 1) == ["all"])
    }

    @Test func aWorkerThatHasEndedHoldsNoBarrierBack() {
        var state = CrewState(workers: 2)
        #expect(state.handle(.barrier(BarrierState(name: "all", round: 0, waiting: 2, expected: 2)), from: 0).isEmpty)
        #expect(state.handle(.result(result(users: 0)), from: 1) == ["all"])
    }

    /// Half of the gaps come to each worker; the run ends when all have handed over the second, or have ended.
    @Test func aThresholdOverAllWorkersEndsTheRun() throws {
        var load = LoadScript()
        var threshold = try Threshold("gaps < 4")
        threshold.abort = Threshold.EarlyEnd()
        load.thresholds = [threshold]
        var watch = try #require(AbortWatch(load))
        var state = CrewState(workers: 3)
        var slice = LoadResult.Slice()
        slice.counts.gaps = 2
        // As the workers' messages tell it.
        let event = WorkerEvent.second(LoadSecond(number: 0, slice))
        let second = try #require(WorkerEvent(line: Array(event.line.utf8)))
        _ = state.handle(second, from: 0)
        _ = state.handle(second, from: 1)
        #expect(state.takeSeconds().isEmpty)
        _ = state.handle(.result(result(users: 0)), from: 2)
        for second in state.takeSeconds() { watch.note(second) }
        #expect(watch.abort?.verdict.found == 4 && watch.abort?.second == 1)
    }

    @Test func theFirstFailureIsKept() {
        var state = CrewState(workers: 2)
        #expect(state.needsResult(of: 0))
        _ = state.handle(nil, from: 1)
        _ = state.handle(.failed("no file", code: 1), from: 0)
        #expect(state.failure == "worker 2 sent an unreadable message")
        #expect(!state.needsResult(of: 0))
    }

    @Test func resultsAreMerged() {
        var state = CrewState(workers: 3)
        #expect(state.merged() == nil)
        _ = state.handle(.result(result(users: 2)), from: 2)
        _ = state.handle(.result(result(users: 3)), from: 0)
        #expect(state.merged()?.users == 5)
        #expect(state.needsResult(of: 1) && !state.needsResult(of: 2))
    }
}
