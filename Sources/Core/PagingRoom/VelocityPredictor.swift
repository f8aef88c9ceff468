import PagingEngine

/// How fast a hand will be until its next sample, by where it was at its last ones.
///
/// Four answers are kept: the mean of the last four steps, and what a line, a parabola and a cubic through the newest
/// places say (Newton's divided differences, by the samples' own times). None is right for every hand: the mean is for
/// one whose samples come unevenly, the cubic meets the next place of an eased swipe exactly. So each is held against
/// what the hand then did, and the one that has been nearest of late is believed.
struct VelocityPredictor: Sendable {
    private struct Place: Sendable {
        let position: Position
        let at: Instant
    }

    /// Samples closer than this say more of clocks than of hands.
    private static let stepMilliseconds: Int64 = 8
    /// Four steps, which a cubic and its trial need.
    private static let limit = 5

    /// In order of time.
    private var places: [Place]
    /// Units per second: mean, line, parabola, cubic.
    private var answers: [Int64] = [0, 0, 0, 0]
    /// How far each answer was off, what is longer ago counting half as much with each sample.
    private var errors: [Int64] = [0, 0, 0, 0]

    /// A hand that stands at `position`.
    init(at position: Position, now: Instant) {
        places = [Place(position: position, at: now)]
        places.reserveCapacity(VelocityPredictor.limit + 1)
    }

    /// The answer that has been nearest; among equals the one that sees more of the hand.
    var velocity: Velocity {
        let best = errors.indices.reduce(0) { errors[$1] <= errors[$0] ? $1 : $0 }
        return Velocity(unitsPerSecond: answers[best]).clamped
    }

    /// The hand was at `position` at `now`. After a pause it begins anew.
    mutating func add(_ position: Position, at now: Instant) {
        let newest = Place(position: position, at: now)
        guard let last = places.last, now.milliseconds(since: last.at) < DeadReckoning.silenceMilliseconds else {
            self = VelocityPredictor(at: position, now: now)
            return
        }
        guard now.milliseconds(since: last.at) >= VelocityPredictor.stepMilliseconds else { return }
        let step = VelocityPredictor.speed(from: last, to: newest)
        for index in answers.indices { errors[index] = errors[index] / 2 + abs(answers[index] - step) }
        if places.count == VelocityPredictor.limit { places.removeFirst() }
        places.append(newest)
        answer()
    }

    /// Answers for a next sample that comes after as long as the ones before did. Where a curve has too few places the
    /// simpler one's answer stands for it.
    private mutating func answer() {
        let count = places.count
        // Places are counted from the newest, 1, back.
        func time(_ from: Int, _ to: Int) -> Int64 {
            places[count - to].at.milliseconds(since: places[count - from].at)
        }
        func speed(_ from: Int, _ to: Int) -> Int64 {
            VelocityPredictor.speed(from: places[count - from], to: places[count - to])
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
        (answers[0], answers[1], answers[2], answers[3]) = (speed(count, 1), line, parabola, cubic)
    }

    /// Units per second, cut to what a hand does.
    private static func speed(from first: Place, to last: Place) -> Int64 {
        let time = last.at.milliseconds(since: first.at)
        let bound = Velocity.bound * time / 1_000
        let way = (last.position - first.position).units
        return min(max(way, -bound), bound) * 1_000 / time
    }
}
