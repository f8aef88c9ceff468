import PagingEngine
import PagingWire
import Testing

@testable import PagingRoom
@testable import PagingServer

/// Times at which rooms and connections are looked at.
@Suite struct RoomWakeTests {
    /// A long drag does not make the queue of timers grow.
    @Test func aLongDragWakesItsRoomNoMoreOftenThanItMoves() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0, offsets: .frames)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        var looks = 0
        for moment in Int64(1)...20_000 {
            loops.milliseconds = moment
            if moment % 8 == 0 {
                loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: moment % 4_096)), from: 1, on: 0)
            }
            while let due = loops.cores[0].hosted.wakes.first, due.milliseconds <= moment {
                loops.handle(.tick, on: 0)
                looks += 1
            }
        }
        #expect(looks < 5_000, "at most each frame, and each lease that was renewed")
        #expect(loops.cores[0].hosted.wakes.count < 500)
    }

    /// The end of a silence moves on with every sample; a loop that woke for the old ones would do so for nothing.
    @Test func samplesOfADragMoveTheNextWakeUpOn() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        for sample in Int64(1)...10 {
            loops.milliseconds = sample * 8
            loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: sample)), from: 1, on: 0)
            let silence = Instant(milliseconds: loops.milliseconds + DeadReckoning.silenceMilliseconds)
            #expect(loops.cores[0].hosted.wakes.first == silence)
        }
    }

    @Test func aSubscriberThatJoinsDuringAnAnimationGetsAFrameAtOnce() {
        var loops = ServerFixture()
        loops.milliseconds = 5_000
        loops.join(1, on: 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.milliseconds = 5_010
        loops.join(2, on: 0, offsets: .frames)
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 5_010))
    }
}
