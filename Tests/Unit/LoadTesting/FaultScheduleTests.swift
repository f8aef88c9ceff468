import PagingRoom
import Scripting
import Testing

@testable import LoadTesting

@Suite struct FaultScheduleTests {
    private static let start = LoadTime(microseconds: 1_000_000)

    private func schedule(_ plans: [FaultPlan]) -> FaultSchedule {
        let actors = ["ann", "crowd"].map {
            Script.Actor(name: $0, role: .viewer, population: .one, steps: [], line: 1)
        }
        return FaultSchedule(plans, actors: actors, seed: 1, start: Self.start)
    }

    private func moment(_ milliseconds: Int64) -> LoadTime {
        Self.start.advanced(byMicroseconds: milliseconds * 1_000)
    }

    private func part(_ place: Int, actor: Int = 1) -> LoadPlan.Part {
        LoadPlan.Part(actor: actor, place: place, room: 0)
    }

    @Test func faultsBeginAndEndAtTheirTimes() throws {
        var schedule = schedule([
            FaultPlan(atMilliseconds: 200, trouble: .drop, line: 1),
            FaultPlan(atMilliseconds: 100, trouble: .stopReading, forMilliseconds: 100, line: 2),
        ])
        #expect(schedule.nextChange == moment(100) && schedule.take(at: moment(99)) == nil)
        var changes: [String] = []
        while let change = schedule.take(at: moment(500)) { changes.append("\(change.fault) \(change.begins)") }
        #expect(changes == ["1 true", "1 false", "0 true"], "an end comes before a beginning of the same moment")
        #expect(schedule.nextChange == nil)
    }

    @Test func aFaultHitsItsActorsAndItsPartOfThem() throws {
        var schedule = schedule([
            FaultPlan(atMilliseconds: 0, trouble: .drop, actors: ["crowd"], part: 0.3, line: 1)
        ])
        let taken = schedule.take(at: moment(0))
        let change = try #require(taken)
        #expect(!schedule.hits(change, part(0, actor: 0)))
        let hit = (0..<1_000).filter { schedule.hits(change, part($0)) }
        #expect(abs(hit.count - 300) < 60)
        #expect(hit == (0..<1_000).filter { schedule.hits(change, part($0)) }, "always the same users")
    }

    @Test func delaysAddUpWhileTheyLast() throws {
        let pause = { (milliseconds: Int64) in Pause(milliseconds: milliseconds...milliseconds) }
        var schedule = schedule([
            FaultPlan(atMilliseconds: 0, trouble: .delay(pause(20)), forMilliseconds: 200, line: 1),
            FaultPlan(atMilliseconds: 100, trouble: .delay(pause(5)), forMilliseconds: 200, line: 2),
        ])
        #expect(schedule.delay(of: 7, part(7)) == nil)
        for (moment, delay) in [(Int64(0), Int64?(20)), (100, 25), (200, 5), (300, nil)] {
            while schedule.take(at: self.moment(moment)) != nil {}
            #expect(schedule.delay(of: 7, part(7)) == delay, "at \(moment) ms")
        }
    }
}
