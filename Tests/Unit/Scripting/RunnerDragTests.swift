import PagingEngine
import PagingRoom
import Scripting
import Testing

/// Drags of actors: their samples, and how they end.
@Suite struct RunnerDragTests {
    @Test func aDragIsPlayedSampleBySample() throws {
        var prompter = try Prompter(solo: "drag: {by: 0.5, over: 40ms, samples: 2, velocity: 1}")
        #expect(prompter.takeRequests() == [.dragBegan(DragID(1), viewport: nil)])
        #expect(prompter.deadline == 20)
        prompter.tick(at: 19)
        #expect(prompter.takeRequests() == [])
        prompter.tick(at: 20)
        #expect(prompter.takeRequests() == [.dragMoved(DragID(1), by: Distance(units: 16_384))])
        prompter.tick(at: 40)
        #expect(
            prompter.takeEffects() == [
                .request(actor: 0, nil, .dragMoved(DragID(1), by: Distance(units: 32_768))),
                .request(
                    actor: 0, RequestTag(2),
                    .dragEnded(DragID(1), by: Distance(units: 32_768), velocity: Velocity(unitsPerSecond: 65_536))),
                .finished,
            ])
    }

    @Test func aLateTickDelaysNothingAfterIt() throws {
        var prompter = try Prompter(solo: "drag: {by: 0.5, over: 40ms, samples: 2}", "think: 60ms", "fling: back")
        prompter.tick(at: 95)
        #expect(prompter.takeRequests().count == 4)
        #expect(prompter.deadline == 100)
        prompter.tick(at: 130)
        #expect(prompter.takeRequests().count == 3)
    }

    @Test func theReleaseHasTheSlopeOfTheLastSamples() throws {
        var prompter = try Prompter(solo: "drag: {path: [[0ms, 0], [100ms, 0.25], [150ms, 0.5]]}")
        prompter.tick(at: 150)
        let half = Distance(units: 32_768)
        #expect(
            prompter.takeRequests().last
                == .dragEnded(DragID(1), by: half, velocity: Velocity(unitsPerSecond: 327_680)))
    }

    @Test func aHeldDragIsRepeatedAndReleasedAtRest() throws {
        var prompter = try Prompter(solo: "drag: {by: 0.5, over: 10ms, release: false}", "think: 2s", "release")
        prompter.tick(at: 10)
        #expect(prompter.takeRequests().count == 2)
        #expect(prompter.deadline == 1_010)
        prompter.tick(at: 1_010)
        #expect(prompter.takeRequests() == [.dragMoved(DragID(1), by: Distance(units: 32_768))])
        prompter.tick(at: 2_010)
        #expect(
            prompter.takeRequests() == [.dragEnded(DragID(1), by: Distance(units: 32_768), velocity: .zero)])
    }

    @Test func aHeldDragIsCancelledOrReleasedWithAGivenVelocity() throws {
        var prompter = try Prompter(
            solo: "drag: {by: 0.5, over: 10ms, release: false}", "cancel",
            "drag: {by: 0.5, over: 10ms, release: false}",
            "release: {velocity: -1}")
        prompter.tick(at: 10)
        #expect(prompter.takeRequests().contains(.dragCancelled(DragID(1))))
        prompter.tick(at: 20)
        let end = Request.dragEnded(
            DragID(2), by: Distance(units: 32_768), velocity: Velocity(unitsPerSecond: -65_536))
        #expect(prompter.takeRequests().last == end)
    }

    @Test func aReleaseAtSpeedAfterARestSendsASampleFirst() throws {
        var prompter = try Prompter(
            solo: "drag: {by: 0.5, over: 10ms, release: false}", "think: 200ms", "release: {velocity: 1}")
        prompter.tick(at: 10)
        _ = prompter.takeRequests()
        prompter.tick(at: 210)
        let half = Distance(units: 32_768)
        #expect(
            prompter.takeRequests() == [
                .dragMoved(DragID(1), by: half),
                .dragEnded(DragID(1), by: half, velocity: Velocity(unitsPerSecond: 65_536)),
            ])
    }

    @Test func aRefusedDragSendsNothingMore() throws {
        var prompter = try Prompter(solo: "drag: {by: 0.5, over: 40ms, samples: 2}", "expect: {rejected: held}")
        _ = prompter.takeEffects()
        prompter.refuse(1, .held, at: 5)
        prompter.tick(at: 40)
        #expect(prompter.takeEffects() == [.finished])
        #expect(prompter.log.contains("solo refused: held, so it is"))
        #expect(prompter.failures == [])
    }

    @Test func aFlingTurnsThePage() throws {
        var prompter = try Prompter(solo: "fling: back")
        prompter.tick(at: 60)
        guard case .dragEnded(_, let way, let velocity) = prompter.takeRequests().last else {
            Issue.record("no release")
            return
        }
        #expect(way < .zero)
        #expect(velocity.unitsPerSecond < -Configuration(.threePage).flingVelocity.unitsPerSecond)
    }
}
