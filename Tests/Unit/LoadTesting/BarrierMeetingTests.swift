import LoadTesting
import Testing

@Suite struct BarrierMeetingTests {
    /// The report of a worker about its users at a barrier.
    private struct Report {
        var worker: Int
        var waiting: Int
        var expected: Int
        var round = 0
    }

    /// Indexes of the reports that open the barrier.
    private func openings(workers: Int, _ reports: [Report]) -> [Int] {
        var meeting = BarrierMeeting(workers: workers)
        return reports.indices.filter { index in
            let report = reports[index]
            let state = BarrierState(
                name: "all", round: report.round, waiting: report.waiting, expected: report.expected)
            return meeting.note(state, from: report.worker)
        }
    }

    @Test func aBarrierWaitsForTheUsersOfAllWorkers() {
        let reports = [
            Report(worker: 0, waiting: 3, expected: 3), Report(worker: 1, waiting: 0, expected: 2),
            Report(worker: 1, waiting: 1, expected: 2), Report(worker: 1, waiting: 2, expected: 2),
        ]
        #expect(openings(workers: 2, reports) == [3])
    }

    @Test func usersThatGiveUpAreNotExpected() {
        let reports = [Report(worker: 0, waiting: 2, expected: 2), Report(worker: 1, waiting: 0, expected: 0)]
        #expect(openings(workers: 2, reports) == [1])
        #expect(openings(workers: 1, [Report(worker: 0, waiting: 0, expected: 0)]) == [], "no user waits")
    }

    /// A report that was under way when the barrier opened does not count for the next round.
    @Test func aBarrierOpensOncePerRound() {
        let reports = [
            Report(worker: 0, waiting: 1, expected: 1), Report(worker: 1, waiting: 1, expected: 1),
            Report(worker: 1, waiting: 1, expected: 1), Report(worker: 0, waiting: 1, expected: 1, round: 1),
            Report(worker: 1, waiting: 0, expected: 1, round: 1), Report(worker: 1, waiting: 1, expected: 1, round: 1),
        ]
        #expect(openings(workers: 2, reports) == [1, 5])
    }

    @Test func workersThatHaveEndedAreNotExpected() {
        var meeting = BarrierMeeting(workers: 3)
        let none = BarrierState(name: "all", round: 0, waiting: 0, expected: 0)
        let two = BarrierState(name: "all", round: 0, waiting: 2, expected: 2)
        let opened = [meeting.note(none, from: 0), meeting.note(two, from: 1)]
        #expect(opened == [false, false])
        let left = [meeting.leave(0), meeting.leave(2)]
        #expect(left == [[], ["all"]])
    }
}
