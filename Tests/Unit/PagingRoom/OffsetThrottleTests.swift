import PagingEngine
import Testing

@testable import PagingRoom

/// How often a moving place is told, and when the room wants to be looked at.
@Suite struct OffsetThrottleTests {
    /// One even move each millisecond for 200 ms: who hears how often?
    private func offsets(framesWanted: Int) -> (frames: [Int64], common: [Int64]) {
        var scene = Scene()
        let ann = scene.join()
        scene.room.framesWanted = framesWanted
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        var (frames, common): ([Int64], [Int64]) = ([], [])
        for moment in Int64(1_001)...1_200 {
            scene.drag(1, by: (moment - 1_000) * 100, ann, at: moment)
            for case .offset(let offset, let audience) in scene.said {
                if audience != .keyframes { frames.append(offset.now.milliseconds) }
                if audience != .frames { common.append(offset.now.milliseconds) }
            }
        }
        return (frames, common)
    }

    /// As soon as it is away, when it is known how fast it is, and before that is over.
    @Test func anEvenHandIsToldAFewTimes() {
        #expect(offsets(framesWanted: 0).common == [1_002, 1_010, 1_106])
    }

    @Test func framesComeEvery16Milliseconds() {
        let told = offsets(framesWanted: 1)
        #expect(told.frames == Array(stride(from: 1_001, through: 1_200, by: 16)))
        #expect(told.common == [1_002, 1_010, 1_106])
    }

    /// A loop that was held up finds a hand in between two frames; its moves are not told late for ever after.
    @Test func aLateFrameDoesNotMakeTheNextOnesLate() {
        var pace = OffsetThrottle()
        func send(at moment: Int64) {
            pace.moved()
            _ = pace.send(at: Instant(milliseconds: moment), dragging: true)
        }
        for moment in stride(from: Int64(1_000), to: 1_160, by: 16) { send(at: moment) }
        send(at: 1_250)
        #expect(pace.dueFrame == Instant(milliseconds: 1_258))
        send(at: 1_260)
        send(at: 1_270)
        #expect(pace.dueFrame <= Instant(milliseconds: 1_286))
        send(at: 1_286)
        #expect(pace.dueFrame <= Instant(milliseconds: 1_302))
    }

    /// Those with frames hear of each move as it comes, once; the others that the hand goes on.
    @Test func aHandAt60HertzIsToldAtOnceToThoseWithFrames() {
        var scene = Scene()
        let ann = scene.join()
        scene.room.framesWanted = 1
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        let moves = (1...60).map { 1_000 + Int64($0) * 1_000 / 60 }
        var (frames, common): ([Int64], [Int64]) = ([], [])
        func note() {
            for case .offset(let offset, let audience) in scene.said {
                if audience != .keyframes { frames.append(offset.now.milliseconds) }
                if audience != .frames { common.append(offset.now.milliseconds) }
            }
        }
        for (step, moment) in moves.enumerated() {
            while let due = scene.room.nextDeadline, due.milliseconds < moment {
                scene.tick(at: due.milliseconds)
                note()
            }
            scene.drag(1, by: Int64(step + 1) * 1_000, ann, at: moment)
            note()
        }
        #expect(frames == moves)
        #expect((10...13).contains(common.count), "every 80 to 96 ms: \(common)")
    }

    @Test func theLastPlaceIsAlwaysTold() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        scene.drag(1, by: 1_000, ann, at: 1_010)
        scene.drag(1, by: 2_000, ann, at: 1_020)
        #expect(scene.offsets.isEmpty, "a hand that goes on")
        #expect(scene.room.nextDeadline == Instant(milliseconds: 1_060), "and then no more")
        scene.tick(at: 1_060)
        #expect(scene.offsets.map(\.position.units) == [2_000])
        #expect(scene.offsets.map(\.by) == [ann])
        #expect(scene.room.nextDeadline == Instant(milliseconds: 4_020), "only the lease is left")
    }

    @Test func aDragThatBeginsTellsItsPlaceInItsEventAlone() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.step(.forward, from: PageIndex(0)), ann, at: 1_000)
        scene.tick(at: 2_000)
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 3_000)
        #expect(scene.offsets.isEmpty)
        scene.ask(.dragEnded(DragID(1), by: Distance(units: 20_000), velocity: .zero), ann, at: 3_010)
        #expect(scene.offsets.isEmpty)
    }

    @Test func anAnimationIsToldFrameByFrameToThoseWhoAsked() {
        var scene = Scene()
        let ann = scene.join()
        scene.room.framesWanted = 1
        scene.ask(.step(.forward, from: PageIndex(0)), ann, at: 1_000)
        var moments = scene.offsets.map(\.now.milliseconds)
        while let due = scene.room.nextDeadline {
            scene.tick(at: due.milliseconds)
            for case .offset(let offset, let audience) in scene.said {
                #expect(audience == .frames)
                moments.append(offset.now.milliseconds)
            }
        }
        #expect(moments == Array(stride(from: 1_000, to: 1_100, by: 16)))
    }

    /// Somebody who wants frames joins in mid-flight, where none was ever told: the deadline is a time, not the
    /// beginning of time, from which no timer can be reckoned.
    @Test func whatIsDueAtOnceIsDueNow() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.step(.forward, from: PageIndex(0)), ann, at: 1_000)
        scene.room.framesWanted = 1
        #expect(scene.room.nextDeadline == Instant(milliseconds: 1_000))
        scene.tick(at: 1_005)
        #expect(scene.offsets.count == 1)
    }

    /// A room looked at only when it asks to be says the same as one looked at every millisecond.
    @Test(arguments: 1...12)
    func deadlinesAreComplete(seed: UInt64) {
        let script = Script(seed: seed, milliseconds: 3_000)
        var (patient, eager): (Scene, Scene) = (Scene(pages: 6), Scene(pages: 6))
        var total = 0
        for moment in Int64(0)...16_000 {
            var (fromPatient, fromEager): ([RoomEffect], [RoomEffect]) = ([], [])
            while let due = patient.room.nextDeadline, due.milliseconds <= moment {
                patient.tick(at: due.milliseconds)
                fromPatient += patient.said
            }
            eager.tick(at: moment)
            fromEager += eager.said
            for act in script.acts[moment] ?? [] {
                act(&patient, moment)
                fromPatient += patient.said
                act(&eager, moment)
                fromEager += eager.said
            }
            total += fromEager.count
            guard fromPatient == fromEager else {
                Issue.record("seed \(seed), \(moment) ms: \(fromPatient) against \(fromEager)")
                return
            }
        }
        #expect(total > 30)
    }
}
