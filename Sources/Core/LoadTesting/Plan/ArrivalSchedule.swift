import Scripting
import Support

/// Start times of one actor's users, and when each leaves at the latest.
struct ArrivalSchedule: Sendable {
    private enum Times: Sendable {
        /// A number of users, evenly over the spread.
        case even(Int, spreadMilliseconds: Int64)
        /// Microseconds from the start of the run, in order.
        case chosen([Int64])
        case stays([RampStage.Stay])
    }

    private let times: Times

    /// - Parameters:
    ///   - rooms: An actor without a population has a user in each of them.
    ///   - milliseconds: The duration of the run, if it has one; no user begins later.
    /// - Returns: nil when users would arrive without end.
    init?(of population: Population, rooms: Int, within milliseconds: Int64?, random: SeedStream) {
        switch population {
        case .one: times = .even(rooms, spreadMilliseconds: 0)
        case .closed(let users, let spread): times = .even(users, spreadMilliseconds: spread)
        case .staged(let stages): times = .stays(RampStage.stays(stages))
        case .ramping(let stages, _):
            times = .chosen(RampedArrivals(stages).moments(within: milliseconds, random: random))
        case .open(let rate, let duration, _):
            guard let end = [duration, milliseconds].compactMap(\.self).min() else { return nil }
            times = .chosen(ArrivalSchedule.arrivals(at: rate, forMilliseconds: end, random: random))
        }
    }

    /// A Poisson process: the times between arrivals are exponential and independent of each other.
    private static func arrivals(at rate: Population.Rate, forMilliseconds end: Int64, random: SeedStream) -> [Int64] {
        guard rate.count > 0 else { return [] }
        var random = random
        let between = ExponentialTime(mean: Double(rate.perMilliseconds) * 1_000 / rate.count)
        var moment = between.next(using: &random)
        var moments: [Int64] = []
        while moment < Double(end * 1_000) {
            moments.append(Int64(moment))
            moment += between.next(using: &random)
        }
        return moments
    }

    var count: Int {
        switch times {
        case .even(let count, _): count
        case .chosen(let moments): moments.count
        case .stays(let stays): stays.count
        }
    }

    func start(of user: Int, place: Int) -> LoadPlan.Start {
        switch times {
        case .even(let count, let spread):
            let after = spread * 1_000 * Int64(place) / Int64(count)
            return LoadPlan.Start(user: user, afterMicroseconds: after, untilMicroseconds: nil)
        case .chosen(let moments):
            return LoadPlan.Start(user: user, afterMicroseconds: moments[place], untilMicroseconds: nil)
        case .stays(let stays):
            let stay = stays[place]
            return LoadPlan.Start(
                user: user, afterMicroseconds: stay.fromMilliseconds * 1_000,
                untilMicroseconds: stay.untilMilliseconds.map { $0 * 1_000 })
        }
    }
}
