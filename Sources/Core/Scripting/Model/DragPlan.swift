package import PagingEngine

/// A whole drag: the positions of the pointer over time.
package struct DragPlan: Hashable, Sendable {
    /// A position of the pointer. The grab itself, at 0 ms and 0 pages, is not a sample.
    package struct Sample: Hashable, Sendable {
        package var afterMilliseconds: Int64
        /// Translation since the grab, positive forward.
        package var translation: Distance

        package init(afterMilliseconds: Int64, translation: Distance) {
            self.afterMilliseconds = afterMilliseconds
            self.translation = translation
        }
    }

    /// The end of a drag.
    package enum Ending: Hashable, Sendable {
        /// Released with the last sample. A nil velocity means that of the last samples.
        case released(Velocity?)
        /// Still held; a later step releases it.
        case held
    }

    /// The movement between the ends of a drag; x and the result run from 0 to 1.
    package enum Ease: String, Hashable, Sendable, CaseIterable {
        case linear
        /// 1 − (1 − x)²: fast, then slower.
        case easeOut
        /// 3x² − 2x³: slow at both ends.
        case smooth

        func value(at x: Double) -> Double {
            switch self {
            case .linear: x
            case .easeOut: 1 - (1 - x) * (1 - x)
            case .smooth: x * x * (3 - 2 * x)
            }
        }
    }

    /// Samples in the order of time, at least one.
    package var samples: [Sample]
    package var ending: Ending

    package init(samples: [Sample], ending: Ending) {
        self.samples = samples
        self.ending = ending
    }

    /// A drag by a distance with evenly spread samples, the last one at the end.
    package init(by distance: Distance, overMilliseconds: Int64, samples count: Int, ease: Ease, ending: Ending) {
        precondition(count >= 1, "A drag has at least one sample")
        samples = (1...count).map { number in
            let x = ease.value(at: Double(number) / Double(count))
            return Sample(
                afterMilliseconds: overMilliseconds * Int64(number) / Int64(count),
                translation: Distance(units: Int64((Double(distance.units) * x).rounded())))
        }
        self.ending = ending
    }

    /// A short drag fast enough to turn one page under every release rule.
    static func fling(_ direction: Input.Direction) -> DragPlan {
        let distance = Distance(units: direction.rawValue * Position.unitsPerPage * 3 / 10)
        let velocity = Velocity(unitsPerSecond: direction.rawValue * Position.unitsPerPage * 4)
        return DragPlan(
            by: distance, overMilliseconds: 60, samples: 4, ease: .linear, ending: .released(velocity))
    }

    var durationMilliseconds: Int64 { samples.last?.afterMilliseconds ?? 0 }

    /// The velocity at the last sample: the slope from the sample before it or from the grab; 0 when no time passed
    /// between them.
    var finalVelocity: Velocity {
        let grab = Sample(afterMilliseconds: 0, translation: .zero)
        guard let last = samples.last else { return .zero }
        let before = samples.last { $0.afterMilliseconds < last.afterMilliseconds } ?? grab
        let elapsedMilliseconds = last.afterMilliseconds - before.afterMilliseconds
        guard elapsedMilliseconds > 0 else { return .zero }
        let way = (last.translation - before.translation).units
        return Velocity(unitsPerSecond: way * 1_000 / elapsedMilliseconds).clamped
    }
}
