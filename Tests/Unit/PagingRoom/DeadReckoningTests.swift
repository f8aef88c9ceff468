import PagingEngine
import Testing

@testable import PagingRoom

/// Offsets that a room sends about a hand to readers of keyframes, and their times.
@Suite struct DeadReckoningTests {
    /// Ann takes hold at 1,000 ms and goes a tenth of a page every 16 ms.
    private func scene(samples: Int) -> (Scene, MemberID) {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        for sample in 0..<samples {
            let number = Int64(sample + 1)
            scene.drag(1, by: number * 6_000, ann, at: 1_000 + number * 16)
        }
        return (scene, ann)
    }

    @Test func theFirstPlaceTellsHowFastTheHandIs() throws {
        let (scene, ann) = scene(samples: 1)
        let offset = try #require(scene.offsets.first)
        #expect(offset.position == Position(units: 6_000) && offset.now == Instant(milliseconds: 1_016))
        #expect(offset.velocity == Velocity(unitsPerSecond: 375_000) && offset.by == ann)
    }

    @Test func whatIsForeseenIsNotTold() {
        var (scene, _) = scene(samples: 3)
        #expect(scene.offsets.isEmpty)
        #expect(scene.room.nextDeadline == Instant(milliseconds: 1_048 + 40), "should the hand say no more")
        let velocity = Velocity(unitsPerSecond: 375_000)
        #expect(
            scene.snapshot(at: 1_048).motion == Extrapolation(velocity: velocity, since: Instant(milliseconds: 1_048)))
        scene.tick(at: 1_087)
        #expect(scene.offsets.isEmpty)
    }

    @Test func aHandThatFallsSilentStands() throws {
        var (scene, ann) = scene(samples: 3)
        scene.tick(at: 1_088)
        let offset = try #require(scene.offsets.first)
        #expect(offset.position == Position(units: 18_000) && offset.velocity == .zero)
        #expect(offset.now == Instant(milliseconds: 1_088))
        #expect(scene.room.nextDeadline == Instant(milliseconds: 4_048), "only the lease is left")
        scene.drag(1, by: 18_000, ann, at: 1_200)
        #expect(scene.offsets.isEmpty, "the hand says that it stands")
        scene.drag(1, by: 24_000, ann, at: 1_300)
        #expect(scene.offsets.map(\.velocity) == [.zero], "nothing is known of how fast it came here")
    }

    /// A sample that finds the pager where it was is one, too: the hand has stopped, and readers have not.
    @Test func aHandThatSaysThatItStandsIsBelievedAtOnce() {
        var (scene, ann) = scene(samples: 4)
        scene.drag(1, by: 24_000, ann, at: 1_080)
        #expect(scene.offsets.map(\.position.units) == [24_000])
    }

    @Test func aHandThatGoesOnIsToldAgainBeforeItsMotionIsOver() {
        var (scene, _) = scene(samples: 6)
        #expect(scene.room.nextDeadline == Instant(milliseconds: 1_016 + 96))
        scene.tick(at: 1_112)
        #expect(scene.offsets.map(\.position.units) == [36_000])
        #expect(scene.offsets.map(\.now.milliseconds) == [1_096])
        #expect(scene.offsets.map(\.velocity.unitsPerSecond) == [375_000])
    }

    /// Small ways are within the tolerance; what a hand leaves untold when it rests is told then.
    @Test func aHandThatTremblesIsToldWhenItRests() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        for (number, way) in [40, -30, 163, 20, 150].enumerated() {
            scene.drag(1, by: Int64(way), ann, at: 1_020 + Int64(number) * 16)
            #expect(scene.offsets.isEmpty)
        }
        #expect(scene.room.nextDeadline == Instant(milliseconds: 1_084 + 40))
        scene.tick(at: 1_124)
        #expect(scene.offsets.map(\.position.units) == [150])
        scene.drag(1, by: 314, ann, at: 1_140)
        #expect(scene.offsets.count == 1, "164 units off are too many")
    }

    /// A hand that says nothing for 40 ms or more between its places stands at each of them.
    @Test func aSlowHandIsShownWhereItWasLast() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        for number in Int64(1)...10 {
            scene.tick(at: 1_000 + number * 50)
            #expect(scene.offsets.isEmpty)
            scene.drag(1, by: number * 820, ann, at: 1_000 + number * 50)
            #expect(scene.offsets.map(\.position.units) == [number * 820])
            #expect(scene.offsets.map(\.velocity) == [.zero])
        }
    }

    /// A mouse that speaks every millisecond and does what nobody foresees.
    @Test func aHandOutOfItsMindIsToldEvery16Milliseconds() {
        var scene = Scene()
        let ann = scene.join()
        var random = SplitMix(seed: 5)
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        var told: [Int64] = []
        for moment in Int64(1_001)...1_800 {
            scene.tick(at: moment)
            told += scene.offsets.map { _ in moment }
            scene.drag(1, by: random.within(-20_000...20_000), ann, at: moment)
            told += scene.offsets.map { _ in moment }
        }
        #expect((48...52).contains(told.count), "\(told)")
        #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= 8 }, "\(told)")
    }

    /// Those with frames hear every place; what the others were not told, they hear too.
    @Test func readersOfFramesAreToldEachPlace() {
        var scene = Scene()
        let ann = scene.join()
        scene.room.framesWanted = 1
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 1_000)
        var audiences: [OffsetAudience] = []
        for number in Int64(1)...6 {
            scene.drag(1, by: number * 6_000, ann, at: 1_000 + number * 16)
            #expect(scene.offsets.map(\.position.units) == [number * 6_000])
            #expect(scene.offsets.map(\.velocity.unitsPerSecond) == [375_000], "it may stand for one that was missed")
            for case .offset(_, let audience) in scene.said { audiences.append(audience) }
        }
        #expect(audiences == [.everybody] + Array(repeating: .frames, count: 5))
    }

    @Test func theEndOfADragEndsItsMotion() {
        for outcome in 0..<4 {
            var (scene, ann) = scene(samples: 3)
            var replica = scene.snapshot(at: 1_048)
            #expect(replica.motion != nil && replica.position(at: Instant(milliseconds: 1_058)).units == 21_750)
            switch outcome {
            case 0: scene.ask(.dragEnded(DragID(1), by: Distance(units: 20_000), velocity: .zero), ann, at: 1_060)
            case 1: scene.ask(.dragCancelled(DragID(1)), ann, at: 1_060)
            case 2: scene.disconnect(ann, at: 1_060)
            default: scene.ask(.dragBegan(DragID(2), viewport: nil), ann, at: 1_060)
            }
            for event in scene.said { if case .event(let event) = event { replica.apply(event) } }
            #expect(replica.motion == nil && scene.snapshot(at: 1_060).motion == nil)
            #expect(replica == scene.snapshot(at: 1_060))
        }
    }

    /// New pages tell everybody where the hand has the pager now.
    @Test func newPagesRestartThePrediction() {
        var scene = Scene(pages: 5)
        let pat = scene.join(.presenter)
        scene.ask(.dragBegan(DragID(1), viewport: nil), pat, at: 1_000)
        for number in Int64(1)...3 { scene.drag(1, by: number * 6_000, pat, at: 1_000 + number * 16) }
        var replica = scene.snapshot(at: 1_048)
        scene.ask(.content(revision: 0, Scene.pages([7, 8, 0, 1, 2]), wrap: nil), pat, at: 1_050)
        for effect in scene.said { if case .event(let event) = effect { replica.apply(event) } }
        #expect(replica.position == Position(units: 2 * 65_536 + 18_000) && replica.motion == nil)
        #expect(replica == scene.snapshot(at: 1_050))
        scene.drag(1, by: 24_000, pat, at: 1_064)
        #expect(scene.offsets.map(\.position.units) == [2 * 65_536 + 24_000])
    }

    @Test func aMotionIsAWholeNumberOfUnitsMirroredAndEnds() throws {
        let since = Instant(milliseconds: 500)
        for (velocity, time, way) in [
            (204_800, 16, 3_276), (-204_800, 16, -3_276), (999, 1, 0), (-999, 1, 0), (1_001, 2, 2), (-1_001, 2, -2),
            (204_800, 128, 26_214), (204_800, 129, 26_214), (204_800, 1_000_000, 26_214), (204_800, -5, 0),
            (9_000_000, 100, 131_072),
        ] as [(Int64, Int64, Int64)] {
            let motion = try #require(Extrapolation(velocity: Velocity(unitsPerSecond: velocity), since: since))
            #expect(motion.way(at: since.advanced(byMilliseconds: time)).units == way)
            #expect(motion.isOver(at: since.advanced(byMilliseconds: time)) == (time >= 128))
        }
        #expect(Extrapolation(velocity: .zero, since: since) == nil)
    }

    @Test func mirroredHandsAreForeseenMirrored() {
        for seed in UInt64(1)...100 {
            let hand = DragPath(seed: seed, shake: 200)
            var (one, other) = (VelocityPredictor(at: Position(units: 0), now: Instant(milliseconds: 0)), [Int64]())
            var mirror = one
            for sample in hand.samples {
                let now = Instant(milliseconds: sample.milliseconds)
                one.add(Position(units: sample.units), at: now)
                mirror.add(Position(units: -sample.units), at: now)
                other.append(one.velocity.unitsPerSecond + mirror.velocity.unitsPerSecond)
            }
            #expect(other.allSatisfy { $0 == 0 }, "\(hand)")
        }
    }

    /// A cubic is met exactly from its fourth place on, also where samples come unevenly.
    @Test(arguments: [DragPath.even, DragPath.uneven])
    func anEasedHandIsForeseenAsTheCubicItIs(times: [Int64]) {
        let hand = DragPath("cubic", at: times) { DragPath.smooth($0 / 192) }
        var forecast = VelocityPredictor(at: Position(units: 0), now: Instant(milliseconds: 0))
        for (sample, next) in zip(hand.samples, hand.samples.dropFirst()) {
            forecast.add(Position(units: sample.units), at: Instant(milliseconds: sample.milliseconds))
            guard sample.milliseconds >= 64 else { continue }
            let time = next.milliseconds - sample.milliseconds
            let off = sample.units + forecast.velocity.unitsPerSecond * time / 1_000 - next.units
            #expect(abs(off) < (times == DragPath.even ? 12 : 500), "\(off) at \(sample.milliseconds)")
        }
    }

    @Test func nothingOverflows() {
        var forecast = DeadReckoning(at: Position(units: -(1 << 53)), now: Instant(milliseconds: -(1 << 60)))
        for time in [0, 8, 16, 24, 32, 40, 1 << 60] as [Int64] {
            let sign: Int64 = time & 8 == 0 ? 1 : -1
            forecast.sampled(Position(units: sign << 53), at: Instant(milliseconds: time))
            forecast.publish(at: Instant(milliseconds: time))
            #expect(abs(forecast.motion?.velocity.unitsPerSecond ?? 0) <= Velocity.bound)
        }
    }
}
