import PagingRoom
import Scripting
import Testing

@testable import LoadTesting

@Suite struct RunScheduleTests {
    private static let start = LoadTime(microseconds: 5_000_000)

    private func schedule(
        _ populations: [Population], duration: Int64? = nil, share: LoadShare = LoadShare()
    ) throws -> RunSchedule {
        var load = LoadScript()
        load.durationMilliseconds = duration
        let actors = populations.enumerated().map { number, population in
            Script.Actor(name: "actor-\(number)", role: .viewer, population: population, steps: [], line: number + 1)
        }
        let script = Script(file: "test.yaml", title: nil, room: .standard, seed: nil, actors: actors, load: load)
        return RunSchedule(try LoadPlan(script: script, seed: 1), share: share, start: Self.start)
    }

    private func moment(_ milliseconds: Int64) -> LoadTime {
        Self.start.advanced(byMicroseconds: milliseconds * 1_000)
    }

    @Test func usersBeginAtTheirTimes() throws {
        var schedule = try schedule([.closed(users: 3, spreadMilliseconds: 300)])
        var recorder = LoadRecorder(start: Self.start)
        #expect(schedule.nextDeadline == moment(0) && schedule.isEmpty && !schedule.isComplete)
        #expect(schedule.takeArrival(at: moment(100), recorder: &recorder)?.user == 0)
        let second = schedule.takeArrival(at: moment(100), recorder: &recorder)
        #expect(second?.user == 1 && second?.startsAt == moment(100) && second?.leavesAt == nil)
        #expect(schedule.takeArrival(at: moment(100), recorder: &recorder) == nil)
        #expect(schedule.nextDeadline == moment(200))
        #expect(schedule.takeArrival(at: moment(250), recorder: &recorder)?.startsAt == moment(200))
        #expect(schedule.isComplete && !schedule.isEmpty && recorder.counts.started == 3 && recorder.users == 3)
        for _ in 0..<3 { schedule.left(actor: 0, recorder: &recorder) }
        #expect(schedule.isEmpty && recorder.users == 0 && schedule.nextDeadline == nil)
    }

    @Test func aFullOpenPopulationDropsStarts() throws {
        let population = Population.open(
            rate: .init(count: 20, perMilliseconds: 1_000), forMilliseconds: 2_000, most: 2)
        var schedule = try schedule([population])
        var recorder = LoadRecorder(start: Self.start)
        var begun = 0
        while schedule.takeArrival(at: moment(1_000), recorder: &recorder) != nil { begun += 1 }
        let dropped = recorder.counts.droppedStarts
        #expect(begun == 2 && dropped > 5)
        schedule.left(actor: 0, recorder: &recorder)
        #expect(schedule.takeArrival(at: moment(2_000), recorder: &recorder) != nil, "a place is free")
        #expect(recorder.counts.started == 3 && recorder.counts.droppedStarts == dropped)
    }

    @Test func theRunEndsAtItsDuration() throws {
        var schedule = try schedule([.closed(users: 2, spreadMilliseconds: 4_000)], duration: 1_000)
        var recorder = LoadRecorder(start: Self.start)
        #expect(schedule.takeArrival(at: moment(0), recorder: &recorder) != nil)
        #expect(schedule.nextDeadline == moment(1_000))
        #expect(!schedule.isOver(at: moment(999)) && schedule.isOver(at: moment(1_000)))
        #expect(schedule.end() && !schedule.end())
        #expect(schedule.isComplete && schedule.nextDeadline == nil)
        #expect(schedule.takeArrival(at: moment(9_000), recorder: &recorder) == nil, "nobody begins after the end")
    }
}

@Suite struct UserTableTests {
    private func moment(_ microseconds: Int64) -> LoadTime { LoadTime(microseconds: microseconds) }

    @Test func usersAreFoundByTheirNumbers() throws {
        var table = UserTable<String>(userCount: 10, share: LoadShare(worker: 1, of: 3))
        let slot = table.add("four", number: 4)
        _ = table.add("one", number: 1)
        table[slot] += "!"
        #expect(table.slot(of: 4) == slot && table[slot] == "four!")
        #expect(table.numbers == [1, 4] && table.count == 2 && table.slot(of: 7) == nil)
        table.remove(slot)
        #expect(!table.contains(slot) && table.slot(of: 4) == nil && table.numbers == [1])
    }

    @Test func usersAreWokenInTheOrderOfTimeAndNumber() throws {
        var table = UserTable<Int>(userCount: 10, share: LoadShare())
        let slots = (0..<4).map { table.add($0, number: 3 - $0) }
        for (slot, due) in zip(slots, [30, 20, 20, 10]) { table.wake(slot, by: moment(Int64(due))) }
        #expect(table.firstWakeUp == moment(10))
        var woken: [Int] = []
        while let (slot, due) = table.takeWakeUp(at: moment(25)) {
            woken.append(table[slot])
            #expect(due <= moment(25))
        }
        #expect(woken == [3, 2, 1])
        #expect(table.takeWakeUp(at: moment(30))?.due == moment(30))
    }

    @Test func anEarlierWakeUpCountsAndALaterOneDoesNot() throws {
        var table = UserTable<Int>(userCount: 2, share: LoadShare())
        let (slot, other) = (table.add(0, number: 0), table.add(1, number: 1))
        for due in [50, 20, 80] { table.wake(slot, by: moment(Int64(due))) }
        table.wake(other, by: moment(10))
        table.remove(other)
        #expect(table.takeWakeUp(at: moment(100))?.due == moment(20))
        #expect(table.takeWakeUp(at: moment(100)) == nil)
    }

    @Test func outdatedWakeUpsAreDropped() throws {
        var table = UserTable<Int>(userCount: 1, share: LoadShare())
        let slot = table.add(0, number: 0)
        for due in 0..<10_000 { table.wake(slot, by: moment(Int64(20_000 - due))) }
        #expect(table.firstWakeUp == moment(10_001))
        #expect(table.takeWakeUp(at: moment(30_000))?.due == moment(10_001))
        #expect(table.takeWakeUp(at: moment(30_000)) == nil)
    }

    /// The time limit of a reply that came keeps no wake-up: each is a wake of the process for nothing.
    @Test func anOutdatedWakeUpGoesBeforeItsMoment() throws {
        var table = UserTable<Int>(userCount: 1, share: LoadShare())
        let slot = table.add(0, number: 0)
        for due in [50, 20] { table.wake(slot, by: moment(Int64(due))) }
        #expect(table.takeWakeUp(at: moment(20))?.due == moment(20))
        table.wake(slot, by: moment(90))
        #expect(table.takeWakeUp(at: moment(20)) == nil)
        #expect(table.firstWakeUp == moment(90))
    }
}
