import Foundation
import PagingEngine

/// The samples of a drag: times and positions, from its start at 0 ms and 0 units.
struct DragPath: CustomStringConvertible {
    struct Sample {
        let milliseconds: Int64
        let units: Int64
    }

    let description: String
    let samples: [Sample]

    /// The positions of `path`, in pages, at `times`.
    init(_ description: String, at times: [Int64], _ path: (_ milliseconds: Double) -> Double) {
        self.description = description
        samples = times.map { Sample(milliseconds: $0, units: Int64((path(Double($0)) * 65_536).rounded())) }
    }

    /// A page turn: 12 samples in 192 ms, from 0 to `reach` pages. `ease` goes from 0 to 1.
    static func turn(
        _ description: String, reach: Double = 0.6, at times: [Int64] = even, _ ease: (Double) -> Double
    ) -> DragPath {
        DragPath(description, at: times) { reach * ease(min($0 / 192, 1)) }
    }

    static let even = (1...12).map { Int64($0) * 16 }
    /// The same, each sample up to 2 ms early or late.
    static let uneven: [Int64] = [17, 30, 48, 66, 79, 95, 113, 127, 146, 158, 176, 192]

    static func smooth(_ part: Double) -> Double { part * part * (3 - 2 * part) }

    static let turns = [
        turn("even") { $0 },
        turn("smooth", smooth),
        turn("smooth, back", reach: -0.7, smooth),
        turn("quick, then slower") { 1 - (1 - $0) * (1 - $0) },
        turn("even, samples uneven", at: uneven) { $0 },
        turn("smooth, samples uneven", at: uneven, smooth),
    ]

    static let others = [
        DragPath("stops in the middle", at: even + (0..<12).map { 500 + $0 * 16 }) { time in
            0.3 * smooth(min(time / 192, 1)) + 0.3 * smooth(min(max(time - 484, 0) / 192, 1))
        },
        DragPath("says that it stands", at: (1...40).map { $0 * 16 }) { 0.5 * smooth(min($0 / 192, 1)) },
        DragPath("turns back", at: (1...30).map { $0 * 16 }) { time in
            time < 240 ? 0.5 * smooth(time / 240) : 0.5 - 0.9 * smooth((time - 240) / 240)
        },
        DragPath("goes to and fro", at: (1...60).map { $0 * 1_000 / 60 }) { 0.4 * sin($0 / 90) },
        DragPath("leaps", at: [16, 32, 44, 64, 80, 92, 110, 128]) { 0.9 * ($0 / 40).rounded(.down) / 3 },
        DragPath("creeps", at: (1...20).map { $0 * 50 }) { $0 / 5_000 },
    ]

    /// A hand of chance: stretches with a speed and a change of speed of their own, pauses, samples every so many
    /// milliseconds, up to `jitter` early or late, and shaking by `shake` units.
    init(seed: UInt64, every interval: Int64 = 16, jitter: Int64 = 4, shake: Int64 = 0) {
        var random = SplitMix(seed: seed)
        var (base, time, place, speed, change) = (jitter, Int64(0), 0.0, 0.0, 0.0)
        var samples: [Sample] = []
        for index in 0..<30 {
            if index % 6 == 0 {
                speed = random.within(0...3) == 0 ? 0 : Double(random.within(-400...400)) * 0.65
                change = Double(random.within(-20...20)) * 0.3
            }
            base += random.within(0...19) == 0 ? random.within(40...150) : interval
            let before = time
            time = base + random.within(-jitter...jitter)
            speed += change
            place = min(max(place + speed * Double(min(time - before, interval + jitter)), -60_000), 60_000)
            samples.append(Sample(milliseconds: time, units: Int64(place) + random.within(-shake...shake)))
        }
        self.samples = samples
        description = "seed \(seed)"
    }
}
