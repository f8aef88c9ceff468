import PagingEngine
import Testing

@testable import PagingRoom

/// Places that readers of keyframes show while a hand drags, compared with the pager's place.
///
/// A relay would send each place of the hand when it comes, or with the next frame, 60 a second. The tests compare at
/// the time of each such place: the reader must be within 1/200 page. In between the reader shows the hand going on,
/// where the relay's reader waits for the next place. In the settle both stand on the same unit at every frame.
@Suite struct PredictionTests {
    /// 1/200 page.
    private static let bound = Position.unitsPerPage / 200

    private struct Seen {
        var messages = 0
        var offsets = 0
        /// Frames a relay sends at 60 Hz from the grab to the rest.
        var frames = 0
        var farthest: Int64 = 0
        var farthestInFlight: Int64 = 0
    }

    /// Plays `hand`, which lets go with the last sample, and looks at each sample and at every frame.
    private func play(_ hand: DragPath) -> Seen {
        var stage = KeyframeFixture()
        var seen = Seen()
        let start = stage.now
        var rest = hand.samples[...]
        var newest = start
        let ahead = stage.messages
        stage.ask(.dragBegan(DragID(1), viewport: nil))
        func at(_ milliseconds: Int64) -> Instant { start.advanced(byMilliseconds: milliseconds) }
        while stage.room.pager.phase.name != .idle {
            let frame = at(Int64(seen.frames + 1) * 1_000 / 60)
            while let sample = rest.first, at(sample.milliseconds) <= frame {
                rest = rest.dropFirst()
                stage.pass(until: at(sample.milliseconds))
                newest = stage.now
                stage.move(to: sample.units)
                seen.farthest = max(seen.farthest, stage.farthest)
                guard rest.isEmpty else { continue }
                stage.ask(.dragEnded(DragID(1), by: Distance(units: sample.units), velocity: .zero))
            }
            stage.pass(until: frame)
            seen.frames += 1
            let pager = stage.room.pager
            let time = pager.phase.name == .dragging ? newest : stage.now
            let off = abs((stage.replica.position(at: time) - pager.position(at: time)).units)
            if pager.phase.name == .dragging {
                seen.farthest = max(seen.farthest, off)
            } else {
                seen.farthestInFlight = max(seen.farthestInFlight, off)
            }
        }
        (seen.messages, seen.offsets) = (stage.messages - ahead, stage.offsets.count)
        return seen
    }

    @Test(arguments: DragPath.turns)
    func aPageTurnIsTwoFifthsOfTheFramesWithTheSamePicture(hand: DragPath) {
        let seen = play(hand)
        #expect((29...31).contains(seen.frames), "192 ms and 300 ms")
        #expect(seen.farthest <= Self.bound, "\(seen)")
        #expect(seen.farthestInFlight == 0)
        #expect(seen.messages * 5 <= seen.frames * 2, "\(seen)")
    }

    @Test(arguments: DragPath.others)
    func otherHandsAreSeenAsExactly(hand: DragPath) {
        let seen = play(hand)
        #expect(seen.farthest <= Self.bound, "\(seen)")
        #expect(seen.farthestInFlight == 0)
        #expect(seen.offsets <= hand.samples.count + 4, "hardly more than a relay: \(seen)")
    }

    /// A hand that goes on evenly is foreseen; what is told is little more than that it still does.
    @Test func anEvenHandIsToldAFewTimes() {
        #expect(play(DragPath.turns[0]).offsets <= 3)
        let long = DragPath("long", at: (1...60).map { Int64($0) * 16 }) { $0 / 1_200 }
        #expect((10...12).contains(play(long).offsets), "960 ms, every 96")
    }

    /// Readers who come in in the middle of drags of chance are as near.
    @Test func handsOfChanceAreSeenAsExactlyByLatecomersToo() {
        for seed in UInt64(1)...400 {
            let hand = DragPath(seed: seed, shake: seed % 2 == 0 ? 0 : 300)
            var stage = KeyframeFixture()
            let start = stage.now
            stage.ask(.dragBegan(DragID(1), viewport: nil))
            for (index, sample) in hand.samples.enumerated() {
                if index % 5 == 3 { stage.addSubscriber() }
                stage.pass(until: start.advanced(byMilliseconds: sample.milliseconds))
                stage.move(to: sample.units)
                guard stage.farthest <= Self.bound else {
                    Issue.record("\(hand), sample \(index): \(stage.farthest) units off")
                    return
                }
            }
            stage.pass(until: stage.now.advanced(byMilliseconds: 100))
            #expect(stage.farthest == 0 && stage.replica.motion == nil, "\(hand) at rest")
            #expect(stage.replica == stage.room.snapshot(at: stage.now), "\(hand)")
        }
    }

    /// Thousands of hands, without the room around: samples as close as 1 ms, too. One that may not be told yet is told
    /// within the pace, and then it is exact.
    @Test func nobodyIsFarOffForLong() {
        for seed in UInt64(1)...3_000 {
            let isDense = seed % 3 == 0
            let shake = Int64(seed % 5) * 90
            let hand = DragPath(seed: seed, every: isDense ? 6 : 16, jitter: isDense ? 2 : 4, shake: shake)
            var pace = OffsetThrottle()
            pace.grabbed(at: Position(units: 0), now: Instant(milliseconds: 0))
            var told: [Instant] = []
            func tell(until moment: Instant) {
                while let due = pace.dueWhileDragging(framesWanted: false), due <= moment {
                    let time = max(due, pace.reckoning?.sampledAt ?? due)
                    _ = pace.send(at: time, dragging: true)
                    told.append(time)
                }
            }
            for sample in hand.samples {
                let now = Instant(milliseconds: sample.milliseconds)
                tell(until: now.advanced(byMilliseconds: -1))
                pace.sampled(Position(units: sample.units), at: now)
                tell(until: now)
                guard let forecast = pace.reckoning else { continue }
                let isOff = abs((forecast.shown(at: now) - forecast.position).units) > DeadReckoning.tolerance
                let due = pace.dueWhileDragging(framesWanted: false)
                let isSoon = due.map { $0.milliseconds(since: now) <= OffsetThrottle.frameMilliseconds } == true
                if isOff, !isSoon || !isDense { Issue.record("\(hand) at \(now): \(forecast)") }
            }
            let span = hand.samples.last.map(\.milliseconds) ?? 0
            // Within the pace for places, and once more for each pause.
            #expect(Int64(told.count) <= span / OffsetThrottle.frameMilliseconds + 5, "\(hand)")
        }
    }
}
