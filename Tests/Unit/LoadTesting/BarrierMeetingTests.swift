import LoadTesting
import Testing

@Suite struct BarrierMeetingTests {
    /// A worker's report: how many of how many users stand, after how many openings.
    private struct Word {
        var worker: Int
        var standing: Int
        var expected: Int
        var round = 0
    }

    /// Which of the words open the barrier.
    private func openings(workers: Int, _ words: [Word]) -> [Int] {
        var meeting = BarrierMeeting(workers: workers)
        return words.indices.filter { index in
            let word = words[index]
            let standing = BarrierStanding(
                name: "all", round: word.round, standing: word.standing, expected: word.expected)
            return meeting.note(standing, from: word.worker)
        }
    }

    @Test func nobodyMayBeMissingInAnyWorker() {
        let words = [
            Word(worker: 0, standing: 3, expected: 3), Word(worker: 1, standing: 0, expected: 2),
            Word(worker: 1, standing: 1, expected: 2), Word(worker: 1, standing: 2, expected: 2),
        ]
        #expect(openings(workers: 2, words) == [3])
    }

    @Test func whoGivesUpIsNotWaitedFor() {
        let words = [Word(worker: 0, standing: 2, expected: 2), Word(worker: 1, standing: 0, expected: 0)]
        #expect(openings(workers: 2, words) == [1])
        #expect(openings(workers: 1, [Word(worker: 0, standing: 0, expected: 0)]) == [], "there is nobody to go on")
    }

    /// A report that was under way when the barrier opened does not count for the next round.
    @Test func itOpensOnceARound() {
        let words = [
            Word(worker: 0, standing: 1, expected: 1), Word(worker: 1, standing: 1, expected: 1),
            Word(worker: 1, standing: 1, expected: 1), Word(worker: 0, standing: 1, expected: 1, round: 1),
            Word(worker: 1, standing: 0, expected: 1, round: 1), Word(worker: 1, standing: 1, expected: 1, round: 1),
        ]
        #expect(openings(workers: 2, words) == [1, 5])
    }

    @Test func aWorkerThatHasEndedIsNotWaitedFor() {
        var meeting = BarrierMeeting(workers: 3)
        let none = BarrierStanding(name: "all", round: 0, standing: 0, expected: 0)
        let two = BarrierStanding(name: "all", round: 0, standing: 2, expected: 2)
        let opened = [meeting.note(none, from: 0), meeting.note(two, from: 1)]
        #expect(opened == [false, false])
        let left = [meeting.leave(0), meeting.leave(2)]
        #expect(left == [[], ["all"]])
    }
}
