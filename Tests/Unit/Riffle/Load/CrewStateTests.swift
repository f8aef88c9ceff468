import LoadTesting
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

    @Test func progressIsTheSumOfTheNewestReports() {
        var state = CrewState(workers: 2)
        var progress = LoadProgress()
        for (worker, users) in [(0, 3), (1, 5), (0, 4)] {
            progress.users = users
            _ = state.handle(.progress(progress), from: worker)
        }
        #expect(state.progress.users == 9)
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
