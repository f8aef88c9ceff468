import PagingEngine

/// A prediction of a drag's velocity until its next sample, from its last samples.
///
/// Four estimates are kept: the mean of the last four steps, and the slopes of a line, a parabola and a cubic through the
/// newest samples (Newton's divided differences over the samples' times). No estimate is best for every drag: the mean
/// suits uneven samples, the cubic predicts the next sample of an eased swipe exactly. So each estimate is compared
/// with the sample that followed, and the one with the smallest recent error is used.
struct VelocityPredictor: Sendable {
    private struct Sample: Sendable {
        let position: Position
        let at: Instant
    }

    /// Samples closer than this are ignored: clock granularity outweighs their movement.
    private static let stepMilliseconds: Int64 = 8
    /// Samples kept: four steps, which a cubic and its error need.
    private static let limit = 5

    /// In order of time.
    private var samples: [Sample]
    /// Units per second: mean, line, parabola, cubic.
    private var estimates: [Int64] = [0, 0, 0, 0]
    /// The error of each estimate; a past error counts half with each further sample.
    private var errors: [Int64] = [0, 0, 0, 0]

    /// A drag at rest at `position`.
    init(at position: Position, now: Instant) {
        samples = [Sample(position: position, at: now)]
        samples.reserveCapacity(VelocityPredictor.limit + 1)
    }

    /// The estimate with the smallest error; among equals the one over more samples.
    var velocity: Velocity {
        let best = errors.indices.reduce(0) { errors[$1] <= errors[$0] ? $1 : $0 }
        return Velocity(unitsPerSecond: estimates[best]).clamped
    }

    /// Takes a sample. A pause restarts the prediction.
    mutating func add(_ position: Position, at now: Instant) {
        let newest = Sample(position: position, at: now)
        guard let last = samples.last, now.milliseconds(since: last.at) < DeadReckoning.silenceMilliseconds else {
            self = VelocityPredictor(at: position, now: now)
            return
        }
        guard now.milliseconds(since: last.at) >= VelocityPredictor.stepMilliseconds else { return }
        let step = VelocityPredictor.speed(from: last, to: newest)
        for index in estimates.indices { errors[index] = errors[index] / 2 + abs(estimates[index] - step) }
        if samples.count == VelocityPredictor.limit { samples.removeFirst() }
        samples.append(newest)
        updateEstimates()
    }

    /// Estimates the velocity until a next sample after the mean interval. A curve with too few samples uses the
    /// estimate of the simpler curve.
    private mutating func updateEstimates() {
        let count = samples.count
        // Samples are counted back from the newest, which is 1.
        func time(_ from: Int, _ to: Int) -> Int64 {
            samples[count - to].at.milliseconds(since: samples[count - from].at)
        }
        func speed(_ from: Int, _ to: Int) -> Int64 {
            VelocityPredictor.speed(from: samples[count - from], to: samples[count - to])
        }
        let ahead = time(count, 1) / Int64(count - 1)
        let line = speed(2, 1)
        var (parabola, cubic) = (line, line)
        if count >= 3 {
            let bend = line - speed(3, 2)
            parabola += bend * (ahead + time(2, 1)) / time(3, 1)
            cubic = parabola
            if count >= 4 {
                let before = speed(3, 2) - speed(4, 3)
                // Accelerations as 1,024ths, or whole milliseconds would make them coarse.
                let change = bend * 1_024 / time(3, 1) - before * 1_024 / time(4, 2)
                cubic += change * (ahead + time(2, 1)) * (ahead + time(3, 1)) / time(4, 1) / 1_024
            }
        }
        (estimates[0], estimates[1], estimates[2], estimates[3]) = (speed(count, 1), line, parabola, cubic)
    }

    /// Units per second, within `Velocity.bound`.
    private static func speed(from first: Sample, to last: Sample) -> Int64 {
        let time = last.at.milliseconds(since: first.at)
        let bound = Velocity.bound * time / 1_000
        let way = (last.position - first.position).units
        return min(max(way, -bound), bound) * 1_000 / time
    }
}
