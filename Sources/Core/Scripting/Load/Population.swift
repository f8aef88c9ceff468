/// The number of users of an actor, and their start times.
package enum Population: Hashable, Sendable {
    /// One user that starts at once: an actor of a scene.
    case one
    /// Users with starts spread evenly over a time. Each takes the steps once.
    case closed(users: Int, spreadMilliseconds: Int64)
    /// Users that start at random moments (a Poisson process) for a time, nil: as long as the run lasts. With `most`
    /// users present, a start is dropped and counted.
    case open(rate: Rate, forMilliseconds: Int64?, most: Int)
    /// Users that come and go with the stages (`RampStage.stays`). A user that goes leaves the room, whatever its next
    /// step is.
    case staged([RampStage])
    /// Users that start at random moments, at a rate that changes evenly from stage to stage. With `most` users present, a
    /// start is dropped and counted.
    case ramping([RateStage], most: Int)

    /// Whether users start all the time, whatever the others do.
    package var isOpen: Bool {
        switch self {
        case .open, .ramping: true
        case .one, .closed, .staged: false
        }
    }

    /// A number per time: `20/s`, `90/m`.
    package struct Rate: Hashable, Sendable {
        package var count: Double
        package var perMilliseconds: Int64

        package init(count: Double, perMilliseconds: Int64) {
            self.count = count
            self.perMilliseconds = perMilliseconds
        }

        package var perSecond: Double { count * 1_000 / Double(perMilliseconds) }
    }
}

/// A part of a run in which the rate of new users changes evenly to a target, from that of the stage before, or from 0. A
/// stage without length is a jump.
package struct RateStage: Hashable, Sendable {
    package var forMilliseconds: Int64
    /// The rate at the end.
    package var rate: Population.Rate

    package init(forMilliseconds: Int64, rate: Population.Rate) {
        precondition(forMilliseconds >= 0 && rate.count >= 0, "A stage has a length and a rate.")
        self.forMilliseconds = forMilliseconds
        self.rate = rate
    }
}

/// A part of a run in which the number of users changes evenly to a target: `30s:500`.
package struct RampStage: Hashable, Sendable {
    package var forMilliseconds: Int64
    /// The number of users at the end.
    package var users: Int

    package init(forMilliseconds: Int64, users: Int) {
        precondition(forMilliseconds >= 0 && users >= 0, "A stage has a length and a number of users.")
        self.forMilliseconds = forMilliseconds
        self.users = users
    }
}

extension RampStage {
    /// The start of one user, and its end if its steps have not ended before; nil: it stays.
    package struct Stay: Hashable, Sendable {
        package var fromMilliseconds: Int64
        package var untilMilliseconds: Int64?
    }

    /// The users of stages that start without users, in the order of their starts. The first to start is the first to
    /// go.
    package static func stays(_ stages: [RampStage]) -> [Stay] {
        var stays: [Stay] = []
        var left = 0
        var start: Int64 = 0
        for stage in stages {
            let change = stage.users - (stays.count - left)
            for number in 0..<max(0, change) {
                stays.append(Stay(fromMilliseconds: start + stage.forMilliseconds * Int64(number) / Int64(change)))
            }
            for number in 0..<max(0, -change) {
                stays[left].untilMilliseconds = start + stage.forMilliseconds * Int64(number + 1) / Int64(-change)
                left += 1
            }
            start += stage.forMilliseconds
        }
        return stays
    }

    /// Milliseconds from the start of the first stage to the end of the last one.
    package static func length(of stages: [RampStage]) -> Int64 { stages.reduce(0) { $0 + $1.forMilliseconds } }
}
