import PagingEngine
import PagingWire
import Testing

@testable import Scripting

/// The times of pages in a rehearsal, and the lead of a talk over them.
@Suite struct PlaybackPaceTests {
    private static let times = RehearsalTimes([
        .init(page: PageID("a"), title: "A", number: 1, milliseconds: 60_000),
        .init(page: PageID("b"), title: "B", number: 2, milliseconds: 120_000),
        .init(page: PageID("c"), title: "C", number: 3, milliseconds: 20_000),
    ])

    @Test(
        arguments: [
            ("a", 0, 0), ("a", 60_000, 0), ("a", 75_000, -15_000), ("b", 40_000, 20_000), ("b", 100_000, 0),
            ("b", 180_000, 0), ("b", 181_000, -1_000), ("c", 190_000, 0), ("c", 0, 180_000), ("c", 300_000, -100_000),
        ] as [(String, Int64, Int64)])
    func aPageIsOnTimeDuringItsOwnTime(page: String, elapsed: Int64, ahead: Int64) {
        let pace = Pace(Self.times)
        #expect(pace.aheadMilliseconds(on: PageID(page), elapsedMilliseconds: elapsed) == ahead)
    }

    @Test func aPlanIsStretchedToTheTimeThereIs() {
        let pace = Pace(Self.times, durationMilliseconds: 100_000)
        #expect(pace.totalMilliseconds == 100_000)
        #expect(pace.stay(on: PageID("b")) == 30_000...90_000)
    }

    @Test func theTalksOrderCountsAndNewPagesTakeNoTime() {
        let pace = Pace(Self.times, order: ["c", "new", "a"].map { PageID($0) })
        #expect(pace.stay(on: PageID("c")) == 0...20_000)
        #expect(pace.stay(on: PageID("new")) == 20_000...20_000)
        #expect(pace.stay(on: PageID("a")) == 20_000...80_000)
        #expect(pace.aheadMilliseconds(on: PageID("b"), elapsedMilliseconds: 0) == nil)
        #expect(Pace(RehearsalTimes([])).totalMilliseconds == 0)
    }

    @Test func timesAreThoseBetweenArrivals() throws {
        var scene = RecordedScene(seed: 21)
        scene.enter()
        scene.play(milliseconds: 20_000)
        let recording = try scene.recording()
        let times = RehearsalTimes(recording)
        let first = try #require(recording.visits.first)
        #expect(times.totalMilliseconds == recording.durationMilliseconds - first.milliseconds)
        #expect(Set(times.entries.map(\.page)) == Set(recording.visits.map(\.page)))
        #expect(times.entries.map(\.page).count == Set(times.entries.map(\.page)).count, "each page once")
        // The same sum, made the slow way: where was it at each millisecond?
        var spent: [PageID: Int64] = [:]
        for moment in first.milliseconds..<recording.durationMilliseconds {
            let visit = try #require(recording.visits.last { $0.milliseconds <= moment })
            spent[visit.page, default: 0] += 1
        }
        for entry in times.entries { #expect(entry.milliseconds == spent[entry.page] ?? 0) }
    }

    @Test func gapsDoNotCount() throws {
        var scene = RecordedScene(seed: 22)
        scene.enter()
        scene.play(milliseconds: 2_000)
        scene.cut()
        scene.play(milliseconds: 5_000)
        scene.comeBack(epoch: "new")
        scene.play(milliseconds: 2_000)
        let recording = try scene.recording()
        let gap = try #require(recording.gaps.first)
        let total = RehearsalTimes(recording).totalMilliseconds
        let first = try #require(recording.visits.first)
        let whole = recording.durationMilliseconds - first.milliseconds
        #expect(total == whole - (gap.upperBound - gap.lowerBound))
    }
}
