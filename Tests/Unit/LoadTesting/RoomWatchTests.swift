import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import Testing

@testable import LoadTesting

@Suite struct RoomWatchTests {
    @Test func membersComeAndGo() {
        var watch = RoomWatch(name: "talk")
        for member in [4, 7, 9, 4] { watch.add(member) }
        #expect(watch.memberCount == 3 && watch.members(atMost: 10) == [4, 7, 9])
        watch.remove(4)
        watch.remove(5)
        #expect(watch.members(atMost: 10) == [9, 7])
        watch.remove(7)
        watch.remove(9)
        #expect(watch.memberCount == 0 && watch.members(atMost: 10) == [])
    }

    @Test func manyMembersAreSampledEvenly() {
        var watch = RoomWatch(name: "talk")
        for member in 0..<100 { watch.add(member) }
        #expect(watch.members(atMost: 10) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(watch.members(atMost: 60).count == 100)
    }

    @Test func membersAreComparedOnlyAfterAChange() {
        var watch = RoomWatch(name: "talk")
        var looks = 0
        let look = { (watch: inout RoomWatch) in
            watch.outOfStep { _ in
                looks += 1
                return nil
            }
        }
        watch.add(1)
        #expect(look(&watch) == [] && looks == 1)
        #expect(look(&watch) == [] && looks == 1)
        watch.noteChange()
        #expect(look(&watch) == [] && looks == 2)
    }

    private func event(_ number: Int64, target: PageIndex = PageIndex(1)) -> Event {
        Event(sequence: Sequence(number), change: .target(from: PageIndex(0), to: target))
    }

    @Test func theSameNumberMustBeTheSameEvent() {
        var watch = RoomWatch(name: "talk")
        let now = LoadTime(microseconds: 0)
        let sameEvents = [event(5), event(5), event(5, target: PageIndex(2))].map {
            watch.see($0, isLive: true, at: now)
        }
        #expect(sameEvents == [true, true, false])
        let late = watch.see(event(9), isLive: false, at: now)
        #expect(late, "a member that catches up is not compared with others")
        #expect(watch.watched.map(\.receivers) == [3])
    }

    @Test func eventsAreWatchedForAWhile() {
        var watch = RoomWatch(name: "talk")
        for number in 0..<40 {
            _ = watch.see(event(Int64(number)), isLive: true, at: LoadTime(microseconds: Int64(number) * 1_000))
        }
        #expect(watch.newest(by: LoadTime(microseconds: 20_500)) == Sequence(20))
        #expect(watch.takeOld(at: LoadTime(microseconds: 9_000_000)).isEmpty)
        #expect(watch.takeOld(at: LoadTime(microseconds: 10_035_500)).count == 36)
        #expect(watch.watched.count == 4)
        #expect(watch.enter(life: 1).count == 4 && watch.watched.isEmpty)
    }
}

@Suite struct SightingLogTests {
    private let span = RoomSightings.Span(at: 250_000, lowest: 10, highest: 30, windows: 2)
    private let moment = LoadTime(microseconds: 500_000)

    private func sighting(_ receivers: Int) -> RoomWatch.Sighting {
        RoomWatch.Sighting(
            event: Event(sequence: Sequence(3), change: .target(from: PageIndex(0), to: PageIndex(1))), first: moment,
            last: moment.advanced(byMicroseconds: 40), receivers: receivers)
    }

    @Test func aSingleWorkerRecordsAtOnce() {
        var recorder = LoadRecorder(start: LoadTime(microseconds: 0))
        var log = SightingLog(isShared: false, start: LoadTime(microseconds: 0))
        log.add(sighting(1), room: nil, recorder: &recorder)
        log.add(sighting(2), room: nil, recorder: &recorder)
        log.add(span, at: moment, room: nil, recorder: &recorder)
        let result = recorder.result(titled: "", seed: 1, at: moment)
        #expect(result.latencies[.spread]?.corrected.steps.map(\.value) == [40])
        #expect(result.latencies[.skew]?.corrected.steps.map(\.value) == [20])
        #expect(log.rooms.isEmpty)
    }

    @Test func oneOfSeveralWorkersKeepsItsPart() {
        var recorder = LoadRecorder(start: LoadTime(microseconds: 0))
        var log = SightingLog(isShared: true, start: LoadTime(microseconds: 0))
        log.add(sighting(1), room: "talk", recorder: &recorder)
        log.add(span, at: moment, room: "talk", recorder: &recorder)
        #expect(log.rooms["talk"]?.events[3]?.receivers == 1)
        #expect(log.rooms["talk"]?.spans[2] == span)
        #expect(recorder.result(titled: "", seed: 1, at: moment).latencies.isEmpty)
    }
}

@Suite struct JoinAttemptTests {
    private func moment(_ milliseconds: Int64) -> LoadTime { LoadTime(microseconds: milliseconds * 1_000) }

    @Test func aJoinIsTimedFromItsFirstIntention() {
        var recorder = LoadRecorder(start: moment(0))
        let first = JoinAttempt(intended: moment(10), attempted: moment(11))
        var second = JoinAttempt(after: first, due: moment(100), attempted: moment(105))
        second.recordConnect(&recorder, at: moment(110))
        #expect(!second.isComplete(at: Sequence(9)))
        second.welcomed(Sequence(9))
        #expect(!second.isComplete(at: Sequence(8)) && second.isComplete(at: Sequence(9)))
        second.recordJoin(isReturn: false, &recorder, at: moment(120))
        let result = recorder.result(titled: "", seed: 1, at: moment(120))
        #expect(result.latencies[.connect]?.corrected.steps.map(\.value) == [10_007])
        #expect(result.latencies[.join]?.corrected.maximum ?? 0 >= 110_000)
        #expect(result.latencies[.join]?.naive.maximum ?? 0 < 16_000)
        second.connectionLost()
        #expect(!second.isComplete(at: Sequence(9)))
    }

    @Test func answersAreTimedOnce() {
        var recorder = LoadRecorder(start: moment(0))
        var requests = PendingRequests()
        requests.add(RequestID(1), RequestTag(10), intended: moment(0), made: moment(1))
        requests.add(RequestID(2), RequestTag(20), intended: moment(0), made: moment(1))
        let answered = requests.answered(RequestID(1), &recorder, at: moment(2))
        #expect(answered?.tag == RequestTag(10))
        #expect(answered?.times == RequestTimes(due: moment(0), made: moment(1)))
        #expect(requests.answered(RequestID(1), &recorder, at: moment(2)) == nil)
        requests.forget(RequestID(2))
        #expect(requests.isEmpty)
        #expect(recorder.result(titled: "", seed: 1, at: moment(2)).latencies[.ack]?.corrected.count == 1)
    }
}
