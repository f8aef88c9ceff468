/// The number of users of an actor, and their start times.
package enum Population: Hashable, Sendable {
    /// One user that starts at once: an actor of a scene.
    case one
    /// Users with starts spread evenly over a time. Each takes the steps once.
    case closed(users: Int, spreadMilliseconds: Int64)
    /// Users that start at random moments (a Poisson process) for a time, nil: as long as the run lasts. With `most`
    /// users present, a start is dropped and counted.
    case open(rate: Rate, forMilliseconds: Int64?, most: Int)
    /// Users that come and go with the stages (`Stage.stays`). A user that goes leaves the room, whatever its next
    /// step is.
    case staged([Stage])

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
